import { expect, it } from 'vitest';
import { createAim } from './aim.ts';

it('means the row that the pointer was put on', () => {
  const aim = createAim();
  aim.move('1');
  expect([aim.means('1'), aim.means('1')]).toEqual([true, true]);
});

it('does not mean a row that came to stand under a pointer that lies still, until it is pressed again', () => {
  const aim = createAim();
  aim.move('1');
  expect(aim.means('2')).toBe(false);
  expect(aim.means('2')).toBe(true);
  expect(aim.means('3')).toBe(false);
});

it('means whatever is there when nothing was aimed at, or a hand moved the rows', () => {
  const aim = createAim();
  expect(aim.means('1')).toBe(true);
  aim.move('1');
  aim.forget();
  expect(aim.means('2')).toBe(true);
});
