import { describe, expect, it } from 'vitest';
import type { LimitRow } from '../../../shared/contract/contract.ts';
import { budgetWords, busiestFirst, scopeWords, shareTone, usedShare } from './budgets.ts';

const budget = (id: string, used: number, allowed: number, waiting = 0): LimitRow => ({
  id,
  endpoint: id,
  scope: 'user',
  scopeKey: '',
  used,
  allowed,
  windowMs: 1_000,
  waiting,
});

describe('rate budgets', () => {
  it('stand busiest first by share, then by who waits, then by name', () => {
    const rows = [budget('c', 1, 10), budget('b', 1, 10), budget('d', 1, 10, 2), budget('a', 2, 3)];
    expect(busiestFirst(rows).map((row) => row.id)).toEqual(['a', 'd', 'b', 'c']);
  });

  it('never show more than all, and nothing for a budget of none', () => {
    expect(usedShare({ used: 12, allowed: 10 })).toBe(1);
    expect(usedShare({ used: 1, allowed: 0 })).toBe(0);
  });

  it('warn from six tenths on', () => {
    expect([0.59, 0.6, 1].map(shareTone)).toEqual(['calm', 'high', 'full']);
  });

  it('say whose they are and how much is used', () => {
    expect(budgetWords({ used: 3, allowed: 10, windowMs: 1_000 })).toBe('3 of 10 in 1 s');
    expect(scopeWords({ scope: 'symbol', scopeKey: 'PERP_BTC_USDT' })).toBe('PERP_BTC_USDT');
    expect(scopeWords({ scope: 'address', scopeKey: '' })).toBe('this address');
  });
});
