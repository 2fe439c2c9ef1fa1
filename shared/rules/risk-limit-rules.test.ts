import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, ZERO } from '../decimal.ts';
import {
  guardRefusal,
  loosens,
  noLimits,
  onlyReduces,
  readLimit,
  type GuardedOrder,
  type GuardFacts,
} from './risk-limit-rules.ts';

const ORDER: GuardedOrder = {
  symbol: 'PERP_BTC_USDT',
  quote: 'USDT',
  side: 'BUY',
  quantity: decimal('0.5'),
  amount: null,
  price: decimal('60000'),
  reduces: false,
};
const FACTS: GuardFacts = {
  holding: ZERO,
  resting: ZERO,
  restingWorth: null,
  mark: null,
  ordersLastMinute: 0,
  realisedToday: null,
};
const limit = (change: object) => ({ ...noLimits, ...change });

describe('an order and the person’s own limits', () => {
  it.each([
    ['29999.99', 'It is worth 30,000 USDT; your largest order is 29,999.99 USDT.'],
    ['30000', null],
  ])('largest order %s: %s', (largestOrder, words) => {
    expect(guardRefusal(ORDER, limit({ largestOrder: decimal(largestOrder) }), FACTS)).toBe(words);
  });

  it('takes an amount for what it is worth', () => {
    const order = { ...ORDER, quantity: null, amount: decimal('500'), price: null };
    expect(guardRefusal(order, limit({ largestOrder: decimal('499') }), FACTS)).toContain('worth 500 USDT');
  });

  it('is refused where no price is known to compare it with', () => {
    for (const price of [null, decimal('0'), decimal('0.0')]) {
      const order = { ...ORDER, price };
      for (const limits of [limit({ largestOrder: decimal('1') }), limit({ largestPosition: decimal('1') })])
        expect(guardRefusal(order, limits, FACTS)).toMatch(/^No price of PERP_BTC_USDT is known/);
      expect(guardRefusal(order, noLimits, FACTS)).toBeNull();
    }
  });

  it('values what is held at the market, however low the price of the order is', () => {
    const limits = limit({ largestPosition: decimal('5000') });
    const facts = {
      ...FACTS,
      holding: decimal('0.05'),
      resting: decimal('0.02'),
      mark: decimal('64000'),
      restingWorth: decimal('1210'),
    };
    const order = { ...ORDER, quantity: decimal('0.02'), price: decimal('50000') };
    expect(guardRefusal(order, limits, facts)).toContain('could come to 5,410 USDT');
    expect(guardRefusal({ ...order, quantity: decimal('0.01') }, limits, facts)).toBeNull();
  });

  it('counts what is held and what rests on the same side towards the largest position', () => {
    const limits = limit({ largestPosition: decimal('60000') });
    const held = (holding: string, resting = '0') => ({
      ...FACTS,
      holding: decimal(holding),
      resting: decimal(resting),
    });
    expect(guardRefusal(ORDER, limits, held('0.5'))).toBeNull();
    expect(guardRefusal(ORDER, limits, held('0.5', '0.1'))).toBe(
      'The PERP_BTC_USDT position could come to 66,000 USDT, with your open orders; your largest position is 60,000 USDT.',
    );
    // Through zero to the other side, the rest counts.
    expect(guardRefusal({ ...ORDER, quantity: decimal('2') }, limits, held('-1'))).toBeNull();
    expect(guardRefusal({ ...ORDER, quantity: decimal('2.1') }, limits, held('-1'))).toContain('66,000');
    expect(guardRefusal({ ...ORDER, side: 'SELL' }, limits, held('-0.6'))).toContain('66,000');
  });

  it('is refused once so many left in a minute', () => {
    const limits = limit({ ordersPerMinute: 3 });
    expect(guardRefusal(ORDER, limits, { ...FACTS, ordersLastMinute: 2 })).toBeNull();
    expect(guardRefusal(ORDER, limits, { ...FACTS, ordersLastMinute: 3 })).toContain('3 orders a minute');
  });

  it('is refused after the day’s loss, and while the day’s result is not known', () => {
    const limits = limit({ dailyLoss: decimal('100') });
    expect(guardRefusal(ORDER, limits, { ...FACTS, realisedToday: decimal('-99.99') })).toBeNull();
    expect(guardRefusal(ORDER, limits, { ...FACTS, realisedToday: decimal('-100') })).toContain('-100');
    expect(guardRefusal(ORDER, limits, FACTS)).toContain('not known yet');
  });

  it('that only reduces is held back by none of them', () => {
    const tight = {
      largestOrder: decimal('1'),
      largestPosition: decimal('1'),
      ordersPerMinute: 1,
      dailyLoss: decimal('1'),
    };
    const facts = { ...FACTS, ordersLastMinute: 9, realisedToday: decimal('-500') };
    expect(guardRefusal({ ...ORDER, reduces: true }, tight, facts)).toBeNull();
  });
});

