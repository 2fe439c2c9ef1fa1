import {
  add,
  approximate,
  decimal,
  divide,
  max,
  multiply,
  neighbours,
  subtract,
  ZERO,
  type Decimal,
} from '../../../../shared/decimal.ts';

/** One price level: price and size. */
export type Level = readonly [Decimal, Decimal];
export type BookSide = 'bid' | 'ask';

/** A level as drawn; shares are for bar widths alone, in whole percent. */
export interface LadderRow {
  readonly price: Decimal;
  readonly size: Decimal;
  /** Size of this level and all better ones. */
  readonly total: Decimal;
  readonly sizeShare: number;
  readonly totalShare: number;
}

/** Multiples of the tick that levels can be grouped by. */
export const MULTIPLES = ['1', '2', '5', '10', '50', '100', '500', '1000'] as const;
export type Multiple = (typeof MULTIPLES)[number];

/**
 * Puts levels into groups of a step. A group is named by its worst price: bids go down to it, asks up,
 * so that no group promises a better price than it holds.
 *
 * @param levels best first.
 * @param step a multiple of the tick; null leaves the levels as they are.
 * @param most how many groups are wanted.
 */
export function groupLevels(
  levels: readonly Level[],
  step: Decimal | null,
  side: BookSide,
  most: number,
): readonly Level[] {
  if (step === null) return levels.slice(0, most);
  const groups: [Decimal, Decimal][] = [];
  for (const [price, size] of levels) {
    const at = groupPrice(price, step, side);
    const last = groups.at(-1);
    if (last !== undefined && last[0] === at) last[1] = add(last[1], size);
    else if (groups.length === most) break;
    else groups.push([at, size]);
  }
  return groups;
}

export function groupPrice(price: Decimal, step: Decimal, side: BookSide): Decimal {
  const { below, above } = neighbours(price, step);
  return side === 'bid' ? below : above;
}

/** The step of a grouping, or null for the tick itself. */
export const groupStep = (tick: Decimal, multiple: Multiple): Decimal | null =>
  multiple === '1' ? null : multiply(tick, decimal(multiple));

/** Adds up both sides; bars of both are drawn to one scale, so that their weight can be compared. */
export function ladder(
  bids: readonly Level[],
  asks: readonly Level[],
): { readonly bids: readonly LadderRow[]; readonly asks: readonly LadderRow[] } {
  const sides = { bids: totals(bids), asks: totals(asks) };
  const both = [...sides.bids, ...sides.asks];
  const size = both.reduce((most, row) => max(most, row.size), ZERO);
  const total = both.reduce((most, row) => max(most, row.total), ZERO);
  const drawn = (rows: readonly Totalled[]): readonly LadderRow[] =>
    rows.map((row) => ({ ...row, sizeShare: share(row.size, size), totalShare: share(row.total, total) }));
  return { bids: drawn(sides.bids), asks: drawn(sides.asks) };
}

type Totalled = Pick<LadderRow, 'price' | 'size' | 'total'>;

function totals(levels: readonly Level[]): readonly Totalled[] {
  let total = ZERO;
  return levels.map(([price, size]) => {
    total = add(total, size);
    return { price, size, total };
  });
}

const share = (part: Decimal, whole: Decimal): number =>
  whole === ZERO ? 0 : Math.round((approximate(part) / approximate(whole)) * 100);

/**
 * Share of the bids in what both sides show, in whole percent.
 *
 * @returns null where a side is empty: nothing can be compared then.
 */
export function bidShare(bids: Decimal | undefined, asks: Decimal | undefined): number | null {
  return bids === undefined || asks === undefined ? null : share(bids, add(bids, asks));
}

/** Distance between the best prices, and its share of the best ask in hundredths of a percent, cut after two decimals. */
export function spreadOf(
  bid: Level | undefined,
  ask: Level | undefined,
): { readonly price: Decimal; readonly points: Decimal } | null {
  if (bid === undefined || ask === undefined) return null;
  const price = subtract(ask[0], bid[0]);
  const points = divide(multiply(price, decimal('10000')), ask[0], 2);
  return points === null ? null : { price, points };
}
