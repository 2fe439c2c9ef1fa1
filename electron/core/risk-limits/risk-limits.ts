import type { BalanceRow, InstrumentRow, MarketRow, Outcome, PositionRow } from '../../../shared/contract/contract.ts';
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
import type { GuardedPlan } from './plans.ts';
import type { Realised } from './realised.ts';

const MINUTE_MS = 60_000;
/** How often what is shown of it is looked at, and the day's result read again while a limit asks for it. */
const LOOK_MS = 5_000;
const READ_EVERY = 12;
export interface RiskLimitsParts {
  readonly clock: Clock;
  readonly kept: KeptLimits;
  readonly realised: Realised;
  readonly notices: Notices;
  readonly instrument: (symbol: string) => InstrumentRow | undefined;
  readonly quote: (symbol: string) => Pick<MarketRow, 'bid' | 'ask' | 'mark' | 'last'> | undefined;
  readonly positions: () => Iterable<PositionRow>;
  readonly balance: (token: string) => BalanceRow | undefined;
  readonly orders: () => Iterable<OwnOrder>;
}

/** Limits that are kept before anything is sent. The checks throw FaultError NotAllowed (`guard`) and name the limit. */
export interface RiskLimits {
  readonly feed: FeedSource<GuardRow>;
  set(command: { readonly limits: GuardLimits }): Outcome;
  /** An order is about to be sent; one that may go is counted. */
  order(order: PlaceOrder): void;
  /** An edit is about to be sent. */
  edit(order: OwnOrder, price: Decimal | null, quantity: Decimal | null): void;
  /** A plan is about to be sent, or a new value of one; edits are not counted. */
  plan(plan: GuardedPlan, what: 'place' | 'edit'): void;
  /** A fill was heard of. */
  filled(): void;
  start(): void;
  stop: Unsubscribe;
}

