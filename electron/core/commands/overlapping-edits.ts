import { compare, type Decimal } from '../../../shared/decimal.ts';

/**
 * Proof of an edit by the order's present values. Edits in flight together can overtake each other, so the last may be
 * done first and overwritten. Two edits can also ask for the same values. A value that another edit can have set proves
 * nothing.
 */

/** Values of an order by field name. A null or missing field stays unchanged. */
export type Values = Readonly<Record<string, Decimal | null>>;

export interface Edit {
  readonly wanted: Values;
  /** The order's values when the edit was sent; unknown fields are missing. */
  readonly before: Values;
  /** The wanted values of other edits that were in flight together. */
  readonly rivals: readonly Values[];
}

/** Whether an order has all wanted values, from any cause. */
export const isAsWanted = (wanted: Values, now: Values): boolean =>
  Object.keys(wanted).every((field) => wanted[field] === null || isSame(wanted[field], now[field]));

/** Whether the order proves the edit: it has all wanted values, and at least one can have no other cause. */
export const isDone = ({ wanted, before, rivals }: Edit, now: Values): boolean =>
  isAsWanted(wanted, now) &&
  changedBy(wanted, before).some((field) => !rivals.some((rival) => asksFor(rival, field, wanted[field])));

/**
 * Whether the order proves that the edit was not applied: all values are unchanged, and no other edit can have restored
 * at least one.
 */
export const isUntouched = ({ wanted, before, rivals }: Edit, now: Values): boolean =>
  Object.keys(wanted).every(
    (field) => wanted[field] === null || (field in before && isSame(now[field], before[field])),
  ) && changedBy(wanted, before).some((field) => !rivals.some((rival) => asksFor(rival, field, before[field])));

/** Fields that the edit changes. */
const changedBy = (wanted: Values, before: Values): string[] =>
  Object.keys(wanted).filter((field) => wanted[field] !== null && !isSame(wanted[field], before[field]));

const asksFor = (rival: Values, field: string, value: Decimal | null | undefined): boolean =>
  (rival[field] ?? null) !== null && isSame(rival[field], value);

const isSame = (a: Decimal | null = null, b: Decimal | null = null): boolean =>
  a === null || b === null ? a === b : compare(a, b) === 0;
