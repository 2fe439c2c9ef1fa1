import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { approximate, isZero } from '../../../shared/decimal.ts';
import type { TreeLine } from './tree/flatten.ts';

/** A node's box in the picture, in its own units. */
export interface Box {
  readonly id: string;
  readonly row: AlgoRow;
  readonly x: number;
  readonly y: number;
  /** Its place on the price axis; null for a node without a price. */
  readonly price: number | null;
  readonly parent: string | null;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  /** Where a price is on the horizontal axis. */
  readonly xOf: (price: number) => number;
  readonly low: number;
  readonly high: number;
}

export const BOX = { width: 132, height: 30 } as const;
const ROW = 44;
const SIDE = 24;

/** Lays a tree out: one line a node from the root down, along the price axis from left to right. */
export function layOut(
  lines: readonly (Pick<TreeLine, 'level'> & { readonly row: AlgoRow })[],
  market: number | null,
  width: number,
): Picture {
  const priced = lines.map(({ row }) => priceOf(row));
  const known = [...priced, market].filter((price): price is number => price !== null);
  const least = Math.min(...known);
  const most = Math.max(...known);
  const room = known.length === 0 ? 1 : Math.max((most - least) * 0.08, most * 0.001, Number.MIN_VALUE);
  const low = known.length === 0 ? 0 : least - room;
  const high = known.length === 0 ? 1 : most + room;
  const inner = width - 2 * SIDE - BOX.width;
  const xOf = (price: number): number => SIDE + BOX.width / 2 + ((price - low) / (high - low)) * inner;
  const boxes = lines.map(({ row, level }, at): Box => {
    const price = priced[at] ?? null;
    // Without a price a node stands at the left, by its level.
    const x = price === null ? SIDE + BOX.width / 2 + Math.min(level - 1, 8) * 12 : xOf(price);
    return { id: row.id, row, x, y: 16 + at * ROW, price, parent: row.parentId };
  });
  return { width, height: 16 + lines.length * ROW + 24, boxes, xOf, low, high };
}

/** The price that a node waits for or rests at. */
export function priceOf({ triggerPrice, price, activatedPrice }: AlgoRow): number | null {
  for (const value of [triggerPrice, price, activatedPrice])
    if (value !== null && !isZero(value)) return approximate(value);
  return null;
}
