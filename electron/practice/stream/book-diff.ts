import { view } from '../engine/orders/book.ts';
import { bookOf, type Venue } from '../engine/venue.ts';
import { priceText, sizeText } from '../wire/numbers.ts';
import type { Instrument } from '../engine/symbols.ts';
import type { Side } from '../engine/model.ts';

/** The best levels of a book as a stream of updates last left its readers. */
export interface BookMemo {
  /** Time in the last update, which the next one names as prevTs. */
  ts: number;
  version: number;
  bids: Map<number, number>;
  asks: Map<number, number>;
}

/** The book now, as the start of a stream of updates. */
export function memoOf(venue: Venue, symbol: string, depth: number, rpi: boolean): BookMemo {
  const book = bookOf(venue, symbol);
  return {
    ts: rpi ? book.rpiChangedAt : book.changedAt,
    version: book.version,
    bids: new Map(view(book, 'BUY', depth, rpi)),
    asks: new Map(view(book, 'SELL', depth, rpi)),
  };
}

/** Levels that changed since the memo was taken, "0" for those that left the best `depth`; null when none did. */
export function diffBook(
  venue: Venue,
  feed: { readonly instrument: Instrument; book: BookMemo | null },
  depth: number,
  rpi: boolean,
): Record<string, unknown> | null {
  const { instrument } = feed;
  const book = bookOf(venue, instrument.symbol);
  feed.book ??= memoOf(venue, instrument.symbol, depth, rpi);
  const memo = feed.book;
  if (memo.version === book.version) return null;
  memo.version = book.version;
  const side = (old: Map<number, number>, name: Side): { rows: [string, string][]; next: Map<number, number> } => {
    const next = new Map(view(book, name, depth, rpi));
    const changed: [number, number][] = [];
    for (const [ticks, lots] of next) if (old.get(ticks) !== lots) changed.push([ticks, lots]);
    for (const ticks of old.keys()) if (!next.has(ticks)) changed.push([ticks, 0]);
    // Best level first, as live (protocol.md, 9.5).
    changed.sort(([a], [b]) => (name === 'BUY' ? b - a : a - b));
    const rows = changed.map(([ticks, lots]): [string, string] => [
      priceText(instrument, ticks),
      sizeText(instrument, lots),
    ]);
    return { rows, next };
  };
  const bids = side(memo.bids, 'BUY');
  const asks = side(memo.asks, 'SELL');
  if (bids.rows.length === 0 && asks.rows.length === 0) return null;
  const prevTs = memo.ts;
  // Two updates never share a time, or readers could not tell them apart.
  memo.ts = Math.max(prevTs + 1, rpi ? book.rpiChangedAt : book.changedAt);
  memo.bids = bids.next;
  memo.asks = asks.next;
  return { s: instrument.symbol, prevTs, ts: memo.ts, bids: bids.rows, asks: asks.rows };
}
