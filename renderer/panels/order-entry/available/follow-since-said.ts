import { crossPnl } from '../../../../shared/rules/account/position.ts';
import { create } from 'zustand';
import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { add, compare, isPositive, known, subtract, ZERO, type Decimal } from '../../../../shared/decimal.ts';
import { positionId } from '../../../../shared/rules/position-math.ts';
import { atMostEvery } from '../../../state/at-most-every.ts';
import { followFeed, peekFeed } from '../../../state/feeds/feeds.ts';
import { claimed, claimOf, NOTHING_YET, saidAnew, type SinceSaid } from './since-said.ts';

interface Followed {
  readonly since: SinceSaid;
  /** What is left of own open orders, in base currency; by {@link restingKey}, and for those that only reduce by {@link reducingKey}. */
  readonly resting: ReadonlyMap<string, Decimal>;
}

/** Orders of one side that change the same position. */
export const restingKey = (order: Pick<OrderRow, 'symbol' | 'positionSide' | 'marginMode' | 'side'>): string =>
  `${positionId(order.symbol, order.positionSide, order.marginMode)} ${order.side}`;

/** Orders of one side that only reduce the same position. */
export const reducingKey = (order: Parameters<typeof restingKey>[0]): string => `${restingKey(order)} reducing`;

/** Of the page, so that a ticket that is hidden misses nothing. */
export const useSinceSaid = create<Followed>(() => ({ since: NOTHING_YET, resting: new Map() }));

/** An order as the follower knows it. */
interface Known {
  readonly row: OrderRow;
  readonly key: string;
  /** What is left of it, in base currency; 0 where it is not open. */
  readonly rest: Decimal;
  /** What it claimed at most so far as is known, in quote currency. */
  readonly claim: Decimal;
}

function leftOf(order: OrderRow): Decimal {
  if (!order.open || order.quantity === null) return ZERO;
  const left = subtract(order.quantity, order.executed);
  return isPositive(left) ? left : ZERO;
}

const claimNow = (order: OrderRow): Decimal | null =>
  claimOf(order, known(peekFeed('market', order.symbol).get(order.symbol)?.mark ?? null));

/** A mark that moves changes what the same order claims, and is no change of the order. */
const isChanged = (before: OrderRow | undefined, now: OrderRow): boolean =>
  before?.open !== now.open ||
  before.executed !== now.executed ||
  before.quantity !== now.quantity ||
  before.price !== now.price;

/** A crowd of own orders is told of so often at most. */
const TELL_EVERY_MS = 500;
let followed = false;

/** Begins to follow own orders and the account; once for the page. */
export function followSinceSaid(): void {
  if (followed) return;
  followed = true;
  /** Each order as it was last, by its client order id, which it has before the exchange's. */
  const orders = new Map<string, Known>();
  const ids = new Map<string, string>();
  const resting = new Map<string, Decimal>();
  /** Orders that changed, with the local ms, and are not counted yet: a crowd changes more often than it is told of. */
  const changed = new Map<string, { readonly order: OrderRow; readonly at: number }>();
  let since = NOTHING_YET;
  let ordersCame = false;
  /** Both the orders and the free collateral came once. */
  let begun = false;

  /** Counts the orders of before the page that the last read of the account did not see. */
  function begin(): void {
    if (begun || !ordersCame || since.saidAt === null) return;
    begun = true;
    const ahead = peekFeed('connection').get('clock')?.value ?? 0;
    const saidAt = since.saidAt + ahead;
    const late = [...orders.values()]
      .map(({ row }) => ({ row, at: row.updatedAt ?? row.createdAt ?? 0 }))
      .filter(({ at }) => at > saidAt)
      .sort((one, other) => one.at - other.at);
    for (const { row, at } of late) {
      // How much an older order grew between its fills is not known.
      const isWhole = (row.createdAt ?? at) > saidAt || !isPositive(row.executed);
      since = claimed(since, { symbol: row.symbol, value: isWhole ? claimNow(row) : ZERO, at: at - ahead });
    }
  }

  const tell = atMostEvery(TELL_EVERY_MS, () => {
    takeChanged();
    useSinceSaid.setState({ since, resting: new Map(resting) });
  });
  function rest(key: string, before: Decimal, now: Decimal): void {
    if (before !== now) resting.set(key, add(subtract(resting.get(key) ?? ZERO, before), now));
  }
  function forget(id: string): void {
    const order = orders.get(id);
    if (order === undefined) return;
    rest(order.key, order.rest, ZERO);
    orders.set(id, { ...order, rest: ZERO });
  }
  function take(id: string, order: OrderRow, at: number): void {
    const before = orders.get(id);
    const key = before?.key ?? (order.reduceOnly ? reducingKey(order) : restingKey(order));
    const left = leftOf(order);
    rest(key, before?.rest ?? ZERO, left);
    const claim = claimNow(order);
    const claimedBefore = before?.claim ?? ZERO;
    orders.set(id, { row: order, key, rest: left, claim: claim ?? claimedBefore });
    const grown = claim === null || compare(claim, claimedBefore) > 0;
    if (!begun || !(grown || isChanged(before?.row, order))) return;
    // Without a price it stays unknown until the account is read. What became free counts only once it was read.
    const value = claim === null ? null : grown ? subtract(claim, claimedBefore) : ZERO;
    since = claimed(since, { symbol: order.symbol, value, at });
  }
  function takeChanged(): void {
    for (const [id, { order, at }] of changed) take(id, order, at);
    changed.clear();
  }

  followFeed('orders', '', ({ fresh, put, drop }) => {
    if (fresh || drop.length > 0) takeChanged();
    if (fresh) for (const id of orders.keys()) forget(id);
    // Before the rows that come: an order that gets the exchange's id is dropped and put in one step.
    for (const gone of drop) forget(ids.get(gone) ?? gone);
    const at = Date.now();
    for (const order of put) {
      const id = order.clientOrderId ?? order.id;
      ids.set(order.id, id);
      // The newest last.
      changed.delete(id);
      changed.set(id, { order, at });
    }
    ordersCame = true;
    if (!begun || drop.length > 0) takeChanged();
    for (const gone of drop) {
      const id = ids.get(gone) ?? gone;
      ids.delete(gone);
      if (orders.get(id)?.row.id === gone) orders.delete(id);
    }
    begin();
    tell.soon();
  });
  followFeed('account', '', () => {
    const account = peekFeed('account').get('account');
    const saidAt = account?.freeCollateralAt ?? null;
    if (saidAt === since.saidAt) return;
    takeChanged();
    since = saidAnew(since, saidAt, account?.crossPnlThen ?? crossPnl(peekFeed('positions').values()));
    begin();
    tell.now();
  });
}
