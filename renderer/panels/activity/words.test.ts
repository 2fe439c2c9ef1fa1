import { expect, test } from 'vitest';
import { accountWords, plainText, prettySent } from './words.ts';

test('shows what would turn or hide text as what it is', () => {
  expect(plainText('pay\u202Eevil\u200B\u0007')).toBe('pay⟨U+202E⟩evil⟨U+200B⟩⟨U+0007⟩');
  expect(plainText('Größe <b>1</b> 价格')).toBe('Größe <b>1</b> 价格');
});

test('lays out JSON by lines, and leaves what is cut as it is', () => {
  expect(prettySent('{"price":"1"}')).toBe('{\n  "price": "1"\n}');
  expect(prettySent('{"price":"1…')).toBe('{"price":"1…');
});

test('names an account once, with its environment where the name does not say it', () => {
  const names = new Map([
    ['practice', 'Practice'],
    ['p7', 'Main account'],
  ]);
  expect(accountWords({ environment: 'practice', profile: 'practice' }, names)).toBe('Practice');
  expect(accountWords({ environment: 'live', profile: 'p7' }, names)).toBe('Main account, LIVE');
  expect(accountWords({ environment: 'staging', profile: 'gone' }, names)).toBe('gone, Staging');
  expect(accountWords({ environment: 'live', profile: 'practice' }, names)).toBe('Practice, LIVE');
});
