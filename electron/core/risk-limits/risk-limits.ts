import type { InstrumentRow, Outcome } from '../../../shared/contract/contract.ts';
import type { GuardLimits, GuardRow } from '../../../shared/contract/guard.ts';
import { add, compare, multiply, subtract, ZERO, type Decimal } from '../../../shared/decimal.ts';
import { FaultError } from '../../../shared/errors.ts';
import {
  guardRefusal,
  lossReached,
  noLimits,
  onlyReduces,
  type GuardedOrder,
  type GuardFacts,
} from '../../../shared/rules/risk-limit-rules.ts';
import type { PlaceOrder } from '../../../shared/rules/order-rules.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Notices } from '../commands/notices.ts';
import type { OwnOrder } from '../orders/book/merge.ts';
import type { Clock, Timer, Unsubscribe } from '../world/ports.ts';
import type { KeptLimits } from './kept.ts';
import { heldQuantity, marketPrice, type MarketFacts } from './market-facts.ts';
import type { LimitedPlan } from './plans.ts';
import type { Realised } from './realised.ts';

const MINUTE_MS = 60_000;
/** Interval of the row's refresh; with a daily loss limit, every twelfth refresh reads the day's result. */
const REFRESH_MS = 5_000;
const REFRESHES_PER_READ = 12;
export interface RiskLimitsParts extends MarketFacts {
  readonly clock: Clock;
  readonly kept: KeptLimits;
  readonly realised: Realised;
  readonly notices: Notices;
  readonly instrument: (symbol: string) => InstrumentRow | undefined;
  readonly orders: () => Iterable<OwnOrder>;
}

/**
 * The person's own limits, checked before sending. The checks throw FaultError NotAllowed (`guard`) and name the limit.
 */
export interface RiskLimits {
  readonly feed: FeedSource<GuardRow>;
  set(command: { readonly limits: GuardLimits }): Outcome;
  /**
   * Checks an order before it is sent, and counts it when allowed.
   *
   * @param ask what else may refuse it, called before it is counted.
   */
  order(order: PlaceOrder, ask?: () => void): void;
  /** Checks an edit before it is sent. */
  edit(order: OwnOrder, price: Decimal | null, quantity: Decimal | null): void;
  /** Checks a plan, or its new values, before it is sent; edits are not counted. */
  plan(plan: LimitedPlan, what: 'place' | 'edit', ask?: () => void): void;
  /** Reads the day's result soon, after a fill. */
  filled(): void;
  start(): void;
  stop: Unsubscribe;
}

