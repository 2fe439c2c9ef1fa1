import { expect, it } from 'vitest';
import { isPage, PAGE_ADDRESS } from './origin.ts';
import { HOSTILE_ADDRESSES } from '../testing/hostile-addresses.ts';

it('knows the one page', () => {
  expect(isPage(PAGE_ADDRESS)).toBe(true);
  expect(isPage('app://terminal/#order-entry')).toBe(true);
});

it.each(HOSTILE_ADDRESSES)('does not take %j for it', (address) => {
  expect(isPage(address)).toBe(false);
});
