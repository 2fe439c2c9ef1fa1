import type { Candle } from '../../../../shared/contract/contract.ts';
import { compare } from '../../../../shared/decimal.ts';

/** Candles of one series, each start once, oldest first. */
export interface CandleList {
  /** Takes candles of any age; the one with more volume is the newer word on a start. */
  take(candles: readonly Candle[]): CandleChange;
  all(): readonly Candle[];
  last(): Candle | undefined;
  /** The candle that an instant falls into, or the nearest before it; undefined before the first. */
  at(instant: number): Candle | undefined;
}

/** What a chart has to do: nothing, draw the end anew, or draw all of it. */
export type CandleChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'tail'; readonly candles: readonly Candle[] }
  | { readonly kind: 'all' };

export function createCandleList(): CandleList {
  const sorted: Candle[] = [];

  /** Index of the last candle that starts at or before an instant; -1 for none. */
  function indexAt(instant: number): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle]?.start ?? 0) <= instant) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  function put(candle: Candle): 'same' | 'tail' | 'inside' {
    const at = indexAt(candle.start);
    const there = sorted[at];
    if (there?.start === candle.start) {
      if (compare(candle.volume, there.volume) < 0 || isSame(candle, there)) return 'same';
      sorted[at] = candle;
    } else sorted.splice(at + 1, 0, candle);
    return sorted.at(-1)?.start === candle.start ? 'tail' : 'inside';
  }

  return {
    take(candles) {
      const results = candles.map((candle) => ({ candle, result: put(candle) }));
      if (results.some(({ result }) => result === 'inside')) return { kind: 'all' };
      const tail = results.filter(({ result }) => result === 'tail').map(({ candle }) => candle);
      return tail.length === 0 ? { kind: 'none' } : { kind: 'tail', candles: tail };
    },
    all: () => sorted,
    last: () => sorted.at(-1),
    at: (instant) => sorted[indexAt(instant)],
  };
}

const isSame = (a: Candle, b: Candle): boolean =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume;
