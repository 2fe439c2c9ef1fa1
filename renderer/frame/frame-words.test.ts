import { expect, it } from 'vitest';
import { openOrderCounts, ordersWords } from './order-counts.ts';
import { windowTitle } from './titles.ts';

it('says program, environment and symbol in the title', () => {
  expect(windowTitle('practice', 'PERP_BTC_USDT')).toBe('Quarterdeck · Practice · PERP_BTC_USDT');
  expect(windowTitle('live', 'SPOT_BTC_USDT')).toBe('Quarterdeck · Live · SPOT_BTC_USDT');
  expect(windowTitle(undefined, 'PERP_BTC_USDT')).toBe('Quarterdeck');
});

it('counts open orders of the symbol and of all, finished ones in neither', () => {
  const orders = [
    { symbol: 'A', open: true },
    { symbol: 'A', open: false },
    { symbol: 'B', open: true },
  ];
  expect(openOrderCounts(orders, 'A')).toEqual({ symbol: 1, everything: 2 });
  expect([0, 1, 2].map(ordersWords)).toEqual(['0 orders', '1 order', '2 orders']);
});
