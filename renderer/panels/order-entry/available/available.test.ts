import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { OrderDraft } from '../../../../shared/contract/contract.ts';
import { add, compare, decimal, divide, isMultipleOf, multiply, ZERO } from '../../../../shared/decimal.ts';
import { fromWords, offered, type Means, roomOf, shareOf } from './available.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { SPOT } from '../testing/samples.ts';

const NOTHING: Means = {
  quoteAvailable: null,
  baseAvailable: null,
  quoteLoan: decimal('0'),
  baseLoan: decimal('0'),
  loanLeverage: null,
  quoteMark: null,
  baseMark: null,
  freeCollateral: null,
  freeCollateralAt: null,
  leverage: null,
  holding: null,
  price: null,
  ownPrice: true,
  mark: null,
  takerFee: null,
  resting: decimal('0'),
  restingOther: decimal('0'),
  reducing: decimal('0'),
  taken: decimal('0'),
  changedAt: null,
};
type Draft = Pick<OrderDraft, 'side' | 'positionSide' | 'reduceOnly'>;
const buy: Draft = { side: 'BUY', positionSide: 'BOTH', reduceOnly: false };
const sell: Draft = { ...buy, side: 'SELL' };

describe('what is available', () => {
  it('is the quote by the price for a spot buy, cut to the lot', () => {
    const means = { ...NOTHING, quoteAvailable: decimal('1000'), price: decimal('64210.5') };
    expect(roomOf(buy, SPOT, means, 'quantity')).toMatchObject({ field: 'quantity', most: '0.0155' });
  });

  it('is the amount itself where amount sizes the order', () => {
    const means = { ...NOTHING, quoteAvailable: decimal('1000.129') };
    expect(roomOf(buy, SPOT, means, 'amount')).toMatchObject({ field: 'amount', most: '1000.12' });
  });

  it('is the token itself for a spot sell', () => {
    const means = { ...NOTHING, baseAvailable: decimal('0.12345') };
    expect(roomOf(sell, SPOT, means, 'quantity')).toMatchObject({ most: '0.1234' });
  });

  it('is what the free collateral carries at the leverage, fees paid, for a perpetual', () => {
    const means = {
      ...NOTHING,
      freeCollateral: decimal('1000'),
      leverage: 10,
      price: decimal('50000'),
      takerFee: decimal('0.0005'),
    };
    // 1000 / (50000 × (0.1 + 0.0005)) = 0.199004…
    expect(roomOf(buy, PERP, means, 'quantity')).toMatchObject({ most: '0.199', from: '10× free collateral' });
  });

  const carrying = { ...NOTHING, freeCollateral: decimal('1000'), leverage: 10, price: decimal('50000') };

  it('is sized by the mark price whatever the order’s own is, as margin is claimed by it', () => {
    const mark = decimal('62500');
    // 1000 / (62562.5 × 0.1): a tenth of a percent is kept for the way
    expect(roomOf(buy, PERP, { ...carrying, mark }, 'quantity')).toMatchObject({ most: '0.1598' });
    const high = { ...carrying, price: decimal('80000'), mark };
    // A buy above the mark is filled at the market, and claims margin at the mark all the same.
    expect(roomOf(buy, PERP, high, 'quantity')).toMatchObject({ most: '0.1598' });
    const market = { ...carrying, ownPrice: false, mark: decimal('50000') };
    expect(roomOf(sell, PERP, market, 'quantity')).toMatchObject({ most: '0.1998' });
  });

  it.each([
    // What closes the position and its mirror claim nothing new.
    [sell, '0.3', '0', '1000', '0.8'],
    [buy, '-0.3', '0', '1000', '0.8'],
    [sell, '0.3', '0', '0', '0.6'],
    [sell, '0.3', '0', '-50', '0.6'],
    // What rests on the side counts before.
    [sell, '0.3', '0.2', '0', '0.4'],
    [sell, '0.3', '0.7', '1000', '0.2'],
    [buy, '0.3', '0', '1000', '0.2'],
    [buy, '0.3', '0', '0', '0'],
  ] as const)('of a %j with %s held and %s resting and %s free', (draft, held, resting, free, most) => {
    const means = { ...carrying, holding: decimal(held), resting: decimal(resting), freeCollateral: decimal(free) };
    expect(roomOf(draft, PERP, means, 'quantity')).toMatchObject({ most });
  });

  it('counts what rests on the other side, where margin is claimed already', () => {
    const means = { ...carrying, holding: decimal('0.1'), restingOther: decimal('0.5'), freeCollateral: decimal('0') };
    // Sells of 0.5 reach 0.4 short; a buy may go as far on the other side.
    expect(roomOf(buy, PERP, means, 'quantity')).toMatchObject({ most: '0.3' });
  });

  it('counts orders of its side that only reduce, as the exchange does', () => {
    const means = { ...carrying, holding: decimal('-0.3'), reducing: decimal('0.2'), freeCollateral: decimal('0') };
    expect(roomOf(buy, PERP, means, 'quantity')).toMatchObject({ most: '0.4' });
  });

  it('says of what it is made', () => {
    const means = { ...carrying, mark: decimal('50000'), holding: decimal('-0.3'), takerFee: decimal('0.0005') };
    const room = roomOf(buy, PERP, means, 'quantity');
    expect(room.kind === 'known' && room.parts).toEqual([
      'Free 1,000 USDT',
      'margin 980.08 USDT at 10×',
      'fees 19.91 USDT',
      '0.6 BTC need no margin: they close or mirror the other side',
    ]);
  });

  it('leaves what other reducing orders close of the position', () => {
    const means = { ...NOTHING, holding: decimal('0.3'), reducing: decimal('0.1') };
    expect(roomOf({ ...sell, reduceOnly: true }, PERP, means, 'quantity')).toMatchObject({ most: '0.2' });
    const whole = { ...means, reducing: decimal('0.3') };
    expect(roomOf({ ...sell, reduceOnly: true }, PERP, whole, 'quantity')).toMatchObject({ most: '0' });
  });

  describe('in spot margin', () => {
    const lent = {
      ...NOTHING,
      baseAvailable: decimal('2'),
      quoteAvailable: decimal('-5'),
      baseLoan: decimal('38.5'),
      quoteLoan: decimal('900'),
      loanLeverage: 10,
      baseMark: decimal('64000'),
      quoteMark: decimal('1'),
      freeCollateral: decimal('280000'),
      price: decimal('64000'),
    };
    it('is what is owned and what can be borrowed', () => {
      expect(roomOf(sell, SPOT, lent, 'quantity')).toMatchObject({ most: '40.5' });
      // A debt is no means.
      expect(roomOf(buy, SPOT, lent, 'amount')).toMatchObject({ most: '900' });
    });
    it('is no more than the free collateral carries by now', () => {
      const spent = { ...lent, taken: decimal('216000') };
      // 64,000 × 9 / 64,000
      expect(roomOf(sell, SPOT, spent, 'quantity')).toMatchObject({ most: '11' });
    });
    it('is what is owned alone while the exchange does not say what it lends', () => {
      const room = roomOf(sell, SPOT, { ...lent, baseLoan: null }, 'quantity');
      expect(room).toMatchObject({ most: '2', parts: ['Own 2 BTC', 'what can be borrowed besides is not known'] });
    });
  });

  it('is less by what own orders took since the collateral was said, and not known while that is not', () => {
    expect(roomOf(buy, PERP, { ...carrying, taken: decimal('500') }, 'quantity')).toMatchObject({ most: '0.1' });
    expect(roomOf(buy, PERP, { ...carrying, taken: null }, 'quantity')).toMatchObject({ kind: 'unknown' });
  });

  it('is not offered once the read that should follow an own order is overdue', () => {
    const room = roomOf(buy, PERP, { ...carrying, freeCollateralAt: 1_000, changedAt: 5_000 }, 'quantity');
    expect(offered(room, 19_999)).toBe(room);
    expect(offered(room, 20_000)).toMatchObject({ kind: 'unknown' });
    const read = roomOf(buy, PERP, { ...carrying, freeCollateralAt: 5_500, changedAt: 5_000 }, 'quantity');
    expect(offered(read, 60_000)).toBe(read);
  });

  it('is the position for an order that only reduces', () => {
    const means = { ...NOTHING, holding: decimal('-0.3') };
    expect(roomOf({ ...buy, reduceOnly: true }, PERP, means, 'quantity')).toMatchObject({ most: '0.3' });
    expect(roomOf({ ...sell, reduceOnly: true }, PERP, means, 'quantity')).toMatchObject({ kind: 'unknown' });
    const flat = { ...NOTHING, holding: decimal('0') };
    expect(roomOf({ ...buy, reduceOnly: true }, PERP, flat, 'quantity')).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    ['SELL', 'LONG', '0.3'],
    ['BUY', 'SHORT', '-0.3'],
  ] as const)('is the position for a %s of hedge mode’s %s, which closes it', (side, positionSide, holding) => {
    const rich = { ...NOTHING, freeCollateral: decimal('100000'), leverage: 10, price: decimal('50000') };
    const draft = { ...buy, side, positionSide };
    expect(roomOf(draft, PERP, { ...rich, holding: decimal(holding) }, 'quantity')).toMatchObject({ most: '0.3' });
    expect(roomOf(draft, PERP, { ...rich, holding: decimal('0') }, 'quantity')).toEqual({
      kind: 'unknown',
      why: `There is no ${positionSide} position that this ${side.toLowerCase()} would close.`,
    });
  });

  it('is what the collateral carries for an order that adds to one of hedge mode’s positions', () => {
    const means = { ...NOTHING, freeCollateral: decimal('1000'), leverage: 10, price: decimal('50000') };
    const held = { ...means, holding: decimal('0.3') };
    expect(roomOf({ ...buy, positionSide: 'LONG' }, PERP, held, 'quantity')).toMatchObject({ most: '0.2' });
  });

  test.each([
    [SPOT, NOTHING, 'USDT is not known'],
    [SPOT, { ...NOTHING, quoteAvailable: decimal('1') }, 'no price'],
    [PERP, NOTHING, 'free collateral is not known'],
    [PERP, { ...NOTHING, freeCollateral: decimal('1') }, 'leverage of PERP_BTC_USDT is not known'],
    [PERP, { ...NOTHING, freeCollateral: decimal('1'), leverage: 1 }, 'no price'],
  ] as const)('says why it cannot be known', (instrument, means, words) => {
    const room = roomOf(buy, instrument, means, 'quantity');
    expect(room.kind === 'unknown' && room.why).toContain(words);
  });

  test.each(['BUY', 'SELL'] as const)('is not known for a %s while that side of the book is empty', (side) => {
    const nothing = { quoteAvailable: decimal('9'), baseAvailable: decimal('9'), freeCollateral: decimal('9') };
    const means = { ...NOTHING, ...nothing, leverage: 10, price: decimal('0') };
    const why = { kind: 'unknown', why: 'There is no price to size it by.' };
    expect(roomOf({ ...buy, side }, PERP, means, 'quantity')).toEqual(why);
    if (side === 'BUY') expect(roomOf(buy, SPOT, means, 'quantity')).toEqual(why);
  });

  it('is nothing when the collateral is used up', () => {
    const means = { ...NOTHING, freeCollateral: decimal('-5'), leverage: 10, price: decimal('1') };
    expect(roomOf(buy, PERP, means, 'quantity')).toMatchObject({ most: '0' });
  });
});

