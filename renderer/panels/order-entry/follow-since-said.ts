import { create } from 'zustand';
import type { OrderRow } from '../../../shared/contract.ts';
import { add, compare, isPositive, known, max, subtract, ZERO, type Decimal } from '../../../shared/decimal.ts';
import { positionId } from '../../../shared/position-math.ts';
import { followFeed, peekFeed } from '../../state/feeds.ts';
import { claimed, claimOf, crossPnl, NOTHING_YET, saidAnew, type SinceSaid } from './since-said.ts';

interface Followed {
  readonly since: SinceSaid;
  /** What is left of own open orders, in base currency and reducing ones aside; by {@link restingKey}. */
  readonly resting: ReadonlyMap<string, Decimal>;
}

/** Orders of one side that change the same position. */
export const restingKey = (order: Pick<OrderRow, 'symbol' | 'positionSide' | 'marginMode' | 'side'>): string =>
  `${positionId(order.symbol, order.positionSide, order.marginMode)} ${order.side}`;

/** Of the page, so that a ticket that is hidden misses nothing. */
export const useSinceSaid = create<Followed>(() => ({ since: NOTHING_YET, resting: new Map() }));

/** A crowd of own orders is told of so often at most. */
const TELL_EVERY_MS = 500;
let followed = false;

/** Begins to follow own orders and the account; once for the page. */
export function followSinceSaid(): void {
  if (followed) return;
  followed = true;
  /** What each order claimed, by its client order id, which it has before the exchange's. */
  const claims = new Map<string, Decimal>();
  const ids = new Map<string, string>();
  /** How far each order was. */
  const states = new Map<string, string>();
  const left = new Map<string, { readonly key: string; readonly rest: Decimal }>();
  const resting = new Map<string, Decimal>();
  let since = NOTHING_YET;
  let begun = false;
  let toldAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    toldAt = performance.now();
    useSinceSaid.setState({ since, resting: new Map(resting) });
  }
  function tellSoon(): void {
    const wait = toldAt + TELL_EVERY_MS - performance.now();
    if (wait <= 0) tell();
    else timer ??= setTimeout(tell, wait);
  }
  function rest(id: string, now: { readonly key: string; readonly rest: Decimal } | null): void {
    const before = left.get(id);
    if (before !== undefined) resting.set(before.key, subtract(resting.get(before.key) ?? ZERO, before.rest));
    if (now === null) left.delete(id);
    else {
      left.set(id, now);
      resting.set(now.key, add(resting.get(now.key) ?? ZERO, now.rest));
    }
  }
  function take(order: OrderRow): void {
    const id = order.clientOrderId ?? order.id;
    ids.set(order.id, id);
    const size =
      order.open && !order.reduceOnly && order.quantity !== null ? subtract(order.quantity, order.executed) : ZERO;
    rest(id, isPositive(size) ? { key: restingKey(order), rest: size } : null);
    const mark = known(peekFeed('market', order.symbol).get(order.symbol)?.mark ?? null);
    const value = claimOf(order, mark);
    const before = claims.get(id) ?? ZERO;
    if (value !== null) claims.set(id, value);
    // A mark that moves changes what the same order claims, and is no change of the order.
    const state = `${order.open} ${order.executed} ${order.quantity} ${order.price}`;
    const changed = states.get(id) !== state;
    states.set(id, state);
    const grown = value === null || compare(value, before) > 0;
    // What was there before the page is in what was said.
    if (!begun || !(changed || grown)) return;
    // Without a price it stays unknown until the account is read. What became free counts only once it was read.
    const more = value === null ? null : max(subtract(value, before), ZERO);
    since = claimed(since, { symbol: order.symbol, value: more, at: Date.now() });
  }

  followFeed('orders', '', (step) => {
    if (step.fresh) for (const id of left.keys()) rest(id, null);
    // Before the rows that come: an order that gets the exchange's id is dropped and put in one step.
    for (const gone of step.drop) {
      rest(ids.get(gone) ?? gone, null);
      ids.delete(gone);
    }
    for (const order of step.put) take(order);
    begun = true;
    tellSoon();
  });
  followFeed('account', '', () => {
    const saidAt = peekFeed('account').get('account')?.freeCollateralAt ?? null;
    if (saidAt === since.saidAt) return;
    since = saidAnew(since, saidAt, crossPnl(peekFeed('positions').values()));
    tell();
  });
}
