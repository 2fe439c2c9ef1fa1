import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { millis, wireInstant } from './time.ts';

describe('an instant of the wire', () => {
  it.each<[string | number, number]>([
    [1752049062496, 1752049062496],
    ['1752049062496', 1752049062496],
    ['1752049062.496', 1752049062496],
    ['1752049062.4', 1752049062400],
    ['1752049062.4967', 1752049062496],
    ['1752049062.000001', 1752049062000],
    ['0.001', 1],
    [0, 0],
    ['0', 0],
    ['999999999999999', 999999999999999],
  ])('reads %j as %i ms', (value, at) => {
    expect(wireInstant(value)).toBe(at);
  });

  it.each<string | number>([
    '',
    ' ',
    '-1',
    -1,
    '+1',
    '1e3',
    '.5',
    '5.',
    '1.2.3',
    'now',
    '2025-06-29',
    NaN,
    Infinity,
    1e21,
    '٣',
  ])('refuses %j', (value) => {
    expect(wireInstant(value)).toBeNull();
  });

  it('reads the three forms of any millisecond alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999_999 }), (at) => {
        const seconds = `${Math.floor(at / 1000)}.${String(at % 1000).padStart(3, '0')}`;
        expect([wireInstant(at), wireInstant(String(at)), wireInstant(seconds)]).toEqual([at, at, at]);
      }),
      { numRuns: 20_000 },
    );
  });
});

it('makes milliseconds whole', () => {
  expect(millis(1.5)).toBe(2);
  expect(millis(1752049062496)).toBe(1752049062496);
});
