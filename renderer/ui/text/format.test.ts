import { describe, expect, it } from 'vitest';
import {
  ageLevel,
  formatDayTime,
  formatLatency,
  formatOffset,
  formatSpan,
  formatTime,
  fullTimestamp,
} from './format.ts';

describe('spans and instants in words', () => {
  it.each([
    [-5, '0 s'],
    [0, '0 s'],
    [999, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min 00 s'],
    [185_000, '3 min 05 s'],
    [3_600_000, '1 h 00 min'],
    [7_860_000, '2 h 11 min'],
    [90_000_000, '1 d 1 h'],
  ])('%i ms is %s', (ms, words) => {
    expect(formatSpan(ms)).toBe(words);
  });

  it('begins to warn at 3 s and to alarm at 10 s', () => {
    expect([0, 2_999, 3_000, 9_999, 10_000].map(ageLevel)).toEqual(['fresh', 'fresh', 'warn', 'warn', 'alarm']);
  });

  it.each([
    [41.6, '42 ms'],
    [999.4, '999 ms'],
    [1_290, '1.2 s'],
  ])('a round trip of %d ms is %s', (ms, words) => {
    expect(formatLatency(ms)).toBe(words);
  });

  it.each([
    [12, '+12 ms'],
    [0.3, '0 ms'],
    [-1_400, '−1.4 s'],
  ])('an offset of %d ms is %s', (ms, words) => {
    expect(formatOffset(ms)).toBe(words);
  });

  it('writes an instant with its zone', () => {
    const at = Date.UTC(2026, 10, 20, 4, 5, 6, 7);
    expect(formatTime(at, true)).toBe('04:05:06');
    expect(formatDayTime(at, true)).toBe('11-20 04:05:06');
    expect(fullTimestamp(at, true)).toBe('2026-11-20 04:05:06.007 UTC');
    expect(fullTimestamp(at, false)).toMatch(/^2026-11-\d\d \d\d:\d\d:06\.007 UTC[+−]\d\d:\d\d$/);
  });
});
