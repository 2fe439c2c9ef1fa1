import type { InstrumentRow } from '../../../shared/contract/contract.ts';
import { bestMatches } from './search.ts';

/** Height of a row in the list, as symbol-picker.css has it. */
export const ROW_PX = 30;
/** Rows are drawn by blocks, each with one feed of its spot symbols. */
export const BLOCK = 10;

/** The symbols that answer what was typed: those with a star first, then the best matches. */
export function arranged(
  typed: string,
  instruments: Iterable<InstrumentRow>,
  stars: ReadonlySet<string>,
): readonly InstrumentRow[] {
  const found = bestMatches(typed, [...instruments], (row) => `${row.symbol} ${row.base} ${row.quote} ${row.kind}`);
  return [...found.filter((row) => stars.has(row.symbol)), ...found.filter((row) => !stars.has(row.symbol))];
}

/** The blocks of a list of `count` rows that are seen, by number; one more on each side. */
export function seenBlocks(count: number, top: number, height: number): readonly number[] {
  const last = Math.ceil(count / BLOCK) - 1;
  const px = BLOCK * ROW_PX;
  const from = Math.max(0, Math.floor(top / px) - 1);
  const to = Math.min(last, Math.floor((top + height) / px) + 1);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Where to scroll so that a row is seen whole; as it is where it is already. */
export function scrolledTo(index: number, top: number, height: number): number {
  const above = index * ROW_PX;
  if (above < top) return above;
  return above + ROW_PX > top + height ? above + ROW_PX - height : top;
}

/** What is left until an instant, as a clock shows it: "3:05:09". Zero when it is past. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
