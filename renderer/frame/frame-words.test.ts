import { expect, it } from 'vitest';
import { openWords, ordersWords, staysWords } from './news/order-counts.ts';
import { windowTitle } from './dock/titles.ts';

it('says program, environment, symbol, a price that is live and a timer that runs in the title', () => {
  const parts = {
    environment: 'practice',
    symbol: 'PERP_BTC_USDT',
    price: null,
    deadMan: false,
    locked: false,
  } as const;
  expect(windowTitle(parts)).toBe('Quarterdeck · Practice · PERP_BTC_USDT');
  expect(windowTitle({ ...parts, environment: 'live', price: '64,210.5', deadMan: true })).toBe(
    'Quarterdeck · Live · PERP_BTC_USDT · 64,210.5 · Dead-man on',
  );
  expect(windowTitle({ ...parts, environment: undefined })).toBe('Quarterdeck');
});

it('says nothing of the account in the title while it is locked', () => {
  const parts = { environment: 'live', symbol: 'PERP_BTC_USDT', price: '1', deadMan: true, locked: true } as const;
  expect(windowTitle(parts)).toBe('Quarterdeck · Live · Locked');
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
