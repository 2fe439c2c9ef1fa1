import { describe, expect, it } from 'vitest';
import type { TradeRow } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { countNewer, newestTrades } from './newest.ts';

const trade = (id: string): TradeRow => ({
  id,
  symbol: 'PERP_BTC_USDT',
  price: decimal('1'),
  quantity: decimal('1'),
  side: 'BUY',
  rpi: false,
  at: 0,
});
const ids = (trades: readonly TradeRow[]): string[] => trades.map((each) => each.id);

describe('market trades', () => {
  it('stand newest first by the number in their id, whatever order they came in', () => {
    expect(ids(newestTrades(['9', '11', '100', '10'].map(trade), 3))).toEqual(['100', '11', '10']);
  });

  it('count what came while the list is held', () => {
    const held = newestTrades(['8', '9'].map(trade), 10);
    expect(countNewer(held, newestTrades(['8', '9', '10', '11'].map(trade), 10))).toBe(2);
    expect(countNewer(held, held)).toBe(0);
    expect(countNewer([], held)).toBe(2);
  });
});
