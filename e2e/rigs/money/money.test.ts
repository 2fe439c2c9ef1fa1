import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leverageOf } from '../../../electron/practice/engine/money/account.ts';
import { fixed, fixedText } from '../../../electron/practice/engine/money/fixed.ts';
import { marginState, unrealised } from '../../../electron/practice/engine/money/margin.ts';
import type { Account } from '../../../electron/practice/engine/model.ts';
import { place } from '../../../electron/practice/engine/orders/place.ts';
import { Refusal } from '../../../electron/practice/engine/refusal.ts';
import { setAccountMode, setLeverage, setPositionMode } from '../../../electron/practice/engine/settings.ts';
import { instrumentOf } from '../../../electron/practice/engine/symbols.ts';
import { pricesOf, type Venue } from '../../../electron/practice/engine/venue.ts';
import { roomOf, shareOf } from '../../../renderer/panels/order-entry/available/available.ts';
import { applicability } from '../../../shared/rules/order-rules.ts';
import type { OrderDraft } from '../../../shared/contract/contract.ts';
import { add, compare, decimal, multiply, neighbours, subtract, ZERO } from '../../../shared/decimal.ts';
import { crossLiquidation } from '../../../shared/rules/account/liquidation.ts';
import { initialMargin, reachOf } from '../../../shared/rules/account/margin.ts';
import { unrealisedPnl } from '../../../shared/rules/account/position.ts';
import { proves } from '../proof.ts';
import { draft as practiceDraft, funded, quietVenue } from '../practice/fixtures.ts';
import { crossFacts, entryOf, holding, instrumentRow, markOf, meansFor, money } from './account-facts.ts';
import { claim, fraction, isNear, liquidation, plus, profit, sign, size, times, NOTHING } from './by-the-text.ts';

/* The arithmetic of the terminal against that of the practice exchange, and both against the text. */

const RUNS = proves ? 100_000 : 2_000;
const PERP = 'PERP_BTC_USDT';
const SPOT = 'SPOT_BTC_USDT';
const TYPES = ['LIMIT', 'MARKET', 'IOC', 'FOK', 'POST_ONLY', 'ASK', 'BID'] as const;
const PRICED = new Set<string>(['LIMIT', 'IOC', 'FOK', 'POST_ONLY']);

interface Deed {
  readonly side: 'BUY' | 'SELL';
  readonly type: (typeof TYPES)[number];
  readonly closes: boolean;
  readonly isolated: boolean;
  readonly long: boolean;
  /** Whole USDT around the market. */
  readonly price: number;
  readonly thousandths: number;
}
const deed: fc.Arbitrary<Deed> = fc.record({
  side: fc.constantFrom('BUY', 'SELL'),
  type: fc.constantFrom(...TYPES),
  closes: fc.boolean(),
  isolated: fc.boolean(),
  long: fc.boolean(),
  price: fc.integer({ min: 60_000, max: 68_000 }),
  thousandths: fc.integer({ min: 1, max: 4_000 }),
});

interface Scene {
  readonly mode: 'FUTURES' | 'MARGIN' | 'PURE_SPOT';
  readonly hedge: boolean;
  readonly leverage: number;
  readonly usdt: number;
  readonly btc: number;
  readonly before: readonly Deed[];
  readonly spot: boolean;
  readonly last: Deed;
  /** By which the marks move after what was held, in ten-thousandths. */
  readonly moved: number;
}
/** A position, an order that rests and closes a part of it, and one more that closes. */
const closing: fc.Arbitrary<Pick<Scene, 'before' | 'last'>> = fc
  .record({ long: fc.boolean(), isolated: fc.boolean(), opened: deed, rests: deed, last: deed })
  .map(({ long, isolated, opened, rests, last }) => {
    const [ins, outs] = long ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const);
    const [near, far] = long ? [64_500, 67_500] : [63_500, 60_500];
    return {
      before: [
        { ...opened, side: ins, type: 'MARKET', closes: false, isolated, long },
        { ...rests, side: outs, type: 'LIMIT', price: far, closes: true, isolated, long },
      ],
      last: { ...last, side: outs, type: 'LIMIT', price: near, closes: true, isolated, long },
    };
  });

