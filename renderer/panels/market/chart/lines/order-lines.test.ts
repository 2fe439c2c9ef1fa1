import { expect, it } from 'vitest';
import type { PositionRow } from '../../../../../shared/contract/contract.ts';
import { decimal } from '../../../../../shared/decimal.ts';
import { orderRow } from '../../../../../shared/testing/order-row.ts';
import { orderLine, positionLines } from './order-lines.ts';

const STILL = { kind: 'still' } as const;

it('says side, size, what is filled and the price to its own precision', () => {
  const row = orderRow('1', {
    side: 'SELL',
    price: decimal('64210.5'),
    quantity: decimal('1200'),
    executed: decimal('0.25'),
  });
  expect(orderLine(row, STILL, 2)).toMatchObject({
    tone: 'down',
    text: 'Sell 1,200 (0.25 filled) at 64,210.50',
    ghost: null,
  });
});

it('draws no line for an order that is over or that follows the book', () => {
  expect(orderLine(orderRow('1', { open: false }), STILL, 1)).toBeNull();
  expect(orderLine(orderRow('1', { price: null }), STILL, 1)).toBeNull();
});

it('keeps the line at the exchange’s price and shows beside it what was asked', () => {
  const row = orderRow('1', { price: decimal('100') });
  expect(orderLine(row, { kind: 'unconfirmed', asked: '101', reason: '' }, 0)).toMatchObject({
    price: '100',
    ghost: { price: '101', word: 'unconfirmed' },
  });
});

it('shows entry and liquidation of a position, and nothing for an empty one', () => {
  const row: PositionRow = {
    id: 'p',
    symbol: 'PERP_BTC_USDT',
    positionSide: 'SHORT',
    holding: decimal('-2'),
    averageOpenPrice: decimal('100'),
    markPrice: null,
    liquidationPrice: decimal('150.5'),
    settlePrice: null,
    leverage: null,
    marginMode: null,
    isolatedMargin: null,
    pnl24h: null,
    fee24h: null,
    pendingLong: null,
    pendingShort: null,
    adlQuantile: null,
    at: null,
  };
  expect(positionLines(row, 1).map(({ text }) => text)).toEqual(['Short entry 100.0', 'Short liquidation 150.5']);
  expect(positionLines({ ...row, holding: decimal('0') }, 1)).toEqual([]);
  // An average has as many decimals as a division leaves.
  const odd = { ...row, averageOpenPrice: decimal('64297.324793333333'), liquidationPrice: null };
  expect(positionLines(odd, 1).map(({ text }) => text)).toEqual(['Short entry 64,297.325']);
});