/** Makes the guard of a profile. */
export function createRiskLimits(parts: RiskLimitsParts): RiskLimits {
  const { clock, kept, realised, notices } = parts;
  const feed = createFeed<GuardRow>('id');
  const read = kept.read();
  let limits = read ?? noLimits;
  let unreadable = read === null;
  /** Monotonic ms of the orders of the last minute. */
  let left: readonly number[] = [];
  let timer: Timer | null = null;
  let looks = 0;
  if (unreadable)
    notices.say('danger', 'Your own limits cannot be read. Nothing that adds risk is sent until you set them again.');

  const lastMinute = (): number => {
    left = left.filter((at) => clock.monotonic() - at < MINUTE_MS);
    return left.length;
  };
  function show(): void {
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
  function look(): void {
    looks += 1;
    if (limits.dailyLoss !== null && (looks % READ_EVERY === 1 || realised.today() === null))
      realised.read().then(show, () => undefined);
    show();
    timer = clock.after(LOOK_MS, look);
  }

  function held({ symbol, kind, base }: InstrumentRow, positionSide: string | null): Decimal {
    if (kind === 'spot') return parts.balance(base)?.holding ?? ZERO;
    let sum = ZERO;
    for (const position of parts.positions()) {
      const mine = position.symbol === symbol && (positionSide ?? 'BOTH') === position.positionSide;
      if (mine) sum = add(sum, position.holding);
    }
    return sum;
  }
  /** What is left of own open orders that pull the same way. */
  function resting(symbol: string, side: string, positionSide: string | null, except: OwnOrder | null): Resting {
    let sum = ZERO;
    let worth: Decimal | null = ZERO;
    for (const order of parts.orders()) {
      const { traits, life, fills, sent, asked } = order;
      const same = traits.symbol === symbol && traits.side === side && traits.reduceOnly !== true;
      if (!same || order === except || life?.open === false) continue;
      if ((traits.positionSide ?? 'BOTH') !== (positionSide ?? 'BOTH')) continue;
      const quantity = highest(asked, 'quantity', life?.quantity ?? sent?.quantity ?? null) ?? ZERO;
      const rest = subtract(quantity, fills?.executed ?? ZERO);
      if (compare(rest, ZERO) <= 0) continue;
      sum = add(sum, rest);
      const at = highest(asked, 'price', life?.price ?? sent?.price ?? null);
      worth = worth === null || at === null ? null : add(worth, multiply(rest, at));
    }
    return { quantity: sum, worth };
  }
  /** The market's price for an order without one of its own. */
  function marketPrice(symbol: string, side: 'BUY' | 'SELL'): Decimal | null {
    const { bid = null, ask = null, mark = null, last = null } = parts.quote(symbol) ?? {};
    return (side === 'BUY' ? ask : bid) ?? mark ?? last;
  }
  /** What one can come to be worth: a sale never fills below the market, however low its own price is. */
  function priceOf(symbol: string, side: 'BUY' | 'SELL', own: Decimal | null): Decimal | null {
    if (side === 'BUY' && own !== null) return own;
    const market = marketPrice(symbol, side);
    return own === null || market === null || compare(market, own) > 0 ? market : own;
  }

  /** What is left of own open orders, and what it comes to at their prices; null where one has none. */
  interface Resting {
    readonly quantity: Decimal;
    readonly worth: Decimal | null;
  }
  interface Judged {
    readonly instrument: InstrumentRow;
    readonly order: Omit<GuardedOrder, 'symbol' | 'quote' | 'reduces'>;
    readonly positionSide: string | null;
    readonly reduceOnly: boolean;
    readonly except: OwnOrder | null;
    readonly paced: boolean;
  }
  function judge({ instrument, order, positionSide, reduceOnly, except, paced }: Judged): void {
    const { symbol, quote, kind } = instrument;
    const side = order.side;
    const { quantity: rests, worth } = resting(symbol, side, positionSide, except);
    const facts: GuardFacts = {
      holding: held(instrument, positionSide),
      resting: rests,
      restingWorth: worth,
      mark: parts.quote(symbol)?.mark ?? marketPrice(symbol, side),
      ordersLastMinute: paced ? lastMinute() : 0,
      realisedToday: realised.today(),
    };
    const reduces = onlyReduces(
      { side, positionSide, reduceOnly, quantity: order.quantity },
      kind,
      facts.holding,
      facts.resting,
    );
    const refused =
      unreadable && !reduces
        ? 'Your own limits cannot be read. Set them again in “Dead-man switch”; until then only reducing orders go out.'
        : guardRefusal({ ...order, symbol, quote, reduces }, limits, facts);
    if (refused !== null) throw new FaultError({ kind: 'NotAllowed', policy: 'guard', reason: refused });
  }

  const guards = (): boolean => unreadable || Object.values(limits).some((limit) => limit !== null);
  /** The instrument to judge by; null where there is no limit, or the order only reduces. Throws where it is not known. */
  function judgedBy(symbol: string, reduces: boolean): InstrumentRow | null {
    if (!guards() || reduces) return null;
    const instrument = parts.instrument(symbol);
    if (instrument !== undefined) return instrument;
    const reason = `The terms of ${symbol} are not known, so the order cannot be compared with your limits.`;
    throw new FaultError({ kind: 'NotAllowed', policy: 'guard', reason });
  }
  function count(): void {
    left = [...left, clock.monotonic()];
    if (limits.ordersPerMinute !== null) show();
  }

  return {
    feed,
    set({ limits: wanted }) {
      try {
        kept.write(wanted);
      } catch {
        throw new FaultError({
          kind: 'NotAllowed',
          policy: 'guard',
          reason: 'The limits cannot be kept on disk; those before stand. Is the disk full?',
        });
      }
      limits = wanted;
      unreadable = false;
      if (limits.dailyLoss !== null) realised.read().then(show, () => undefined);
      show();
      return { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null };
    },
    order(order) {
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
          paced: true,
        });
      count();
    },
    edit(own, price, quantity) {
      const { traits, life, fills, sent } = own;
      const instrument = judgedBy(traits.symbol, traits.reduceOnly ?? false);
      if (instrument === null) return;
      // Before its first report, what was sent of it counts.
      const before = life ?? sent;
      const now = before?.quantity ?? null;
      const paid = before?.price ?? null;
      const wanted = quantity ?? now;
      const isKnown = now !== null && (price === null || paid !== null);
      const dearer = price !== null && paid !== null && compare(price, paid) > 0;
      const larger = wanted !== null && now !== null && compare(wanted, now) > 0;
      // A smaller order at no higher price adds no risk; one of which nothing is known may.
      if (isKnown && !dearer && !larger) return;
      const side = traits.side === 'BUY' ? 'BUY' : 'SELL';
      const rest = wanted === null ? null : subtract(wanted, fills?.executed ?? ZERO);
      judge({
        instrument,
        order: {
          side,
          quantity: rest,
          amount: null,
          price: priceOf(traits.symbol, side, price ?? paid),
        },
        positionSide: traits.positionSide,
        reduceOnly: traits.reduceOnly ?? false,
        except: own,
        paced: false,
      });
    },
    plan({ symbol, side, positionSide, closes, quantity, price, atOnce }, what) {
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
            price: atOnce ? priceOf(symbol, side, price) : (price ?? marketPrice(symbol, side)),
          },
          positionSide,
          reduceOnly: closes === 'always' || exits,
          except: null,
          paced: what === 'place',
        });
      if (what === 'place') count();
    },
    filled() {
      if (limits.dailyLoss !== null) realised.soon();
    },
    start: look,
    stop() {
      timer?.cancel();
      realised.stop();
    },
  };
}

/** The highest that an order may stand at: edits that were sent may stand already, and may be refused yet. */
const highest = (asked: OwnOrder['asked'], field: 'price' | 'quantity', now: Decimal | null): Decimal | null =>
  asked.reduce((most, { [field]: edited, state }) => {
    return state === 'open' && edited !== null && (most === null || compare(edited, most) > 0) ? edited : most;
  }, now);
