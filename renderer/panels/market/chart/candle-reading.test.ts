import { expect, test } from 'vitest';
import type { Candle } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { candleWords, nextCandle } from './candle-reading.ts';

const candles: readonly Candle[] = Array.from({ length: 30 }, (_, index) => ({
  start: index * 60_000,
  open: decimal('64000'),
  high: decimal('64100.5'),
  low: decimal('63900'),
  close: decimal('64050'),
  volume: decimal('1'),
}));
const pressed = (from: number | null, key: string, shiftKey = false): number | undefined =>
  nextCandle(candles, from, { key, shiftKey })?.start;

test('keys go from the newest candle back and forth, and stay within them', () => {
  expect(pressed(null, 'ArrowLeft')).toBe(29 * 60_000);
  expect(pressed(29 * 60_000, 'ArrowLeft')).toBe(28 * 60_000);
  expect(pressed(28 * 60_000, 'ArrowLeft', true)).toBe(18 * 60_000);
  expect(pressed(60_000, 'ArrowLeft', true)).toBe(0);
  expect(pressed(60_000, 'End')).toBe(29 * 60_000);
  expect(pressed(60_000, 'a')).toBeUndefined();
});

test('a candle is read with its time and prices', () => {
  const [first] = candles;
  if (first === undefined) throw new Error('no candle');
  expect(candleWords(first, 1, true)).toBe(
    '01-01 00:00:00, open 64,000.0, high 64,100.5, low 63,900.0, close 64,050.0',
  );
});
