import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, negate, type Decimal } from '../decimal.ts';
import { closeDraft, liquidationDistance, positionId, reverseDraft, unrealisedPnl } from './position-math.ts';

const maybe = (text: string | null): Decimal | null => (text === null ? null : decimal(text));

const held = (
  holding: string,
  entry: string | null,
  mark: string | null,
  liquidation: string | null = null,
  more: { readonly positionSide?: string; readonly marginMode?: string | null } = {},
) => ({
  symbol: 'PERP_BTC_USDT',
  positionSide: 'BOTH',
  marginMode: 'CROSS',
  holding: decimal(holding),
  averageOpenPrice: maybe(entry),
  markPrice: maybe(mark),
  liquidationPrice: maybe(liquidation),
  ...more,
});

/** Decimal text with up to four decimals from whole ten-thousandths. */
const tenThousandths = (units: number): string =>
  `${units < 0 ? '-' : ''}${Math.trunc(Math.abs(units) / 10_000)}.${String(Math.abs(units) % 10_000).padStart(4, '0')}`;

describe('the profit that is not taken yet', () => {
  it.each([
    ['a long above its entry', '0.25', '60000', '60100.5', '25.125'],
    ['a long below its entry', '0.25', '60000', '59900', '-25'],
    ['a short above its entry', '-0.25', '60000', '60100', '-25'],
    ['a short below its entry', '-0.25', '60000', '59900', '25'],
    ['no change', '3', '100.10', '100.1', '0'],
    ['digits that a float would lose', '123456789.000000001', '0.1', '0.3', '24691357.8000000002'],
  ])('is exact for %s', (_, holding, entry, mark, profit) => {
    expect(unrealisedPnl(held(holding, entry, mark))).toBe(profit);
  });

  it('is not known without both prices', () => {
    expect(unrealisedPnl(held('1', null, '2'))).toBeNull();
    expect(unrealisedPnl(held('1', '2', null))).toBeNull();
  });

  it('is what the other side of the same position loses, to the last digit', () => {
    const units = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(tenThousandths);
    fc.assert(
      fc.property(units, units, units, (holding, entry, mark) => {
        const position = held(holding, entry, mark);
        const other = { ...position, holding: negate(position.holding) };
        const profit = unrealisedPnl(position);
        expect(unrealisedPnl(other)).toBe(profit === null ? null : negate(profit));
      }),
    );
  });
});

describe('the distance to liquidation', () => {
  it.each([
    ['a long half way down', held('1', '100', '90', '80'), '10', '11.11', '0.5'],
    ['a long above its entry', held('1', '100', '110', '80'), '30', '27.27', '1'],
    ['a long that has reached it', held('1', '100', '80', '80'), '0', '0', '0'],
    ['a long past it', held('1', '100', '79', '80'), '-1', '-1.26', '0'],
    ['a short half way up', held('-1', '100', '110', '120'), '10', '9.09', '0.5'],
    ['a short below its entry', held('-1', '100', '60', '120'), '60', '100', '1'],
    ['an entry beyond liquidation', held('1', '70', '90', '80'), '10', '11.11', null],
    ['an entry that is not known', held('1', null, '90', '80'), '10', '11.11', null],
  ])('of %s', (_, position, price, percent, left) => {
    expect(liquidationDistance(position)).toEqual({ price, percent, left });
  });

  it.each([
    ['no liquidation price', held('1', '100', '90', null)],
    ['a liquidation price of zero, which means none', held('1', '100', '90', '0')],
    ['no mark price', held('1', '100', null, '80')],
    ['nothing held', held('0', '100', '90', '80')],
  ])('is not known with %s', (_, position) => {
    expect(liquidationDistance(position)).toBeNull();
  });
});

describe('the order that closes a position', () => {
  it('sells the whole of a long at market, reduce only', () => {
    expect(closeDraft(held('0.25', '1', '1'), { type: 'MARKET' })).toEqual({
      symbol: 'PERP_BTC_USDT',
      side: 'SELL',
      type: 'MARKET',
      price: '',
      quantity: '0.25',
      amount: '',
      visibleQuantity: '',
      positionSide: 'BOTH',
      marginMode: 'CROSS',
      bidAskLevel: '',
      reduceOnly: true,
      clientOrderId: '',
      orderTag: '',
    });
  });

  it('buys a part of a short back at a price as typed', () => {
    const short = held('-0.25', '1', '1', null, { positionSide: 'SHORT', marginMode: 'ISOLATED' });
    expect(closeDraft(short, { type: 'LIMIT', price: '59,000' }, '0.1')).toMatchObject({
      side: 'BUY',
      type: 'LIMIT',
      price: '59,000',
      quantity: '0.1',
      positionSide: 'SHORT',
      marginMode: 'ISOLATED',
      reduceOnly: true,
    });
  });

  it('is none for a flat position and for a side that is not known', () => {
    expect(closeDraft(held('0', '1', '1'), { type: 'MARKET' })).toBeNull();
    expect(closeDraft(held('1', '1', '1', null, { positionSide: 'NET' }), { type: 'MARKET' })).toBeNull();
  });
});

describe('the order that turns a position around', () => {
  it('is twice the holding, and may open', () => {
    expect(reverseDraft(held('-0.25', '1', '1'))).toMatchObject({
      side: 'BUY',
      type: 'MARKET',
      quantity: '0.5',
      reduceOnly: false,
    });
  });

  it('is none in hedge mode, where one order cannot do it, and for a flat position', () => {
    expect(reverseDraft(held('1', '1', '1', null, { positionSide: 'LONG' }))).toBeNull();
    expect(reverseDraft(held('0', '1', '1'))).toBeNull();
  });
});

it('names cross and isolated positions of one symbol apart', () => {
  expect(positionId('PERP_BTC_USDT', 'BOTH', 'CROSS')).toBe('PERP_BTC_USDT BOTH');
  expect(positionId('PERP_BTC_USDT', 'BOTH', null)).toBe('PERP_BTC_USDT BOTH');
  expect(positionId('PERP_BTC_USDT', 'LONG', 'ISOLATED')).toBe('PERP_BTC_USDT LONG ISOLATED');
});
