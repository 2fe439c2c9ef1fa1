import type { OrderRow } from '../../../shared/contract/contract.ts';
import { compare, isPositive, multiply, subtract, ZERO, type Decimal } from '../../../shared/decimal.ts';
import type { FeedStep } from '../../state/feeds/feeds.ts';

/** More of an order was executed than before; null for the first word on one. */
export interface Executed {
  readonly row: OrderRow;
  readonly before: OrderRow | null;
}

/** How much more of an order was executed. */
export interface Fill {
  readonly row: OrderRow;
  readonly quantity: Decimal;
  /** In quote currency; null where the exchange does not say the average price. */
  readonly value: Decimal | null;
}

/** What happened to own orders in one step of their feed. */
export interface OrderNews {
  readonly fills: readonly Executed[];
  /** Orders that ended otherwise than filled, with what was known of them before; null for the first word on one. */
  readonly ends: readonly { readonly row: OrderRow; readonly before: OrderRow | null }[];
  /** Whether an order says another price, quantity or status than before. */
  readonly changed: boolean;
}

/**
 * Finds what is new in the feed of orders. What was there before the first step is no news; what happened while the page
 * could not hear it is news as soon as it is heard.
 *
 * @param since the exchange's ms from which on an order that was never seen before is a new one.
 */
export function createOrderNews(since: number): (step: FeedStep<OrderRow>) => OrderNews {
  const known = new Map<string, OrderRow>();
  let isFirst = true;
  return ({ fresh, put, drop }) => {
    const fills: Executed[] = [];
    const ends: { row: OrderRow; before: OrderRow | null }[] = [];
    let changed = false;
    for (const row of put) {
      const before = beforeOf(known, row);
      known.set(row.id, row);
      if (isFirst || before === row) continue;
      if (before === null && (row.createdAt === null || row.createdAt < since)) continue;
      const had = before?.executed ?? ZERO;
      if (had !== row.executed && compare(row.executed, had) > 0) fills.push({ row, before });
      if (!row.open && before?.open !== false && row.status !== 'FILLED') ends.push({ row, before });
      if (before !== null && TOLD.some((field) => before[field] !== row[field])) changed = true;
    }
    for (const id of drop) known.delete(id);
    // While an account is locked its feed has no rows; they are compared when they are back.
    if (fresh && put.length > 0) forgetAllBut(known, put);
    isFirst = false;
    return { fills, ends, changed };
  };
}

const TOLD = ['price', 'quantity', 'status'] as const;

/** An order that got its id from the exchange had one of ours before. */
const beforeOf = (known: ReadonlyMap<string, OrderRow>, row: OrderRow): OrderRow | null =>
  known.get(row.id) ?? (row.clientOrderId === null ? undefined : known.get(`c:${row.clientOrderId}`)) ?? null;

/**
 * Adds a fill to those that are not told yet: several of one order are one, from the first one's beginning on.
 *
 * @param gathered by client order id, which an order has before the exchange's.
 */
export function gatherFill(gathered: Map<string, Executed>, { row, before }: Executed): void {
  const id = row.clientOrderId ?? row.id;
  const had = gathered.get(id);
  gathered.set(id, { row, before: had === undefined ? before : had.before });
}

/** What was executed, of how much and for how much. */
export const fillOf = ({ row, before }: Executed): Fill => ({
  row,
  quantity: subtract(row.executed, before?.executed ?? ZERO),
  value: valueOf(before, row),
});

/** What the fill cost: what all of the order's fills cost, without those before. */
function valueOf(before: OrderRow | null, row: OrderRow): Decimal | null {
  if (row.averagePrice === null) return null;
  const all = multiply(row.averagePrice, row.executed);
  if (before === null || !isPositive(before.executed)) return all;
  if (before.averagePrice === null) return null;
  const value = subtract(all, multiply(before.averagePrice, before.executed));
  return isPositive(value) ? value : null;
}

function forgetAllBut(known: Map<string, OrderRow>, rows: readonly OrderRow[]): void {
  const there = new Set(rows.map(({ id }) => id));
  for (const id of known.keys()) if (!there.has(id)) known.delete(id);
}
