import { useEffect, useState } from 'react';
import type { BookRow, InstrumentRow } from '../../../../shared/contract/contract.ts';
import { atMostEvery } from '../../../state/at-most-every.ts';
import { followFeed, peekFeed } from '../../../state/feeds/feeds.ts';

/** A book changes twenty times a second, and nobody reads its costs so fast. */
const EVERY_MS = 250;

/** The book of a symbol, and the one with RPI orders where it has them; null while it is not known. */
export interface Books {
  readonly plain: BookRow | null;
  readonly rpi: BookRow | null;
}
const NOT_KNOWN: Books = { plain: null, rpi: null };

const read = (key: string): BookRow | null => {
  const row = peekFeed('book', key).get(key);
  // A book that was never aligned may have every level wrong.
  return row === undefined || row.state === 'loading' || row.state === 'unaligned' ? null : row;
};
const rpiKey = (symbol: string): string => `${symbol} rpi`;

/** The books as they are at a press. */
export const booksNow = ({ symbol, rpiAllowed }: Pick<InstrumentRow, 'symbol' | 'rpiAllowed'>): Books => ({
  plain: read(symbol),
  rpi: rpiAllowed ? read(rpiKey(symbol)) : null,
});

/**
 * The books of a symbol while they are wanted; a few times a second at most.
 *
 * @param wanted false for an order that takes nothing: its books are not asked for.
 */
export function useBooks(instrument: Pick<InstrumentRow, 'symbol' | 'rpiAllowed'>, wanted: boolean): Books {
  const { symbol, rpiAllowed } = instrument;
  const [books, setBooks] = useState<{ readonly symbol: string; readonly found: Books }>({ symbol, found: NOT_KNOWN });
  useEffect(() => {
    if (!wanted) return undefined;
    const tell = atMostEvery(EVERY_MS, () => setBooks({ symbol, found: booksNow({ symbol, rpiAllowed }) }));
    const ends = [symbol, ...(rpiAllowed ? [rpiKey(symbol)] : [])].map((key) =>
      followFeed('book', key, () => tell.soon()),
    );
    return () => {
      tell.stop();
      for (const end of ends) end();
    };
  }, [symbol, rpiAllowed, wanted]);
  return wanted && books.symbol === symbol ? books.found : NOT_KNOWN;
}
