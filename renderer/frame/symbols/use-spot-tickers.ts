import { useEffect, useState } from 'react';
import type { TickerRow } from '../../../shared/contract/tickers.ts';
import { followFeed } from '../../state/feeds/feeds.ts';

/** A block that is only scrolled past asks for nothing. */
const SETTLED_MS = 250;

const NONE: ReadonlyMap<string, TickerRow> = new Map();

/**
 * Figures of some spot symbols, by symbol.
 *
 * @param key the symbols with a space between them; none for "".
 */
export function useSpotTickers(key: string): ReadonlyMap<string, TickerRow> {
  const [rows, setRows] = useState(NONE);
  useEffect(() => {
    if (key === '') return;
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = followFeed('tickers', key, ({ put }) =>
        setRows((known) => new Map([...known, ...put.map((row) => [row.symbol, row] as const)])),
      );
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop();
      setRows(NONE);
    };
  }, [key]);
  return rows;
}
