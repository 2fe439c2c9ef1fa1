import type { Decimal } from '../../../../shared/decimal.ts';
import { isAsWanted, isDone, isUntouched, type Edit, type Values } from '../../commands/overlapping-edits.ts';
import type { StateUpdate } from './order-updates.ts';

/** The unsettled edits and cancels of one order. Pure. */

/** An edit or cancel as it is sent. */
export interface ChangeRequest {
  readonly commandId: string;
  readonly what: 'edit' | 'cancel';
  readonly price: Decimal | null;
  readonly quantity: Decimal | null;
  /** The values before the edit; null when unknown. */
  readonly before: { readonly price: Decimal | null; readonly quantity: Decimal | null } | null;
  /** Exchange ms of the sending; 0 in an earlier run. */
  readonly at: number;
}

export interface PendingChange extends ChangeRequest {
  /** The wanted values of other edits in flight together. */
  readonly rivals: readonly Values[];
  /** Whether the exchange certainly accepted it, by its answer or by proof. */
  readonly isTaken: boolean;
  /**
   * `over` once its effect or the order’s end is seen. Dismissed cancels may still take effect, and finished ones may
   * have ended the order: those stay.
   */
  readonly state: 'open' | 'over' | 'refused' | 'given up';
}

type ChangeValues = Pick<ChangeRequest, 'what' | 'price' | 'quantity'>;

const wantedOf = ({ price, quantity }: ChangeValues): Values => ({ price, quantity });
const nowOf = ({ price, quantity }: StateUpdate): Values => ({ price, quantity });
const editOf = (change: ChangeRequest, rivals: readonly Values[]): Edit => ({
  wanted: wantedOf(change),
  before: change.before ?? {},
  rivals,
});

/** Statuses of a cancelled order. */
export const isCancelled = ({ status }: StateUpdate): boolean => status === 'CANCELLED' || status === 'CANCELED';

/** Whether a report shows the wanted values of a change, from any cause. */
export const isShown = (change: ChangeValues, life: StateUpdate): boolean =>
  change.what === 'cancel' ? isCancelled(life) : isAsWanted(wantedOf(change), nowOf(life));

/** Whether a report proves the effect of an unanswered change. */
export const isProven = (change: ChangeRequest, rivals: readonly Values[], life: StateUpdate): boolean =>
  change.what === 'cancel' ? isCancelled(life) : isDone(editOf(change, rivals), nowOf(life));

/**
 * Whether a report proves, once a change can no longer arrive, that it had no effect. After a cancel the order is open
 * or ended otherwise; after an edit its values are unchanged.
 */
export const isWithoutEffect = (change: ChangeRequest, rivals: readonly Values[], life: StateUpdate): boolean =>
  change.what === 'cancel' || isUntouched(editOf(change, rivals), nowOf(life));

/** A change of an earlier run. */
export interface Former {
  /** The wanted values of edits that overlapped it. */
  readonly rivals: readonly Values[];
  /** Whether it is the newest change of the order. */
  readonly isNewest: boolean;
}

/** Adds a change. `rivals` are overlapping edits that the list does not have. */
export function joined(
  all: readonly PendingChange[],
  asking: ChangeRequest,
  rivals: readonly Values[],
): readonly PendingChange[] {
  const mine: PendingChange = { ...asking, rivals, isTaken: false, state: 'open' };
  if (asking.what === 'cancel') return [...all, mine];
  const crosses = ({ what, state }: PendingChange): boolean => what === 'edit' && state !== 'over';
  return [
    ...all.map((change) => (crosses(change) ? { ...change, rivals: [...change.rivals, wantedOf(asking)] } : change)),
    { ...mine, rivals: [...rivals, ...all.filter(crosses).map(wantedOf)] },
  ];
}

/** Updates a change, and removes it once it is settled. */
export const changed = (
  all: readonly PendingChange[],
  commandId: string,
  update: (asked: PendingChange) => PendingChange,
): readonly PendingChange[] =>
  all.flatMap((change) => {
    const now = change.commandId === commandId ? update(change) : change;
    return isKnown(now) ? [] : [now];
  });

/** Ends the changes that a report settles; returns the same list when it settles none. */
export function settledBy(all: readonly PendingChange[], life: StateUpdate | null): readonly PendingChange[] {
  const hasEnded = (change: PendingChange): boolean =>
    change.state === 'open' &&
    life !== null &&
    (!life.open ||
      (change.what === 'edit' && (change.isTaken ? isShown(change, life) : isProven(change, change.rivals, life))));
  if (!all.some(hasEnded)) return all;
  const settled = all.map((change): PendingChange => (hasEnded(change) ? { ...change, state: 'over' } : change));
  return settled.filter((change) => !isKnown(change));
}

const isKnown = ({ what, state, isTaken }: PendingChange): boolean =>
  isTaken && (state === 'refused' || (state === 'over' && what === 'edit'));

/** Whether an own cancel may have ended a cancelled order. */
export const mayHaveCancelled = (all: readonly PendingChange[]): boolean =>
  all.some(({ what, state }) => what === 'cancel' && state !== 'refused');
