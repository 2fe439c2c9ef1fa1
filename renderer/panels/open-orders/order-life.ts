import type { OrderRow } from '../../../shared/contract/contract.ts';
import type { OrderEvent } from '../../../shared/contract/order-life.ts';

/** Events by this machine's clock, the newest first; of the same instant the one that came later. */
export function newestFirst(events: Iterable<OrderEvent>): readonly OrderEvent[] {
  return [...events].sort(
    (a, b) => (b.receivedAt ?? 0) - (a.receivedAt ?? 0) || RANK[b.kind] - RANK[a.kind] || numberOf(b) - numberOf(a),
  );
}

/** What comes first of one instant: a command before what is said of it. */
const RANK: Readonly<Record<OrderEvent['kind'], number>> = {
  gap: 0,
  command: 1,
  answer: 2,
  report: 2,
  refusal: 2,
  record: 2,
};

/** Notes have rising numbers (order-life.ts of the core). */
const numberOf = ({ id }: OrderEvent): number => Number(/^n(\d+)$/.exec(id)?.[1] ?? 0);

/** An order with its life as text that a person or a program can read. */
export const lifeAsText = (row: OrderRow, events: readonly OrderEvent[]): string =>
  JSON.stringify({ order: row, life: events.toReversed() }, null, 2);

/** The fields of one event, a line each. */
export const fieldsAsText = (event: OrderEvent): string =>
  Object.entries(event.fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
