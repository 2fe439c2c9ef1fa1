import type { ExecutionRow } from '../../../../../shared/contract/executions.ts';
import { followFeed } from '../../../../state/feeds/feeds.ts';
import { inFrame } from '../../../../state/feeds/in-frame.ts';
import type { CandleList } from '../candle-list.ts';
import type { FillMark } from './fill-triangles.ts';
import type { CandleSource } from '../use-candles.ts';

/** Marks follow the executions this often at most, in ms. */
const EVERY_MS = 200;

/** A mark with the executions that it stands for: several where candle, side and price are the same. */
export interface MarkedFills extends FillMark {
  /** Oldest first. */
  readonly fills: readonly ExecutionRow[];
}

/** Each execution at the candle of its time and at its price; what is older than the candles is left out. Oldest first. */
export function markFills(executions: Iterable<ExecutionRow>, candles: Pick<CandleList, 'at'>): readonly MarkedFills[] {
  const marks = new Map<string, FillMark & { readonly fills: ExecutionRow[] }>();
  for (const fill of [...executions].sort((a, b) => a.at - b.at)) {
    const candle = candles.at(fill.at);
    if (candle === undefined) continue;
    const { buy, price } = fill;
    const id = `${candle.start} ${buy ? 'buy' : 'sell'} ${price}`;
    const there = marks.get(id);
    if (there === undefined) marks.set(id, { id, start: candle.start, buy, price, fills: [fill] });
    else there.fills.push(fill);
  }
  return [...marks.values()];
}

/**
 * Follows the executions of a symbol, and the candles they fall into.
 *
 * @param tell is handed all marks whenever they may have changed.
 */
export function followFills(
  symbol: string,
  source: CandleSource,
  tell: (marks: readonly MarkedFills[]) => void,
): () => void {
  const executions = new Map<string, ExecutionRow>();
  let candles = source.list.all().length;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel = (): void => undefined;
  const draw = (): void => tell(markFills(executions.values(), source.list));
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      cancel = inFrame(draw);
    }, EVERY_MS);
  };
  const stops = [
    followFeed('executions', symbol, ({ fresh, put, drop }) => {
      if (fresh) executions.clear();
      for (const id of drop) executions.delete(id);
      for (const row of put) executions.set(row.id, row);
      soon();
    }),
    source.onChange(() => {
      // Into a new candle fills may fall that came before it.
      if (source.list.all().length === candles) return;
      candles = source.list.all().length;
      soon();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    cancel();
  };
}