/** Creates the risk limits of a profile. */
export function createRiskLimits(parts: RiskLimitsParts): RiskLimits {
  const { clock, kept, realised, notices } = parts;
  const feed = createFeed<GuardRow>('id');
  const read = kept.read();
  let limits = read ?? noLimits;
  let unreadable = read === null;
  /** Monotonic ms of the orders sent in the last minute. */
  let sentAt: readonly number[] = [];
  let timer: Timer | null = null;
  let refreshes = 0;
  if (unreadable)
    notices.say('danger', 'Your own limits cannot be read. Nothing that adds risk is sent until you set them again.');

  const lastMinute = (): number => {
    sentAt = sentAt.filter((at) => clock.monotonic() - at < MINUTE_MS);
    return sentAt.length;
  };
  function publish(): void {
    const realisedToday = limits.dailyLoss === null ? null : realised.today();
    const row: GuardRow = {
      id: 'guard',
      limits,
      unreadable,
      ordersLastMinute: lastMinute(),
      realisedToday,
      lossReached: lossReached(limits, realisedToday),
    };
    const before = feed.get('guard');
    if (row.lossReached && before?.lossReached === false)
      notices.say(
        'danger',
        'Your daily loss limit was reached: only reducing orders go out until 00:00 UTC, or until you change the limit.',
      );
    if (JSON.stringify(before) !== JSON.stringify(row)) feed.put(row);
  }
  function refresh(): void {
    refreshes += 1;
    if (limits.dailyLoss !== null && (refreshes % REFRESHES_PER_READ === 1 || realised.today() === null))
      realised.read().then(publish, () => undefined);
    publish();
    timer = clock.after(REFRESH_MS, refresh);
  }

  const held = (instrument: InstrumentRow, positionSide: string | null): Decimal =>
    heldQuantity(parts, instrument, positionSide);
  /** The remaining quantity of own open orders on the same side. */
  function resting(symbol: string, side: string, positionSide: string | null, except: OwnOrder | null): Resting {
    let sum = ZERO;
    let worth: Decimal | null = ZERO;
    for (const order of parts.orders()) {
      const { traits, life, fills, sent, pendingChanges } = order;
      const same = traits.symbol === symbol && traits.side === side && traits.reduceOnly !== true;
      if (!same || order === except || life?.open === false) continue;
      if ((traits.positionSide ?? 'BOTH') !== (positionSide ?? 'BOTH')) continue;
      const quantity = highest(pendingChanges, 'quantity', life?.quantity ?? sent?.quantity ?? null) ?? ZERO;
      const remaining = subtract(quantity, fills?.executed ?? ZERO);
      if (compare(remaining, ZERO) <= 0) continue;
      sum = add(sum, remaining);
      const at = highest(pendingChanges, 'price', life?.price ?? sent?.price ?? null);
      worth = worth === null || at === null ? null : add(worth, multiply(remaining, at));
    }
    return { quantity: sum, worth };
  }
  /** The highest expected price: a sale never fills below the market, however low its price. */
  function priceOf(symbol: string, side: 'BUY' | 'SELL', order: Decimal | null): Decimal | null {
    if (side === 'BUY' && order !== null) return order;
    const market = marketPrice(parts, symbol, side);
    return order === null || market === null || compare(market, order) > 0 ? market : order;
  }

  /** The remaining quantity of own open orders and its value; null when one has no price. */
  interface Resting {
    readonly quantity: Decimal;
    readonly worth: Decimal | null;
  }
  interface JudgedOrder {
    readonly instrument: InstrumentRow;
    readonly order: Omit<GuardedOrder, 'symbol' | 'quote' | 'reduces'>;
    readonly positionSide: string | null;
    readonly reduceOnly: boolean;
    readonly except: OwnOrder | null;
    readonly isCounted: boolean;
  }
  function judge({ instrument, order, positionSide, reduceOnly, except, isCounted }: JudgedOrder): void {
    const { symbol, quote, kind } = instrument;
    const side = order.side;
    const { quantity: restingQuantity, worth } = resting(symbol, side, positionSide, except);
    const facts: GuardFacts = {
      holding: held(instrument, positionSide),
      resting: restingQuantity,
      restingWorth: worth,
      mark: parts.quote(symbol)?.mark ?? marketPrice(parts, symbol, side),
      ordersLastMinute: isCounted ? lastMinute() : 0,
      realisedToday: realised.today(),
    };
    const reduces = onlyReduces(
      { side, positionSide, reduceOnly, quantity: order.quantity },
      kind,
      facts.holding,
      facts.resting,
    );
    const refusal =
      unreadable && !reduces
        ? 'Your own limits cannot be read. Set them again in “Dead-man switch”; until then only reducing orders go out.'
        : guardRefusal({ ...order, symbol, quote, reduces }, limits, facts);
    if (refusal !== null) throw new FaultError({ kind: 'NotAllowed', policy: 'guard', reason: refusal });
  }

  const hasLimits = (): boolean => unreadable || Object.values(limits).some((limit) => limit !== null);
  /** The instrument to judge by; null without limits or for a reducing order. Throws when it is unknown. */
  function judgedBy(symbol: string, reduces: boolean): InstrumentRow | null {
    if (!hasLimits() || reduces) return null;
    const instrument = parts.instrument(symbol);
    if (instrument !== undefined) return instrument;
    const reason = `The terms of ${symbol} are not known, so the order cannot be compared with your limits.`;
    throw new FaultError({ kind: 'NotAllowed', policy: 'guard', reason });
  }
  function countOrder(): void {
    sentAt = [...sentAt, clock.monotonic()];
    if (limits.ordersPerMinute !== null) publish();
  }

  return {
    feed,
    set({ limits: newLimits }) {
      try {
        kept.write(newLimits);
      } catch {
        throw new FaultError({
          kind: 'NotAllowed',
          policy: 'guard',
          reason: 'The limits cannot be saved; the old ones stay. Is the disk full?',
        });
      }
      limits = newLimits;
      unreadable = false;
      if (limits.dailyLoss !== null) realised.read().then(publish, () => undefined);
      publish();
      return { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null };
    },
    order(order, ask = () => undefined) {
      const instrument = judgedBy(order.symbol, order.reduceOnly ?? false);
      if (instrument !== null)
        judge({
          instrument,
          order: {
            side: order.side,
            quantity: order.quantity ?? null,
            amount: order.amount ?? null,
            price: priceOf(order.symbol, order.side, order.price ?? null),
          },
          positionSide: order.positionSide ?? null,
          reduceOnly: order.reduceOnly ?? false,
          except: null,
          isCounted: true,
        });
      ask();
      countOrder();
    },
    edit(order, price, quantity) {
      const { traits, life, fills, sent } = order;
      const instrument = judgedBy(traits.symbol, traits.reduceOnly ?? false);
      if (instrument === null) return;
      // Before its first report, the request counts.
      const before = life ?? sent;
      const now = before?.quantity ?? null;
      const paid = before?.price ?? null;
      const newLimits = quantity ?? now;
      const isKnown = now !== null && (price === null || paid !== null);
      const isDearer = price !== null && paid !== null && compare(price, paid) > 0;
      const isLarger = newLimits !== null && now !== null && compare(newLimits, now) > 0;
      // A smaller order at no higher price adds no risk; an unknown one may.
      if (isKnown && !isDearer && !isLarger) return;
      const side = traits.side === 'BUY' ? 'BUY' : 'SELL';
      const remaining = newLimits === null ? null : subtract(newLimits, fills?.executed ?? ZERO);
      judge({
        instrument,
        order: {
          side,
          quantity: remaining,
          amount: null,
          price: priceOf(traits.symbol, side, price ?? paid),
        },
        positionSide: traits.positionSide,
        reduceOnly: traits.reduceOnly ?? false,
        except: order,
        isCounted: false,
      });
    },
    plan({ symbol, side, positionSide, closes, quantity, price, atOnce }, what, ask = () => undefined) {
      const instrument = judgedBy(symbol, closes === 'always');
      // A stop beside a resting exit closes the same position.
      const exits =
        closes === 'held' &&
        instrument !== null &&
        onlyReduces(
          { side, positionSide, reduceOnly: false, quantity },
          instrument.kind,
          held(instrument, positionSide),
          ZERO,
        );
      if (instrument !== null)
        judge({
          instrument,
          order: {
            side,
            quantity,
            amount: null,
            price: atOnce ? priceOf(symbol, side, price) : (price ?? marketPrice(parts, symbol, side)),
          },
          positionSide,
          reduceOnly: closes === 'always' || exits,
          except: null,
          isCounted: what === 'place',
        });
      ask();
      if (what === 'place') countOrder();
    },
    filled() {
      if (limits.dailyLoss !== null) realised.soon();
    },
    start: refresh,
    stop() {
      timer?.cancel();
      realised.stop();
    },
  };
}

/** The highest possible value of an order: sent edits may be applied already or still be rejected. */
const highest = (
  pendingChanges: OwnOrder['pendingChanges'],
  field: 'price' | 'quantity',
  now: Decimal | null,
): Decimal | null =>
  pendingChanges.reduce((most, { [field]: edited, state }) => {
    return state === 'open' && edited !== null && (most === null || compare(edited, most) > 0) ? edited : most;
  }, now);
