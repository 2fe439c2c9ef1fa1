import type { Outcome } from '../../../shared/contract/contract.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { isAsWanted, isDone, isUntouched, type Edit, type Values } from '../commands/overlapping-edits.ts';
import { accepted, notKnown } from '../commands/outcomes.ts';
import { isEnded, type AlgoNode } from './node.ts';
import type { UnansweredCommand } from './types.ts';

/** Outcomes of unanswered algo commands. */

/** An outcome proved by reading. */
const rejectedBecause = (message: string): Outcome => ({
  status: 'rejected',
  clientOrderId: null,
  fault: { kind: 'ExchangeRejected', endpoint: 'trade.algoOrder', code: null, message, httpStatus: 0 },
});
/** An outcome that stays unknown. */
const unknown = (reason: string): Outcome => notKnown('trade.algoOrder', reason);

const tooLate = rejectedBecause('The algo order ended before it was changed.');
const noEffect = rejectedBecause('It had no effect at the exchange and can no longer have one.');
const overtaken = unknown('Its effect is unknown: the order was changed since. It can no longer take effect.');
const asWanted = unknown(
  'Its effect is unknown: the order has the wanted values, maybe from another cause. It can no longer take effect.',
);
const unseen = unknown(
  'Its effect is unknown: the exchange does not find the algo order. It can no longer take effect.',
);
/** A cancel-all that can no longer arrive. Without its signing time, the open orders may be later ones. */
export const someRemain = (count: number, { signedAt }: Pick<UnansweredCommand, 'signedAt'>): Outcome =>
  (signedAt === null ? unknown : rejectedBecause)(
    `${nodes(count)} still open, and the request can no longer cancel them.`,
  );
const nodes = (count: number): string => (count === 1 ? '1 algo order is' : `${count} algo orders are`);
/** A cancel-all may wait in a queue as long as its signature is valid. */
export const stillPossible: Outcome = {
  status: 'unconfirmed',
  clientOrderId: null,
  reason: 'No algo order is open. The request may still arrive within minutes and cancel newer orders.',
};

const fieldOf = ({ reported }: AlgoNode, field: string): Decimal | null => {
  const now = (reported as unknown as Record<string, unknown>)[field]; // a field of Said
  return typeof now === 'string' ? (now as Decimal) : null; // those that an edit changes are decimals
};

/** The node's values of the fields that an edit changes; unknown ones are missing. */
export const valuesOf = (node: AlgoNode, change: Values): Record<string, Decimal> =>
  Object.fromEntries(
    Object.keys(change).flatMap((field) => {
      const value = fieldOf(node, field);
      return value === null ? [] : [[field, value]];
    }),
  );

const editOf = ({ change, before, rivals }: UnansweredCommand): Edit => ({ wanted: change, before, rivals });

/** The outcome that a node proves; null when it proves none yet. */
export function shownOutcome(unanswered: UnansweredCommand, node: AlgoNode): Outcome | null {
  const { what, change, clientId } = unanswered;
  const hasEnded = isEnded(node.reported.algoStatus);
  if (what === 'place') return accepted(clientId, node.id);
  if (what === 'cancel')
    return hasEnded ? (node.reported.algoStatus === 'CANCELLED' ? accepted(clientId, node.id) : tooLate) : null;
  if (isDone(editOf(unanswered), valuesOf(node, change))) return accepted(clientId, node.id);
  return hasEnded ? unprovenOutcome(unanswered, node, tooLate) : null;
}

/**
 * The outcome once the request can no longer arrive and shows no effect. `found` is null when the exchange does not
 * find the order.
 */
export function lateOutcome(unanswered: UnansweredCommand, found: AlgoNode | null): Outcome {
  if (unanswered.what === 'place') return noEffect;
  if (found === null) return unseen;
  return unanswered.what === 'edit' ? unprovenOutcome(unanswered, found, noEffect) : noEffect;
}

/** The outcome of an edit without a trace; unknown when another edit may have hidden its effect. */
function unprovenOutcome(unanswered: UnansweredCommand, node: AlgoNode, untouched: Outcome): Outcome {
  const now = valuesOf(node, unanswered.change);
  return isUntouched(editOf(unanswered), now) ? untouched : isAsWanted(unanswered.change, now) ? asWanted : overtaken;
}
