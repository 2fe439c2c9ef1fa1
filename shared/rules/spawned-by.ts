import type { OrderRow } from '../contract/contract.ts';
import type { AlgoRow } from '../contract/algo.ts';
import { compare, isPositive } from '../decimal.ts';

/** An order comes so soon before or after what brought it about; both times are the exchange's. */
const SOON_MS = 2_000;

/**
 * The algo order that placed an ordinary order. The interface links the two by nothing, so that it is found by what both
 * say: symbol, side, quantity and the instant; an order by hand has a client order id.
 *
 * @param algos all nodes that are known.
 * @returns null where none fits, or more than one does.
 */
export function spawnedBy(order: OrderRow, algos: Iterable<AlgoRow>): AlgoRow | null {
  if (order.ours || order.clientOrderId !== null || order.createdAt === null) return null;
  const fitting: AlgoRow[] = [];
  for (const node of algos) if (fits(order, node)) fitting.push(node);
  const [first] = fitting;
  return fitting.length === 1 && first !== undefined ? first : null;
}

function fits(order: OrderRow, node: AlgoRow): boolean {
  if (node.symbol !== order.symbol || node.side !== order.side) return false;
  if (node.positionSide !== null && node.positionSide !== order.positionSide) return false;
  // A group of two legs places nothing itself.
  if (GROUPS.has(node.algoType)) return false;
  const at = isPast(node.triggeredAt) ? node.triggeredAt : PLACES_AT_ONCE.has(node.algoType) ? node.createdAt : null;
  if (at === null || order.createdAt === null || Math.abs(order.createdAt - at) > SOON_MS) return false;
  // One that closes a position has no quantity of its own.
  if (node.quantity === null || order.quantity === null || !isPositive(node.quantity)) return true;
  return compare(node.quantity, order.quantity) === 0;
}

/** The wire writes zero for an instant that has not come. */
const isPast = (at: number | null): at is number => at !== null && at > 0;

const GROUPS: ReadonlySet<string> = new Set(['TP_SL', 'POSITIONAL_TP_SL']);
/** Their entry is in the market from the start. */
const PLACES_AT_ONCE: ReadonlySet<string> = new Set(['BRACKET', 'OCO']);
