import { expect, test } from 'vitest';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { takenBySwitch } from './taken-by-switch.ts';

const item = { kind: 'order', id: '7', symbol: 'PERP_BTC_USDT', side: 'BUY', type: 'LIMIT' } as const;
const report: NonNullable<DeadManRow['report']> = {
  ...{ at: 1, before: 1, orders: 1, algos: 0, after: 0, positions: [], unprotected: [] },
  went: [{ ...item, quantity: null, price: null, trigger: null }],
};

test('an order that the switch cancelled is its, once that is found out, and no other is', () => {
  expect(takenBySwitch({ state: 'unknown', report: null }, 'order', '7')).toBe('not yet');
  expect(takenBySwitch({ state: 'fired', report }, 'order', '7')).toBe('yes');
  expect(takenBySwitch({ state: 'fired', report }, 'order', '8')).toBe('no');
  expect(takenBySwitch({ state: 'fired', report }, 'algo', '7')).toBe('no');
  expect(takenBySwitch({ state: 'off', report: null }, 'order', '7')).toBe('no');
  expect(takenBySwitch(undefined, 'order', '7')).toBe('no');
});