const anyScene: fc.Arbitrary<Scene> = fc.record({
  mode: fc.constantFrom('FUTURES', 'FUTURES', 'FUTURES', 'MARGIN', 'PURE_SPOT'),
  hedge: fc.boolean(),
  leverage: fc.constantFrom(1, 3, 7, 10, 33, 50),
  usdt: fc.integer({ min: 0, max: 200_000 }),
  btc: fc.integer({ min: 0, max: 5 }),
  before: fc.array(deed, { maxLength: 4 }),
  spot: fc.boolean(),
  last: deed,
  moved: fc.integer({ min: -200, max: 200 }),
});
const scene: fc.Arbitrary<Scene> = fc.oneof(
  { weight: 4, arbitrary: anyScene },
  {
    weight: 1,
    arbitrary: fc.tuple(anyScene, closing).map(([any, ends]): Scene => ({
      ...any,
      ...ends,
      mode: 'FUTURES',
      spot: false,
      usdt: any.usdt + 400_000,
      moved: 0,
    })),
  },
);

function draftOf(account: Account, symbol: string, each: Deed): OrderDraft {
  const perpetual = symbol === PERP;
  const hedge = perpetual && account.positionMode === 'HEDGE_MODE';
  return {
    symbol,
    side: each.side,
    type: each.type,
    price: PRICED.has(each.type) ? String(each.price) : '',
    quantity: '',
    amount: '',
    visibleQuantity: '',
    positionSide: hedge ? (each.long ? 'LONG' : 'SHORT') : 'BOTH',
    marginMode: perpetual && each.isolated ? 'ISOLATED' : 'CROSS',
    bidAskLevel: '',
    reduceOnly: perpetual && !hedge && each.closes,
    clientOrderId: '',
    orderTag: '',
  };
}

