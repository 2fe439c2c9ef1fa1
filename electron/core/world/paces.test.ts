import { expect, test } from 'vitest';
import { hurriedPaces, PACES } from './paces.ts';

test('are those of the product where nothing else is asked for', () => {
  expect(hurriedPaces(undefined)).toBe(PACES);
  expect(hurriedPaces('')).toBe(PACES);
});

test('can be hurried one by one', () => {
  expect(hurriedPaces('{"orders":1000,"account":6000}')).toEqual({ ...PACES, orders: 1_000, account: 6_000 });
});

test.each(['{"orders":30001}', '{"orders":0}', '{"order":5}', '{"orders":"5"}', 'fast', '[]'])(
  'cannot be slowed down, and what is not understood is refused: %s',
  (text) => {
    expect(() => hurriedPaces(text)).toThrow('The paces must be JSON of ms by name');
  },
);
