import { expect, it } from 'vitest';
import { nextOption } from './list-keys.ts';

it('moves around the list with the arrows and stays inside it with the page keys', () => {
  expect(nextOption('ArrowDown', 4, 5)).toBe(0);
  expect(nextOption('ArrowUp', 0, 5)).toBe(4);
  expect(nextOption('PageDown', 1, 5)).toBe(4);
  expect(nextOption('PageUp', 3, 5)).toBe(0);
});

it('leaves other keys to the text field, and does nothing in an empty list', () => {
  expect(nextOption('a', 0, 5)).toBeNull();
  expect(nextOption('Home', 0, 5)).toBeNull();
  expect(nextOption('ArrowDown', 0, 0)).toBeNull();
});