/** Places it as the exchange hears it; @returns why it was refused, or null. */
function send(venue: Venue, account: Account, order: OrderDraft): Refusal | null {
  const { price, quantity, amount, positionSide, symbol, side, type, marginMode, reduceOnly } = order;
  try {
    const sized = amount === '' ? { quantity } : { amount };
    const sideOf = symbol === PERP ? { positionSide } : {};
    const priced = price === '' ? {} : { price };
    place(
      venue,
      account,
      practiceDraft({ symbol, side, type, marginMode, reduceOnly, ...sideOf, ...priced, ...sized }),
    );
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** An account that did what the scene says, in a market that others quote on both sides. */
function act({ mode, hedge, leverage, usdt, btc, before, moved }: Scene): { venue: Venue; account: Account } {
  const venue = quietVenue();
  const rich = funded(venue, { USDT: '900000000', BTC: '100000' });
  for (const [symbol, deep] of [
    [PERP, '40'],
    [SPOT, '20'],
  ] as const)
    for (const step of [10, 60, 400]) {
      send(venue, rich, {
        ...draftOf(rich, symbol, QUOTE),
        side: 'SELL',
        price: String(64_000 + step),
        quantity: deep,
      });
      send(venue, rich, { ...draftOf(rich, symbol, QUOTE), price: String(64_000 - step), quantity: deep });
    }
  const account = funded(venue, { USDT: String(usdt), BTC: String(btc) });
  if (hedge) setPositionMode(venue, account, 'HEDGE_MODE');
  for (const marginMode of ['CROSS', 'ISOLATED'] as const)
    setLeverage(venue, account, instrumentOf(PERP), marginMode, leverage, hedge ? ['LONG', 'SHORT'] : ['BOTH']);
  setAccountMode(venue, account, mode);
  for (const each of before) {
    const order = draftOf(account, mode === 'FUTURES' ? PERP : SPOT, each);
    send(venue, account, { ...order, quantity: String(each.thousandths / 1_000) });
  }
  for (const symbol of [PERP, SPOT]) {
    const prices = pricesOf(venue, symbol);
    prices.mark = Math.round(prices.mark * (1 + moved / 10_000));
  }
  return { venue, account };
}
const QUOTE: Deed = {
  side: 'BUY',
  type: 'LIMIT',
  closes: false,
  isolated: false,
  long: true,
  price: 64_000,
  thousandths: 1,
};

/** Refusals that mean: this is more than the account carries. */
const TOO_MUCH: ReadonlySet<unknown> = new Set([302102, 302301, 302163, 302162]);

test('100 % is taken by the exchange when nothing moved, of every side, type, mode and margin', () => {
  let taken = 0;
  fc.assert(
    fc.property(scene, (of) => {
      const { venue, account } = act(of);
      const symbol = of.mode === 'FUTURES' && !of.spot ? PERP : SPOT;
      const instrument = instrumentRow(symbol);
      const order = draftOf(account, symbol, of.last);
      const fields = applicability(order, instrument.kind, { accountMode: account.mode });
      const marketBuy = order.type === 'MARKET' && order.side === 'BUY' && symbol === SPOT;
      const sizedBy = fields.quantity.applies && !marketBuy ? 'quantity' : 'amount';
      const room = roomOf(order, instrument, meansFor(venue, account, order), sizedBy);
      const most = room.kind === 'known' ? shareOf(room, '100', instrument) : null;
      if (most === null) return;
      const refusal = send(venue, account, { ...order, [sizedBy]: most });
      if (refusal === null) taken += 1;
      expect(TOO_MUCH.has(refusal?.code), `${sizedBy} ${most} of ${JSON.stringify(order)}: ${refusal?.message}`).toBe(
        false,
      );
    }),
    { numRuns: RUNS },
  );
  // Most of them are orders that the exchange takes.
  expect(taken).toBeGreaterThan(RUNS / 4);
});

test('100 % of a perpetual is no less than the exchange takes, but for what is kept for a market that moves', () => {
  let refused = 0;
  fc.assert(
    fc.property(scene, (of) => {
      const { venue, account } = act({ ...of, mode: 'FUTURES' });
      const instrument = instrumentRow(PERP);
      const order: OrderDraft = {
        ...draftOf(account, PERP, of.last),
        type: 'LIMIT',
        price: '63000',
        reduceOnly: false,
      };
      const means = meansFor(venue, account, order);
      const room = roomOf(order, instrument, means, 'quantity');
      if (room.kind !== 'known' || room.from === 'the position' || compare(room.most, decimal('0.01')) < 0) return;
      // Orders that only reduce are counted so that no order is refused.
      if ([...account.open.values()].some(({ reduceOnly }) => reduceOnly)) return;
      // A tenth of a percent is kept, of everything that needs margin.
      const more = add(multiply(room.most, decimal('1.003')), decimal('0.0002'));
      const quantity = neighbours(more, instrument.quantityStep).below;
      if (compare(quantity, instrument.quantityMax) > 0) return;
      expect(send(venue, account, { ...order, quantity })?.code, `${room.most} of ${JSON.stringify(means)}`).toBe(
        302301,
      );
      refused += 1;
    }),
    { numRuns: RUNS / 2 },
  );
  expect(refused).toBeGreaterThan(RUNS / 20);
});

test('margin, profit and worth are those of the exchange, and those of the text', () => {
  fc.assert(
    fc.property(scene, (of) => {
      const { venue, account } = act({ ...of, mode: 'FUTURES' });
      const state = marginState(venue, account);
      let [initial, pnl, exact] = [ZERO, ZERO, NOTHING];
      for (const position of account.positions.values()) {
        const { symbol, marginMode, side, pendingLong, pendingShort } = position;
        const lot = instrumentOf(symbol).lot;
        const [buys, sells] = [money(BigInt(pendingLong) * lot), money(BigInt(pendingShort) * lot)];
        const held = holding(position);
        const mark = markOf(venue, symbol);
        const leverage = leverageOf(account, symbol, marginMode, side);
        const reach = reachOf({ holding: held, buys, sells });
        const own =
          marginMode === 'ISOLATED' ? subtract(reach, held.startsWith('-') ? decimal(held.slice(1)) : held) : reach;
        initial = add(initial, initialMargin(own, mark, leverage));
        const facts = { holding: held, averageOpenPrice: entryOf(position), markPrice: mark };
        pnl = add(pnl, unrealisedPnl(facts) ?? ZERO);
        const leg = {
          holding: fraction(held),
          entry: fraction(facts.averageOpenPrice ?? '0'),
          mark: fraction(mark),
          rate: NOTHING,
        };
        if (position.lots !== 0) {
          exact = plus(exact, profit(leg));
          expect(Math.abs(Number(unrealisedPnl(facts)) - Number(fixedText(unrealised(venue, position))))).toBeLessThan(
            1e-6,
          );
        }
        const claimed = claim(
          fraction(held),
          fraction(buys),
          fraction(sells),
          fraction(mark),
          fraction(String(leverage)),
        );
        expect(isNear(claimed, initialMargin(reach, mark, leverage), 17)).toBe(true);
      }
      expect(isNear(exact, pnl, 20)).toBe(true);
      expect(isNear(fraction(fixedText(state.initial)), initial, 15)).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

test('an account is liquidated at the mark that is worked out, with its tokens and both legs, and not before', () => {
  let found = 0;
  fc.assert(
    fc.property(scene, (of) => {
      const { venue, account } = act({
        ...of,
        mode: 'FUTURES',
        before: of.before.map((each) => ({ ...each, isolated: false })),
      });
      const facts = crossFacts(venue, account);
      const price = crossLiquidation(facts, PERP, null);
      const legs = facts.positions.map((each) => ({
        holding: fraction(each.holding),
        entry: NOTHING,
        mark: fraction(each.mark),
        rate: fraction(each.maintenanceRatio),
      }));
      const text = liquidation(legs, fraction(facts.collateral), fraction(facts.weights.get('BTC') ?? '0'), NOTHING);
      if (price === null) {
        expect(text === null || sign(text) <= 0 || legs.length === 0).toBe(true);
        return;
      }
      expect(text !== null && isNear(text, price, 11)).toBe(true);
      // By the exchange's own sums: on one side of it the collateral covers the maintenance margin, on the other it does not.
      const spareAt = (at: number): bigint => {
        const ticks = pricesOf(venue, PERP).mark;
        const moved = at - ticks;
        pricesOf(venue, PERP).mark = at;
        pricesOf(venue, SPOT).mark += moved * 10;
        const { totalCollateral, maintenance } = marginState(venue, account);
        pricesOf(venue, PERP).mark = ticks;
        pricesOf(venue, SPOT).mark -= moved * 10;
        return totalCollateral - maintenance;
      };
      const tick = Math.floor(Number(price) * 10);
      if (tick < 10 || tick > 100_000_000) return;
      // What is cut of products may be a unit of the last place.
      const [below, above] = [spareAt(tick - 1), spareAt(tick + 2)];
      expect(below < 1_000n !== above < 1_000n || below === above, `${price}: ${below} ${above}`).toBe(true);
      found += 1;
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(RUNS / 20);
});

test('the third arithmetic is one of its own: a long of one at 100 with 10 behind it ends where it should', () => {
  const leg = { holding: fraction('1'), entry: fraction('100'), mark: fraction('100'), rate: fraction('0.01') };
  const at = liquidation([leg], fraction('10'), NOTHING, NOTHING);
  // 10 + (P − 100) = 0.01 P
  expect(at !== null && isNear(times(at, fraction('0.99')), '90', 20)).toBe(true);
  expect(isNear(size(fraction('-1.5')), '1.5', 20)).toBe(true);
  expect(fixed('1')).toBe(10n ** 18n);
});
