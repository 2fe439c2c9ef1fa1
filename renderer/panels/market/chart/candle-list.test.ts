import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Candle } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { createCandleList } from './candle-list.ts';

const candle = (start: number, volume = '1'): Candle => ({
  start,
  open: decimal('10'),
  high: decimal('12'),
  low: decimal('9'),
  close: decimal('11'),
  volume: decimal(volume),
});

it('asks only for the end to be drawn when the candle being made grows or the next one begins', () => {
  const list = createCandleList();
  list.take([candle(0), candle(60)]);
  expect(list.take([candle(60, '2')])).toEqual({ kind: 'tail', candles: [candle(60, '2')] });
  expect(list.take([candle(120)])).toEqual({ kind: 'tail', candles: [candle(120)] });
});

it('asks for all of it when older candles come', () => {
  const list = createCandleList();
  list.take([candle(60)]);
  expect(list.take([candle(0)])).toEqual({ kind: 'all' });
  expect(list.all().map(({ start }) => start)).toEqual([0, 60]);
});

it('does nothing for what it knows, and never goes back to less volume', () => {
  const list = createCandleList();
  list.take([candle(0, '5')]);
  expect(list.take([candle(0, '5')])).toEqual({ kind: 'none' });
  expect(list.take([candle(0, '4')])).toEqual({ kind: 'none' });
  expect(list.last()?.volume).toBe('5');
});

it('finds the candle that an instant falls into', () => {
  const list = createCandleList();
  list.take([candle(60), candle(120)]);
  expect(list.at(59)).toBeUndefined();
  expect(list.at(60)?.start).toBe(60);
  expect(list.at(119)?.start).toBe(60);
  expect(list.at(9_999)?.start).toBe(120);
});

it('ends the same in whatever order and how often candles come', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 9 })), {
          selector: ([start, volume]) => `${start} ${volume}`,
          maxLength: 60,
        })
        .chain((made) => fc.tuple(fc.constant(made), fc.shuffledSubarray(made, { minLength: made.length }))),
      ([made, shuffled]) => {
        const one = createCandleList();
        const other = createCandleList();
        one.take(made.map(([start, volume]) => candle(start, String(volume))));
        for (const [start, volume] of [...shuffled, ...shuffled]) other.take([candle(start, String(volume))]);
        expect(other.all()).toEqual(one.all());
        const starts = one.all().map(({ start }) => start);
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
      },
    ),
  );
});
