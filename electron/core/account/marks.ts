import type { Decimal } from '../../../shared/decimal.ts';
import { topics } from '../../../shared/v3/topics.ts';
import type { PublicStream } from '../exchange/types.ts';
import type { Unsubscribe } from '../world/ports.ts';

/** What was said of a mark price last; another object for each word of the stream. */
interface Mark {
  readonly price: Decimal;
  /** Exchange ms. */
  readonly at: number;
}

/** Mark prices of the symbols that are held. */
export interface Marks {
  /** Makes these the symbols that are followed; what is known of others is forgotten. */
  follow(symbols: ReadonlySet<string>): void;
  /**
   * The mark price, unless it is older than an instant.
   *
   * @param at exchange ms; null takes any.
   * @returns null where none is known that is new enough.
   */
  since(symbol: string, at: number | null): Decimal | null;
  /** What is known now, for {@link take}. */
  known(): ReadonlyMap<string, Mark>;
  /**
   * Takes the price of a read where the stream said none since the read began: one topic of a healthy
   * stream can fall silent.
   *
   * @param before what was known as the read began.
   */
  take(symbol: string, price: Decimal, before: ReadonlyMap<string, Mark>): void;
  /** The exchange set its clock: the next price counts, whatever its date. */
  forgetDates(): void;
  stop(): void;
}

/**
 * Follows mark prices over the public stream (protocol.md, 4.5).
 *
 * @param onMark told of each symbol whose price came.
 */
export function createMarks(stream: PublicStream, onMark: (symbol: string) => void): Marks {
  const followed = new Map<string, Unsubscribe>();
  const known = new Map<string, Mark>();
  const begin = (symbol: string): Unsubscribe =>
    stream.subscribe(topics.markPrice(symbol), (message) => {
      if (message.kind !== 'markprice' || message.at < (known.get(symbol)?.at ?? 0)) return;
      known.set(symbol, { price: message.price, at: message.at });
      onMark(symbol);
    });
  const follow = (symbols: ReadonlySet<string>): void => {
    for (const [symbol, stop] of followed) {
      if (symbols.has(symbol)) continue;
      stop();
      followed.delete(symbol);
      known.delete(symbol);
    }
    for (const symbol of symbols) if (!followed.has(symbol)) followed.set(symbol, begin(symbol));
  };
  return {
    follow,
    since: (symbol, at) => {
      const mark = known.get(symbol);
      return mark === undefined || mark.at < (at ?? 0) ? null : mark.price;
    },
    known: () => new Map(known),
    take: (symbol, price, before) => {
      const mark = known.get(symbol);
      if (mark !== undefined && mark === before.get(symbol)) known.set(symbol, { ...mark, price });
    },
    forgetDates() {
      for (const [symbol, mark] of known) known.set(symbol, { ...mark, at: 0 });
    },
    stop: () => follow(new Set()),
  };
}
