import { expect, it } from 'vitest';
import { decimal } from '../../decimal.ts';
import type { BalanceRow, PositionRow } from '../../contract/contract.ts';
import { valueOf, worthOf } from './worth.ts';

const balance = (token: string, holding: string, markPrice: string | null): BalanceRow => ({
  token,
  holding: decimal(holding),
  frozen: decimal('0'),
  available: null,
  interest: null,
  averageOpenPrice: null,
  markPrice: markPrice === null ? null : decimal(markPrice),
  at: null,
});

it('values a holding at its mark price, cut and not rounded, a debt below zero', () => {
  expect(valueOf(balance('BTC', '0.123456789', '64210.5'))).toBe('7927.22');
  expect(valueOf(balance('ETH', '-1.5', '3000.019'))).toBe('-4500.02');
  expect(valueOf(balance('USDT', '12.349', null))).toBe('12.34');
  expect(valueOf(balance('ODD', '5', null))).toBeNull();
});

const position = (change: Partial<PositionRow>): PositionRow => ({
  id: 'PERP_BTC_USDT BOTH',
  symbol: 'PERP_BTC_USDT',
  positionSide: 'BOTH',
  holding: decimal('1'),
  averageOpenPrice: decimal('64000'),
  markPrice: decimal('63998.33'),
  liquidationPrice: null,
  settlePrice: null,
  leverage: 10,
  marginMode: 'ISOLATED',
  isolatedMargin: decimal('6401.07'),
  pnl24h: null,
  fee24h: null,
  pendingLong: null,
  pendingShort: null,
  adlQuantile: null,
  at: null,
  ...change,
});
const usdt = (symbol: string): string | undefined => (symbol === 'PERP_BTC_USDT' ? 'USDT' : undefined);

it('adds up tokens, margin set aside and profit not taken, less interest owed', () => {
  const rows = [{ ...balance('BTC', '2', '64000'), interest: decimal('0.0001') }, balance('USDT', '10', '1')];
  expect(worthOf(rows, [position({})], usdt)).toEqual({
    // 128,010 - 6.4 + 6,401.07 - 1.67
    total: '134403',
    tokens: '128010',
    interest: '6.4',
    isolated: '6401.07',
    unrealised: '-1.67',
    without: [],
  });
});

it('names what has no price, and takes a price of zero for none', () => {
  const rows = [balance('USDT', '10', '1'), balance('ODD', '5', null), balance('EVEN', '5', '0')];
  const unknown = [position({ symbol: 'PERP_ODD_USDT' }), position({ markPrice: null, isolatedMargin: null })];
  expect(worthOf(rows, unknown, usdt)).toMatchObject({
    total: '10',
    without: ['ODD', 'EVEN', 'PERP_ODD_USDT', 'PERP_BTC_USDT'],
  });
});
