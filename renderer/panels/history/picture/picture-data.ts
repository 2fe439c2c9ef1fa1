import type { RequestInput, RequestOutput } from '../../../../shared/contract/contract.ts';
import { add, negate, subtract, ZERO, type Decimal } from '../../../../shared/decimal.ts';
import type { HistoryName } from '../../../../shared/history/tables.ts';
import { unitOf } from './sum-lines.ts';

/** Histories that are drawn over time, by which field. Rewards carry no date: they have a table alone. */
export const PICTURES = {
  funding: { field: 'fundingFee', plus: 'Received', minus: 'Paid' },
  interest: { field: 'interest', plus: 'Repaid', minus: 'Accrued' },
  wallet: { field: 'amount', plus: 'Deposited', minus: 'Withdrawn' },
} as const satisfies Readonly<Partial<Record<HistoryName, { field: string; plus: string; minus: string }>>>;
export type Pictured = keyof typeof PICTURES;
export const isPictured = (history: HistoryName): history is Pictured => Object.hasOwn(PICTURES, history);

export type Slot = 'day' | 'week' | 'month';
export const DAY_MS = 86_400_000;

type Point = RequestOutput<'archive.series'>['points'][number];

/** One bar with what came in above, what went out below, and what both came to since the beginning. */
export interface Bar {
  /** Beginning of the slot as wall time: ms as if the clock here were UTC. */
  readonly start: number;
  readonly plus: Decimal;
  /** Zero or negative. */
  readonly minus: Decimal;
  readonly total: Decimal;
}

/** What one line of the table beside the picture says. */
export interface GroupLine {
  readonly name: string;
  readonly unit: string;
  readonly plus: Decimal;
  readonly minus: Decimal;
  readonly net: Decimal;
}

/** What came in or went out: funding and the wallet say it by a word, interest by its own sign. */
function signed({ by, sum }: Point): Decimal {
  return by[1] === 'Pay' || by[1] === 'WITHDRAW' ? negate(sum) : sum;
}

/** The points of what happened: of deposits and withdrawals the completed ones. */
export const happened = (history: Pictured, points: readonly Point[]): readonly Point[] =>
  history === 'wallet' ? points.filter(({ by }) => by[2] === 'COMPLETED') : points;

/** What local time is ahead of UTC from an instant on. */
type Zone = RequestInput<'archive.series'>['zones'][number];

const MONTH_MS = 30 * DAY_MS;
const MINUTE_MS = 60_000;

/**
 * The clocks that were in force here between two instants, the first one first.
 *
 * @param offsetAt what local time is ahead of UTC at an instant, in ms.
 */
export function zonesBetween(from: number, to: number, offsetAt: (at: number) => number): Zone[] {
  const zones: Zone[] = [{ from, zoneMs: offsetAt(from) }];
  for (let at = from; at < to; at += MONTH_MS) {
    const end = Math.min(at + MONTH_MS, to);
    if (offsetAt(at) === offsetAt(end)) continue;
    let [before, after] = [at, end];
    while (after - before > MINUTE_MS) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(middle) === offsetAt(at)) before = middle;
      else after = middle;
    }
    // Clocks change at whole minutes.
    const change = Math.ceil(before / MINUTE_MS) * MINUTE_MS;
    zones.push({ from: change, zoneMs: offsetAt(change) });
  }
  return zones;
}

/** A line for each symbol or token, in the order of their names. */
export function groupLines(history: Pictured, points: readonly Point[]): GroupLine[] {
  const lines = new Map<string, GroupLine>();
  for (const point of points) {
    const name = point.by[0] ?? '';
    const before = lines.get(name);
    const value = signed(point);
    const out = value.startsWith('-');
    lines.set(name, {
      name,
      unit: unitOf(history, PICTURES[history].field, point.by),
      plus: out ? (before?.plus ?? ZERO) : add(before?.plus ?? ZERO, value),
      minus: out ? add(before?.minus ?? ZERO, value) : (before?.minus ?? ZERO),
      net: add(before?.net ?? ZERO, value),
    });
  }
  return [...lines.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The bars of a picture, without gaps: a slot in which nothing happened is a bar of nothing, so that the
 * same width is always the same time.
 *
 * @param points by day, each at its beginning by the clock here.
 * @param takes whether a point belongs to what is drawn; all of them are in one token.
 */
export function barsOf(points: readonly Point[], takes: (point: Point) => boolean, slot: Slot): Bar[] {
  const found = new Map<number, { plus: Decimal; minus: Decimal }>();
  for (const point of points) {
    if (!takes(point)) continue;
    const start = slotStart(point.start, slot);
    const before = found.get(start) ?? { plus: ZERO, minus: ZERO };
    const value = signed(point);
    found.set(
      start,
      value.startsWith('-')
        ? { ...before, minus: add(before.minus, value) }
        : { ...before, plus: add(before.plus, value) },
    );
  }
  const starts = [...found.keys()];
  if (starts.length === 0) return [];
  const last = starts.reduce((a, b) => Math.max(a, b));
  const bars: Bar[] = [];
  let total = ZERO;
  for (let at = starts.reduce((a, b) => Math.min(a, b)); at <= last; at = nextSlot(at, slot)) {
    const { plus, minus } = found.get(at) ?? { plus: ZERO, minus: ZERO };
    total = subtract(add(total, plus), negate(minus));
    bars.push({ start: at, plus, minus, total });
  }
  return bars;
}

/** Weeks begin on Monday; the first day of the epoch was a Thursday. */
function slotStart(wall: number, slot: Slot): number {
  const day = Math.floor(wall / DAY_MS);
  if (slot === 'day') return day * DAY_MS;
  if (slot === 'week') return (day - ((((day + 3) % 7) + 7) % 7)) * DAY_MS;
  const at = new Date(wall);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}
const nextSlot = (start: number, slot: Slot): number =>
  slot === 'day' ? start + DAY_MS : slot === 'week' ? start + 7 * DAY_MS : slotStart(start + 32 * DAY_MS, 'month');
