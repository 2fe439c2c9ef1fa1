import { describe, expect, it } from 'vitest';
import { decimal, type Decimal } from '../decimal.ts';
import { closeDraft, positionId, reverseDraft } from './position-math.ts';

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
