import { compare, type Decimal } from '../../../shared/decimal.ts';

/**
 * What the present values of an order say of an edit that asked for others. Edits that are on their way at the same
 * time can overtake each other, so that the one that was pressed last is done first and written over; and two may ask
 * for the same. Where the values could come from another edit as well, they prove nothing of this one.
 */

/** Values of an order by the name of their field. Null, or none, where an edit leaves a field alone. */
export type Values = Readonly<Record<string, Decimal | null>>;

export interface Edit {
  readonly wanted: Values;
  /** What the order had of it when it left; a field of which that is not known is missing. */
  readonly before: Values;
  /** What other edits of the order ask for that were on their way at the same time. */
  readonly rivals: readonly Values[];
}

/** Whether an order has all that an edit asks for, whatever brought it. */
export const isAsWanted = (wanted: Values, now: Values): boolean =>
  Object.keys(wanted).every((field) => wanted[field] === null || isSame(wanted[field], now[field]));

/** Whether an order shows that an edit was done: it has all of it, and at least one value from nowhere else. */
export const isDone = ({ wanted, before, rivals }: Edit, now: Values): boolean =>
  isAsWanted(wanted, now) &&
  changedBy(wanted, before).some((field) => !rivals.some((rival) => asksFor(rival, field, wanted[field])));

/** Whether it shows that an edit was not: all is as it was, and at least one value was brought back by no other. */
export const isUntouched = ({ wanted, before, rivals }: Edit, now: Values): boolean =>
  Object.keys(wanted).every(
    (field) => wanted[field] === null || (field in before && isSame(now[field], before[field])),
  ) && changedBy(wanted, before).some((field) => !rivals.some((rival) => asksFor(rival, field, before[field])));

/** Fields that an edit gives another value than they had. */
const changedBy = (wanted: Values, before: Values): string[] =>
  Object.keys(wanted).filter((field) => wanted[field] !== null && !isSame(wanted[field], before[field]));

const asksFor = (rival: Values, field: string, value: Decimal | null | undefined): boolean =>
  (rival[field] ?? null) !== null && isSame(rival[field], value);

const isSame = (a: Decimal | null = null, b: Decimal | null = null): boolean =>
  a === null || b === null ? a === b : compare(a, b) === 0;
