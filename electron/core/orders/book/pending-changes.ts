import type { Decimal } from '../../../../shared/decimal.ts';
import { isAsWanted, isDone, isUntouched, type Edit, type Values } from '../../commands/overlapping-edits.ts';
import type { StateUpdate } from './order-updates.ts';

/** The edits and cancels of one order of which not all is known yet. Pure. */

/** An edit or cancel as it leaves. */
export interface Asking {
  readonly commandId: string;
  readonly what: 'edit' | 'cancel';
  readonly price: Decimal | null;
  readonly quantity: Decimal | null;
  /** What an edited order had; null where that is not known. */
  readonly before: { readonly price: Decimal | null; readonly quantity: Decimal | null } | null;
  /** Exchange ms of the sending; 0 in a former run. */
  readonly at: number;
}

export interface PendingChange extends Asking {
  /** What other edits ask for that were on their way at the same time. */
  readonly rivals: readonly Values[];
  /** Whether it is known that the exchange took it: by its answer, or found out. */
  readonly isTaken: boolean;
  /**
   * `over` once its effect or the order’s end is seen. A cancel that is given up may have an effect yet, and one that
   * is over may have ended the order: those stay.
   */
  readonly state: 'open' | 'over' | 'refused' | 'given up';
}

type Words = Pick<Asking, 'what' | 'price' | 'quantity'>;

const wantedOf = ({ price, quantity }: Words): Values => ({ price, quantity });
const nowOf = ({ price, quantity }: StateUpdate): Values => ({ price, quantity });
const editOf = (asked: Asking, rivals: readonly Values[]): Edit => ({
  wanted: wantedOf(asked),
  before: asked.before ?? {},
  rivals,
});

/** Words of an order that was cancelled; one that ended otherwise was not cancelled by anybody. */
export const isCancelled = ({ status }: StateUpdate): boolean => status === 'CANCELLED' || status === 'CANCELED';

/** Whether a word on an order shows what an edit or cancel asks for, whoever brought it about. */
export const isShown = (asked: Words, life: StateUpdate): boolean =>
  asked.what === 'cancel' ? isCancelled(life) : isAsWanted(wantedOf(asked), nowOf(life));

/** Whether a word on an order proves that an edit or cancel that was not answered was done. */
export const isProven = (asked: Asking, rivals: readonly Values[], life: StateUpdate): boolean =>
  asked.what === 'cancel' ? isCancelled(life) : isDone(editOf(asked, rivals), nowOf(life));

/**
 * Whether it proves that one was not done, once it is too late for it: the order ended otherwise or is open after a
 * cancel, or what an edit would have changed is as it was.
 */
export const isWithoutEffect = (asked: Asking, rivals: readonly Values[], life: StateUpdate): boolean =>
  asked.what === 'cancel' || isUntouched(editOf(asked, rivals), nowOf(life));

/** What is known of one that left in a former run. */
export interface Former {
  /** What edits ask for that crossed it then. */
  readonly rivals: readonly Values[];
  /** Whether nothing was asked of the order since. */
  readonly isNewest: boolean;
}

/** One more leaves. `rivals` are those that the list does not name. */
export function joined(
  all: readonly PendingChange[],
  asking: Asking,
  rivals: readonly Values[],
): readonly PendingChange[] {
  const mine: PendingChange = { ...asking, rivals, isTaken: false, state: 'open' };
  if (asking.what === 'cancel') return [...all, mine];
  const crosses = ({ what, state }: PendingChange): boolean => what === 'edit' && state !== 'over';
  return [
    ...all.map((each) => (crosses(each) ? { ...each, rivals: [...each.rivals, wantedOf(asking)] } : each)),
    { ...mine, rivals: [...rivals, ...all.filter(crosses).map(wantedOf)] },
  ];
}

/** Changes one, and lets it go where all is known of it. */
export const changed = (
  all: readonly PendingChange[],
  commandId: string,
  how: (asked: PendingChange) => PendingChange,
): readonly PendingChange[] =>
  all.flatMap((each) => {
    const now = each.commandId === commandId ? how(each) : each;
    return isKnown(now) ? [] : [now];
  });

/** What a word on the order ends; the same list where that is nothing. */
export function settledBy(all: readonly PendingChange[], life: StateUpdate | null): readonly PendingChange[] {
  const isOver = (each: PendingChange): boolean =>
    each.state === 'open' &&
    life !== null &&
    (!life.open || (each.what === 'edit' && (each.isTaken ? isShown(each, life) : isProven(each, each.rivals, life))));
  if (!all.some(isOver)) return all;
  const settled = all.map((each): PendingChange => (isOver(each) ? { ...each, state: 'over' } : each));
  return settled.filter((each) => !isKnown(each));
}

const isKnown = ({ what, state, isTaken }: PendingChange): boolean =>
  isTaken && (state === 'refused' || (state === 'over' && what === 'edit'));

/** Whether an order that is cancelled may have been so by a cancel of ours. */
export const mayHaveCancelled = (all: readonly PendingChange[]): boolean =>
  all.some(({ what, state }) => what === 'cancel' && state !== 'refused');
