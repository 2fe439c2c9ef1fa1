import type { Outcome } from '../../../shared/contract/contract.ts';
import type { MoveRow } from '../../../shared/contract/assets.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import type { Move } from './move.ts';

/** A movement as it begins. `at` is its local ms. */
export function rowOf(commandId: string, move: Move, summary: string, at: number, status: MoveRow['status']): MoveRow {
  const withdrawal = move.kind === 'withdraw' ? move : null;
  return {
    commandId,
    kind: move.kind,
    token: move.token,
    amount: move.amount,
    summary,
    status,
    stage: null,
    exchangeId: null,
    network: withdrawal?.network ?? null,
    address: withdrawal?.address ?? null,
    memo: withdrawal?.memo ?? null,
    fee: withdrawal?.fee ?? null,
    confirmed: null,
    threshold: null,
    txId: null,
    at,
    sendsAt: null,
    seenAt: null,
    message: '',
  };
}

/** A refusal in words. */
export const wordsOf = (outcome: Extract<Outcome, { status: 'rejected' }>): string => {
  const { title, detail } = describeFault(outcome.fault);
  return `${title}. ${detail}`;
};

/** @param id of the exchange, where it answers with one. */
export const accepted = (id: string | null): Outcome => ({
  status: 'accepted',
  clientOrderId: null,
  orderId: id,
  acknowledgement: null,
});
/** What is in no history once it can no longer come. */
export const neverArrived: Outcome = {
  status: 'rejected',
  clientOrderId: null,
  fault: {
    kind: 'ExchangeRejected',
    endpoint: 'asset',
    code: null,
    message: 'It is in no history of the exchange, and can no longer arrive.',
    httpStatus: 0,
  },
};
