import { expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import type { BalanceRow } from '../../../shared/contract.ts';
import { totalOf, valueOf } from './value.ts';

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

it('adds up what has a price and names what has none', () => {
  const rows = [balance('BTC', '2', '64000'), balance('USDT', '10', '1'), balance('ODD', '5', null)];
  expect(totalOf(rows)).toEqual({ total: '128010', unpriced: ['ODD'] });
});
