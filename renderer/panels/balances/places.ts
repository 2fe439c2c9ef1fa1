import type { BalanceRow } from '../../../shared/contract/contract.ts';

/** The columns that hold numbers. */
export const AMOUNTS = ['holding', 'available', 'frozen', 'interest', 'averageOpenPrice', 'markPrice'] as const;
export type AmountField = (typeof AMOUNTS)[number];
export type Places = Readonly<Record<AmountField, number>>;

const placesOf = (text: string | null): number => {
  const point = text === null ? -1 : text.indexOf('.');
  return text === null || point === -1 ? 0 : text.length - point - 1;
};

/** The most decimals of each column, so that the points of its numbers can stand in line. */
export function columnPlaces(rows: Iterable<BalanceRow>): Places {
  const places: Record<AmountField, number> = {
    holding: 0,
    available: 0,
    frozen: 0,
    interest: 0,
    averageOpenPrice: 0,
    markPrice: 0,
  };
  for (const row of rows) for (const field of AMOUNTS) places[field] = Math.max(places[field], placesOf(row[field]));
  return places;
}

export const samePlaces = (a: Places, b: Places): boolean => AMOUNTS.every((field) => a[field] === b[field]);
