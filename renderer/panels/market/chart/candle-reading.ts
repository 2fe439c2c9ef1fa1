import type { Candle } from '../../../../shared/contract/contract.ts';
import { atLeastPlaces, grouped, type Decimal } from '../../../../shared/decimal.ts';
import { formatDayTime } from '../../../ui/text/format.ts';

/**
 * The candle that a key reads next; null where the key reads none.
 *
 * @param candles oldest first.
 * @param from start of the one that was read last; null begins at the newest.
 */
export function nextCandle(
  candles: readonly Candle[],
  from: number | null,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): Candle | null {
  const last = candles.length - 1;
  if (key === 'End') return candles[last] ?? null;
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (direction === undefined) return null;
  if (from === null) return candles[last] ?? null;
  const at = candles.findIndex(({ start }) => start === from);
  const to = (at === -1 ? last : at) + direction * (shiftKey ? 10 : 1);
  return candles[Math.max(0, Math.min(last, to))] ?? null;
}

/** A candle as it is read aloud. */
export function candleWords({ start, open, high, low, close }: Candle, places: number, utc: boolean): string {
  const written = (value: Decimal): string => grouped(atLeastPlaces(value, places));
  return `${formatDayTime(start, utc)}, open ${written(open)}, high ${written(high)}, low ${written(low)}, close ${written(close)}`;
}
