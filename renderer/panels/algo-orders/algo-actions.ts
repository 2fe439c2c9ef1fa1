import type { Outcome } from '../../../shared/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import type { AlgoEdit } from '../../../shared/algo-rules.ts';
import { faultOf } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/fault-words.ts';
import { ask } from '../../bridge.ts';
import { notify } from '../../state/notices.ts';
import { newPress } from '../../state/press.ts';

/** Cancels a root or a leg, at once: it takes an order away. */
export const cancelAlgo = (row: AlgoRow): Promise<void> =>
  tell(`Cancel ${row.algoType} ${row.id}`, () =>
    ask('algo.cancel', { ...newPress(), symbol: row.symbol, algoOrderId: row.id }),
  );

export const editAlgo = (row: AlgoRow, edit: AlgoEdit): Promise<void> =>
  tell(`Edit ${row.algoType} ${row.id}`, () =>
    ask('algo.edit', { ...newPress(), symbol: row.symbol, algoOrderId: row.id, ...edit }),
  );

export const cancelAllAlgo = (symbol: string | null): Promise<void> =>
  tell(symbol === null ? 'Cancel all algo orders' : `Cancel all ${symbol} algo orders`, () =>
    ask('algo.cancelAll', { ...newPress(), symbol }),
  );

async function tell(what: string, act: () => Promise<Outcome>): Promise<void> {
  const refuse = (thrown: unknown): void => {
    const words = describeFault(faultOf(thrown));
    notify('danger', `${what}: ${words.title}`, words.advice);
  };
  try {
    const outcome = await act();
    if (outcome.status === 'unconfirmed') notify('warning', `${what} is unconfirmed`, outcome.reason);
    if (outcome.status === 'rejected') {
      const words = describeFault(outcome.fault);
      notify('danger', `${what}: ${words.title}`, words.advice);
    }
  } catch (thrown) {
    refuse(thrown);
  }
}
