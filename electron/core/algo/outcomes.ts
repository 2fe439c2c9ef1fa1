import type { Outcome } from '../../../shared/contract/contract.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { isAsWanted, isDone, isUntouched, type Edit, type Values } from '../commands/overlapping-edits.ts';
import { accepted, notKnown } from '../commands/outcomes.ts';
import { isEnded, type AlgoNode } from './node.ts';
import type { Waited } from './types.ts';

/** What is said of algo commands that were not answered, and when. */

/** Found out by asking. */
const none = (message: string): Outcome => ({
  status: 'rejected',
  clientOrderId: null,
  fault: { kind: 'ExchangeRejected', endpoint: 'trade.algoOrder', code: null, message, httpStatus: 0 },
});
/** Nobody will ever know. */
const unknown = (reason: string): Outcome => notKnown('trade.algoOrder', reason);

const tooLate = none('The algo order ended before it was changed.');
const noEffect = none('It had no effect at the exchange, and can no longer have one.');
const overtaken = unknown(
  'Whether it took effect is not known: the order has been changed since. It can no longer have an effect.',
);
const asWanted = unknown(
  'Whether it took effect is not known: the order has what it asked for, and may have it without it. It can no longer have an effect.',
);
const unseen = unknown(
  'Whether it took effect is not known: the exchange does not find the algo order. It can no longer have an effect.',
);
/** A cancel-all that is over. Where it is not known when it was signed, they may have been placed after it had been carried out. */
export const someLeft = (count: number, { signedAt }: Pick<Waited, 'signedAt'>): Outcome =>
  (signedAt === null ? unknown : none)(
    `${nodes(count)} not seen to have ended, and it can no longer cancel what was open.`,
  );
const nodes = (count: number): string => (count === 1 ? '1 algo order is' : `${count} algo orders are`);
/** While the signature of a cancel-all is good it may stand in a queue. */
export const stillPossible: Outcome = {
  status: 'unconfirmed',
  clientOrderId: null,
  reason: 'No algo order is left. It may still arrive within some minutes, and cancel what is placed before that.',
};

const fieldOf = ({ said }: AlgoNode, field: string): Decimal | null => {
  const now = (said as unknown as Record<string, unknown>)[field]; // a field of Said
  return typeof now === 'string' ? (now as Decimal) : null; // those that an edit changes are decimals
};

/** What a node has of the fields that an edit is to change; those of which that is not known are left out. */
export const valuesOf = (node: AlgoNode, change: Values): Record<string, Decimal> =>
  Object.fromEntries(
    Object.keys(change).flatMap((field) => {
      const value = fieldOf(node, field);
      return value === null ? [] : [[field, value]];
    }),
  );

const editOf = ({ change, before, rivals }: Waited): Edit => ({ wanted: change, before, rivals });

/** What a node shows of a command that was not answered; null where it does not say yet. */
export function shownOutcome(each: Waited, node: AlgoNode): Outcome | null {
  const { what, change, clientId } = each;
  const isOver = isEnded(node.said.algoStatus);
  if (what === 'place') return accepted(clientId, node.id);
  if (what === 'cancel')
    return isOver ? (node.said.algoStatus === 'CANCELLED' ? accepted(clientId, node.id) : tooLate) : null;
  if (isDone(editOf(each), valuesOf(node, change))) return accepted(clientId, node.id);
  return isOver ? withoutProof(each, node, tooLate) : null;
}

/** What is known once it can no longer arrive and shows no effect. `found` is null where the exchange does not find the order. */
export function lateOutcome(each: Waited, found: AlgoNode | null): Outcome {
  if (each.what === 'place') return noEffect;
  if (found === null) return unseen;
  return each.what === 'edit' ? withoutProof(each, found, noEffect) : noEffect;
}

/** What is known of an edit that is not seen to be done: where another may have followed upon its effect, nothing. */
function withoutProof(each: Waited, node: AlgoNode, untouched: Outcome): Outcome {
  const now = valuesOf(node, each.change);
  return isUntouched(editOf(each), now) ? untouched : isAsWanted(each.change, now) ? asWanted : overtaken;
}