it('knows what can only reduce', () => {
  const order = { side: 'SELL', positionSide: 'BOTH', reduceOnly: false, quantity: decimal('1') } as const;
  expect(onlyReduces(order, 'perpetual', decimal('1'), ZERO)).toBe(true);
  expect(onlyReduces(order, 'perpetual', decimal('1'), decimal('0.1'))).toBe(false);
  expect(onlyReduces(order, 'perpetual', decimal('0.9'), ZERO)).toBe(false);
  expect(onlyReduces(order, 'perpetual', decimal('-1'), ZERO)).toBe(false);
  expect(onlyReduces({ ...order, reduceOnly: true }, 'perpetual', ZERO, ZERO)).toBe(true);
  expect(onlyReduces({ ...order, positionSide: 'LONG' }, 'perpetual', ZERO, ZERO)).toBe(true);
  expect(onlyReduces({ ...order, positionSide: 'SHORT' }, 'perpetual', decimal('1'), ZERO)).toBe(false);
  expect(onlyReduces(order, 'spot', decimal('1'), ZERO)).toBe(true);
});

it('never lets a position past its limit, whatever is held and rests', () => {
  const amount = fc.integer({ min: 0, max: 1_000 });
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000, max: 1_000 }),
      amount,
      amount,
      amount,
      fc.boolean(),
      (held, rests, adds, most, buys) => {
        const side = buys ? 'BUY' : 'SELL';
        const text = (value: number) => decimal(String(value));
        const order = { ...ORDER, side, quantity: text(adds), price: decimal('1') } as const;
        const facts = { ...FACTS, holding: text(held), resting: text(rests) };
        const refused = guardRefusal(order, limit({ largestPosition: text(most + 1) }), facts);
        const after = (buys ? held : -held) + rests + adds;
        expect(refused === null).toBe(after <= most + 1);
      },
    ),
  );
});

it('asks about every change that lets more through, and about no other', () => {
  const old = { largestOrder: decimal('10'), largestPosition: null, ordersPerMinute: 5, dailyLoss: decimal('7') };
  expect(loosens(old, old)).toBe(false);
  expect(
    loosens(old, { ...old, largestOrder: decimal('9.5'), largestPosition: decimal('1'), ordersPerMinute: 4 }),
  ).toBe(false);
  for (const change of [
    { largestOrder: decimal('10.1') },
    { largestOrder: null },
    { ordersPerMinute: 6 },
    { ordersPerMinute: null },
    { dailyLoss: decimal('7.01') },
    { dailyLoss: null },
  ])
    expect(loosens(old, { ...old, ...change })).toBe(true);
});

it.each([
  ['', false, null],
  ['25000', false, '25000'],
  [' 2.5 ', false, '2.5'],
  ['12', true, '12'],
])('reads %j', (text, whole, value) => {
  expect(readLimit(text, whole)).toEqual({ ok: true, value });
});
it.each([
  ['0', false],
  ['-1', false],
  ['1e3', false],
  ['1,000', false],
  ['abc', false],
  ['2.5', true],
  ['601', true],
  ['9'.repeat(31), false],
])('refuses %j', (text, whole) => {
  expect(readLimit(text, whole).ok).toBe(false);
});
