import { expect, test } from 'vitest';
import { addressPresets, type ProfileRow } from '../../../shared/contract/profiles.ts';
import { copyOf, formOf, goesLive, movesAway, newForm, presetOf, withEnvironment } from './form.ts';

const row = (part: Partial<ProfileRow> = {}): ProfileRow => ({
  id: 'p-1',
  name: 'Main',
  environment: 'live',
  ...addressPresets.live,
  viewOnly: false,
  builtIn: false,
  open: true,
  keyHint: '…abcd',
  ...part,
});

test('a new profile begins on the test system with its addresses', () => {
  expect(presetOf(newForm())).toBe('staging');
});

test('the environment brings its addresses along, and leaves own ones alone', () => {
  expect(withEnvironment(newForm(), 'live')).toMatchObject({ environment: 'live', ...addressPresets.live });
  const own = { ...newForm(), rest: 'https://my.example' };
  expect(withEnvironment(own, 'live')).toEqual({ ...own, environment: 'live' });
  expect(presetOf(own)).toBe('own');
});

test('a copy has a name that nobody has, and no id', () => {
  expect(copyOf(row(), ['Main', 'main copy'])).toMatchObject({ id: null, name: 'Main copy 2' });
});

test('a form of a saved profile carries nothing but what can be changed', () => {
  expect(Object.keys(formOf(row())).sort()).toEqual(Object.keys(newForm()).sort());
});

test('only another place drops the key', () => {
  expect(movesAway({ ...formOf(row()), name: 'Other', viewOnly: true }, row())).toBe(false);
  expect(movesAway({ ...formOf(row()), rest: 'https://my.example' }, row())).toBe(true);
  expect(movesAway({ ...formOf(row()), environment: 'staging' }, row())).toBe(true);
});

test.each([
  ['a live one as it was', row(), { viewOnly: false }, false],
  ['view only taken off a live one', row({ viewOnly: true }), { viewOnly: false }, true],
  ['a staging one made live', row({ environment: 'staging' }), {}, true],
  ['one that is not open', row({ viewOnly: true, open: false }), { viewOnly: false }, false],
  ['one made view only', row(), { viewOnly: true }, false],
] as const)('saving %s asks for the name: %#', (_what, saved, part, asks) => {
  expect(goesLive({ ...formOf(row()), ...part }, saved)).toBe(asks);
});
