import { useEffect, useMemo, useState } from 'react';
import type { CandleInterval } from '../../../../shared/v3/candle-intervals.ts';
import { faultOf, type Fault } from '../../../../shared/errors.ts';
import { ask } from '../../../link/bridge.ts';
import { followFeed } from '../../../state/feeds/feeds.ts';
import { createCandleList, type CandleChange, type CandleList } from './candle-list.ts';

const PAGE = 500;

export interface CandleSource {
  readonly list: CandleList;
  /** Told of every change after it was taken. @returns the unsubscribe. */
  onChange(listener: (change: CandleChange) => void): () => void;
  /** Reads the page before the oldest candle, one at a time, until there is none. */
  older(): void;
}

export type CandleState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly fault: Fault }
  | { readonly kind: 'ready'; readonly empty: boolean };

/** The candles of a series: the past as asked for, the present as the stream tells it. */
export function useCandles(
  symbol: string,
  interval: CandleInterval,
): { readonly source: CandleSource; readonly state: CandleState; retry(): void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<CandleState>({ kind: 'loading' });
  const made = useMemo(() => createSource(symbol, interval), [symbol, interval]);
  useEffect(() => {
    setState({ kind: 'loading' });
    return made.start(setState);
  }, [made, attempt]);
  return { source: made.source, state, retry: () => setAttempt((count) => count + 1) };
}

function createSource(
  symbol: string,
  interval: CandleInterval,
): { readonly source: CandleSource; start(tell: (state: CandleState) => void): () => void } {
  const list = createCandleList();
  const listeners = new Set<(change: CandleChange) => void>();
  let reading = false;
  let exhausted = false;
  let stopped = false;

  function take(candles: Parameters<CandleList['take']>[0]): void {
    const change = list.take(candles);
    if (change.kind !== 'none') for (const listener of listeners) listener(change);
  }

  async function read(before: number | null): Promise<void> {
    const { candles } = await ask('market.candles', { symbol, interval, before, limit: PAGE });
    if (stopped) return;
    exhausted = candles.length === 0;
    take(candles);
  }

  return {
    source: {
      list,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      older: () => {
        const oldest = list.all()[0];
        if (reading || exhausted || stopped || oldest === undefined) return;
        reading = true;
        void read(oldest.start)
          .catch(() => undefined) // scrolling there again asks again
          .finally(() => {
            reading = false;
          });
      },
    },
    start: (tell) => {
      stopped = false;
      let said: boolean | null = null;
      const ready = (): void => {
        const empty = list.last() === undefined;
        if (stopped || said === empty) return;
        said = empty;
        tell({ kind: 'ready', empty });
      };
      const stop = followFeed('candles', `${symbol} ${interval}`, ({ put }) => {
        take(put);
        if (said !== null) ready();
      });
      read(null).then(ready, (thrown: unknown) => {
        if (!stopped) tell({ kind: 'failed', fault: faultOf(thrown) });
      });
      return () => {
        stopped = true;
        stop();
      };
    },
  };
}
