import { expect, it } from 'vitest';
import { ordersWords } from './order-counts.ts';
import { windowTitle } from './titles.ts';

it('says program, environment and symbol in the title', () => {
  expect(windowTitle('practice', 'PERP_BTC_USDT')).toBe('Quarterdeck · Practice · PERP_BTC_USDT');
  expect(windowTitle('live', 'SPOT_BTC_USDT')).toBe('Quarterdeck · Live · SPOT_BTC_USDT');
  expect(windowTitle(undefined, 'PERP_BTC_USDT')).toBe('Quarterdeck');
});

it('counts orders in words', () => {
  expect([0, 1, 2].map(ordersWords)).toEqual(['0 orders', '1 order', '2 orders']);
});
