import { expect, it } from 'vitest';
import { openWords, ordersWords, staysWords } from './news/order-counts.ts';
import { windowTitle } from './dock/titles.ts';

it('says program, environment and symbol in the title', () => {
  expect(windowTitle('practice', 'PERP_BTC_USDT')).toBe('Quarterdeck · Practice · PERP_BTC_USDT');
  expect(windowTitle('live', 'SPOT_BTC_USDT')).toBe('Quarterdeck · Live · SPOT_BTC_USDT');
  expect(windowTitle(undefined, 'PERP_BTC_USDT')).toBe('Quarterdeck');
});

it('counts orders in words', () => {
  expect([0, 1, 2].map(ordersWords)).toEqual(['0 orders', '1 order', '2 orders']);
});

it('names ordinary and algo orders apart, and what a cancel of all leaves alone', () => {
  expect([
    openWords({ orders: 3, algos: 1 }),
    openWords({ orders: 0, algos: 2 }),
    openWords({ orders: 1, algos: 0 }),
  ]).toEqual(['3 orders and 1 algo order', '2 algo orders', '1 order']);
  expect(openWords({ orders: 0, algos: 0 })).toBe('');
  expect(staysWords(null)).toBe('Positions stay as they are.');
  expect(staysWords({ orders: 0, algos: 0 })).toBe('Positions stay as they are.');
  expect(staysWords({ orders: 1, algos: 1 })).toBe(
    'Positions stay as they are, and so do 1 order and 1 algo order of other symbols.',
  );
});
