import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decimal, grouped, toDecimal } from '../../../shared/decimal.ts';
import { readNumberText, readable } from './number-text.ts';

const read = (text: string, unit = 'USDT'): string => {
  const reading = readNumberText(text, unit);
  return reading.kind === 'readable' ? reading.value : reading.kind;
};
const reason = (text: string, unit = 'USDT'): string => {
  const reading = readNumberText(text, unit);
  return reading.kind === 'refused' ? reading.reason : reading.kind;
};

describe('the text of a number field', () => {
  test.each([
    ['64,210.5', '64210.5'],
    ['1,064,210', '1064210'],
    ['64 210.5', '64210.5'],
    ['64\u00a0210.5', '64210.5'],
    ['64\u202f210', '64210'],
    ["64'210.5", '64210.5'],
    [' 1', '1'],
    ['64210.5\n', '64210.5'],
    ['$64,210.5', '64210.5'],
    ['64,210.5 USDT', '64210.5'],
    ['usdt 64210.5', '64210.5'],
    ['１', '1'],
    ['６４，２１０．５', '64210.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['00.1', '0.1'],
    ['007', '7'],
  ])('%j can only mean %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test.each([
    ['1,000', 'can mean 1000 or 1.000'],
    ['1.000,5', 'comma for the decimals'],
    ['1,5', 'comma for the decimals'],
    ['1e3', 'exponent'],
    ['+1', 'plus sign'],
    ['- 1', 'minus sign'],
    ['−1', 'minus sign'],
    ['٣', 'another script'],
    ['0x10', 'not a plain number'],
    ['NaN', 'not a plain number'],
    ['Infinity', 'not a plain number'],
    ['1 2', 'not a plain number'],
    ['12,34.5', 'not a plain number'],
    ['1..2', 'not a plain number'],
    ['__proto__', 'not a plain number'],
    ['<img onerror>', 'not a plain number'],
    ['1\u202e2', 'not a plain number'],
    ['1\u200b2', 'not a plain number'],
    ['\u0000', 'not a plain number'],
    ['😀', 'not a plain number'],
    ['   ', 'only spaces'],
    ['€64,210.5', 'is in €; this field is in USDT'],
    ['0.25 BTC', 'is in BTC; this field is in USDT'],
  ])('%j is refused and says why', (text, words) => {
    expect(reason(text)).toContain(words);
  });

  test.each(['0', '1', '-1', '-0', '64210.5', '9007199254740993', '9223372036854775808', '1'.repeat(40)])(
    '%s is a plain number, whose size the rules of the order judge',
    (text) => {
      expect(read(text)).toBe('plain');
    },
  );

  it('takes the unit of its own field only', () => {
    expect(read('0.25 BTC', 'BTC')).toBe('0.25');
    expect(reason('$5', 'BTC')).toContain('is in $; this field is in BTC');
  });

  it('refuses a megabyte at once', () => {
    expect(reason('1,'.repeat(500_000))).toContain('at most 80 characters');
  });

  it('reads what the program itself writes as the same number', () => {
    const numbers = fc.stringMatching(/^(?:[1-9]\d{3,20}\.\d{1,10}|[1-9]\d{6,20})$/);
    fc.assert(
      fc.property(numbers, (text) => {
        expect(read(grouped(decimal(text)))).toBe(text);
      }),
    );
  });

  it('never turns a text into something that is not a plain number', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const reading = readNumberText(text, 'USDT');
        if (reading.kind === 'readable') expect(toDecimal(reading.value)).toBe(reading.value);
        if (reading.kind === 'plain') expect(toDecimal(text)).toBe(text);
      }),
    );
  });
});

test('a value on a button is grouped, a word stays a word', () => {
  expect(readable('64210.5')).toBe('64,210.5');
  expect(readable('BOTH')).toBe('BOTH');
});
