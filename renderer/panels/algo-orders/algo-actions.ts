import type { Outcome } from '../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import type { AlgoEdit } from '../../../shared/rules/algo-rules.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { notify } from '../../state/notices.ts';
import { newPress, type Press } from '../../state/commands/press.ts';
import { isDeclined, sendCommand } from '../../state/commands/send-command.ts';

/** Cancels a root or a leg, at once: it takes an order away. */
export const cancelAlgo = (row: AlgoRow): Promise<boolean> =>
  tell(`Cancel ${row.algoType} ${row.id}`, () =>
    sendCommand('algo.cancel', { ...newPress(), symbol: row.symbol, algoOrderId: row.id }),
  );

/** @returns whether it may have been taken: false where the exchange or the core refused it. */
export const editAlgo = (row: AlgoRow, edit: AlgoEdit): Promise<boolean> =>
  tell(`Edit ${row.algoType} ${row.id}`, () =>
    sendCommand('algo.edit', { ...newPress(), symbol: row.symbol, algoOrderId: row.id, ...edit }),
  );

export const cancelAllAlgo = (symbol: string | null, press: Press): Promise<boolean> =>
  tell(symbol === null ? 'Cancel all algo orders' : `Cancel all ${symbol} algo orders`, () =>
    sendCommand('algo.cancelAll', { ...press, symbol }),
  );

async function tell(what: string, act: () => Promise<Outcome>): Promise<boolean> {
  const refuse = (fault: Fault): false => {
    const words = describeFault(fault);
    notify('danger', `${what}: ${words.title}`, words.advice);
    return false;
  };
  try {
    const outcome = await act();
    if (outcome.status === 'unconfirmed') notify('warning', `${what} is unconfirmed`, outcome.reason);
    return outcome.status === 'rejected' ? refuse(outcome.fault) : true;
  } catch (thrown) {
    const fault = faultOf(thrown);
    return isDeclined(fault) ? false : refuse(fault);
  }
}
