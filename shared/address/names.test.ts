import { expect, it } from 'vitest';
import { looksLike, nameProblem } from './names.ts';

it.each([
  ['a line break', 'Demo”?\n\nNo real money moves.'],
  ['a sign that turns the writing', 'Demo\u202e'],
  ['a sign without width', 'Prac\u200btice'],
  ['a soft hyphen', 'Practice\u00ad'],
  ['a NUL', 'a\u0000b'],
  ['a tab', 'a\tb'],
  ['a variation selector', 'a\ufe0f'],
  ['a line separator', 'a\u2028b'],
])('refuses a name with %s', (_what, name) => {
  expect(nameProblem(name)).toMatch(/can be seen/);
});

it.each(['Main account', 'Hauptkonto 2', 'Счёт', '実口座', 'Über – “live”', "O'Neill & Sons"])(
  'takes the name %s',
  (name) => {
    expect(nameProblem(name)).toBeNull();
  },
);

it.each([
  ['Practice', 'practice'],
  ['Practice', 'Pr\u0430ctice'],
  ['Practice', 'Ρractice'],
  ['Practice', 'Pract1ce'],
  ['Practice', 'Practıce'],
  ['Practice', 'Ｐｒａｃｔｉｃｅ'],
  ['Practice', 'Pra ctice'],
  ['Practice', 'Practicé'],
  ['Main', 'Маin'],
  ['Main', 'Rnain'.replace('R', 'r')],
  ['Savings 10', 'Savings lO'],
])('takes %s and %s for each other', (one, other) => {
  expect(looksLike(one, other)).toBe(true);
});

it.each([
  ['Practice', 'Main'],
  ['Main', 'Main 2'],
  ['Second', 'Second copy'],
  ['実口座', '仮口座'],
])('tells %s from %s', (one, other) => {
  expect(looksLike(one, other)).toBe(false);
});