describe('a share of it', () => {
  const room = { kind: 'known', field: 'quantity', most: decimal('0.0155'), from: '', parts: [] } as const;
  it('is cut to the lot and never rounded up', () => {
    expect(shareOf(room, '100', SPOT)).toBe('0.0155');
    expect(shareOf(room, '25', SPOT)).toBe('0.0038');
  });
  it('is nothing when it is less than the smallest order', () => {
    expect(shareOf({ ...room, most: decimal('0.0003') }, '25', SPOT)).toBeNull();
    expect(shareOf({ ...room, field: 'amount', most: decimal('39') }, '25', SPOT)).toBeNull();
  });

  it('never costs more than there is', () => {
    const money = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => decimal(String(cents)));
    const price = fc
      .integer({ min: 1, max: 1_000_000 })
      .map((tenths) => multiply(decimal(String(tenths)), decimal('0.1')));
    fc.assert(
      fc.property(money, price, fc.integer({ min: 1, max: 50 }), (free, at, leverage) => {
        const means = { ...NOTHING, freeCollateral: free, leverage, price: at, takerFee: decimal('0.0005') };
        const all = roomOf(buy, PERP, means, 'quantity');
        if (all.kind !== 'known') throw new Error(all.why);
        const value = multiply(all.most, at);
        const margin = divide(value, decimal(String(leverage)), 30) ?? ZERO;
        const cost = add(margin, multiply(value, decimal('0.0005')));
        expect(isMultipleOf(all.most, PERP.quantityStep)).toBe(true);
        expect(compare(cost, free)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

it('says how old the free collateral is once it is a while ago, that it is being read after an own order, and calls it old once a reading was missed', () => {
  const room = {
    kind: 'known',
    field: 'quantity',
    most: decimal('1'),
    from: '10× free collateral',
    parts: [],
  } as const;
  const later = { from: '10× free', at: 1_000_000, changedAt: null };
  const words = (age: number) => fromWords({ ...room, later }, later.at + age);
  expect(words(9_999)).toEqual({ text: '10× free collateral', old: false });
  expect(words(42_500)).toEqual({ text: '10× free, 42 s old', old: false });
  expect(words(89_999)).toEqual({ text: '10× free, 1 min old', old: false });
  expect(words(125_000)).toEqual({ text: '10× free, 2 min old', old: true });
  const changed = { ...later, changedAt: later.at + 1 };
  expect(fromWords({ ...room, later: changed }, later.at + 3_000)).toEqual({
    text: '10× free, being read',
    old: false,
  });
  expect(fromWords({ ...room, from: 'available USDT' }, 0)).toEqual({ text: 'available USDT', old: false });
});
