import type { MarketRow } from '../../../shared/contract/contract.ts';
import { known } from '../../../shared/decimal.ts';
import { topics, type PublicMessage } from '../../../shared/v3/topics.ts';
import type { ExchangeClient, PublicStream } from '../exchange/types.ts';
import { createKeyedFeed, type FeedStore, type KeyedFeed } from '../page/feeds.ts';
import type { Clock, Unsubscribe } from '../world/ports.ts';
import { createRefresh } from '../exchange/refresh.ts';
import { isSymbolKey } from './symbol-key.ts';

/** How often is read what the stream refuses. */
const EVERY_MS = 5_000;
/** What a topic would bring is read once it was silent for so long: nothing may have changed, or its messages are lost. */
const SILENT_MS = 30_000;

/** A reading for a judgement counts for so long, and is waited for so long. */
const LOOKED_MS = 5_000;
const LOOK_MS = 2_000;

/** Best quotes, last trade and day figures, per symbol while someone looks. */
export interface Quotes {
  readonly feed: KeyedFeed<MarketRow>;
  /** What is known of a symbol now; undefined while nobody looks at it and none was read a moment ago. */
  get(symbol: string): MarketRow | undefined;
  /**
   * Reads the best quotes of a symbol that has none, for a judgement.
   *
   * @returns a promise that never rejects and ends within two seconds; null where quotes are known.
   */
  readMissing(symbol: string): Promise<void> | null;
  /** The exchange set its clock: what is read from now on is not older than what was said by the old one. */
  forgetDates(): void;
}

/**
 * Makes the quotes over the public stream; day figures of perpetuals come from REST first. What the stream refuses,
 * or is silent about, is read over REST.
 */
export function createQuotes(client: ExchangeClient, stream: PublicStream, clock: Clock): Quotes {
  const stores = new Map<string, FeedStore<MarketRow>>();
  /** Symbols whose quote is dated by a clock that the exchange has set since. */
  const undated = new Set<string>();
  const feed = createKeyedFeed<MarketRow>('symbol', isSymbolKey, (symbol, store) => {
    stores.set(symbol, store);
    store.put(emptyRow(symbol));
    const put = (part: Partial<MarketRow>): void => {
      const row = store.get(symbol);
      if (row !== undefined && part !== NOTHING) store.put({ ...row, ...part });
    };
    const followed = topicsOf(symbol);
    /** Monotonic ms of the newest word on what a topic brings; -Infinity of one that is refused. */
    const heard = new Map(followed.map((topic) => [topic, clock.monotonic()]));
    /** Reads what these would bring; what the stream brought meanwhile is newer. */
    const fill = async (silent: readonly string[], read: typeof readDay): Promise<void> => {
      if (silent.length === 0) return;
      const from = clock.monotonic();
      const found = await read(client, symbol);
      for (const topic of silent) {
        const at = heard.get(topic) ?? 0;
        if (at >= from) continue;
        const isOlder = !undated.has(symbol) && typeof found.at === 'number' && found.at < (store.get(symbol)?.at ?? 0);
        if (!isOlder) put(pick(found, FIELDS[kindOf(topic)] ?? []));
        if (at !== -Infinity) heard.set(topic, from);
      }
    };
    const readSilent = async (): Promise<void> => {
      if (stream.status().state !== 'live') return;
      const now = clock.monotonic();
      const silent = followed.filter((topic) => now - (heard.get(topic) ?? 0) >= SILENT_MS);
      const isBest = (topic: string): boolean => topic === topics.bbo(symbol);
      await Promise.all([
        fill(
          silent.filter((topic) => !isBest(topic)),
          readDay,
        ),
        fill(silent.filter(isBest), readBest),
      ]);
    };
    const refresh = createRefresh(clock, readSilent, { everyMs: EVERY_MS });
    const follow = (topic: string): Unsubscribe =>
      stream.subscribe(
        topic,
        (message) => {
          heard.set(topic, clock.monotonic());
          if (message.kind === 'bbo') undated.delete(symbol);
          put(partOf(message));
        },
        () => {
          heard.set(topic, -Infinity);
          refresh.soon();
        },
      );
    const stops = [...followed.map(follow), refresh.stop];
    refresh.soon();
    stops.push(
      stream.onStatus(({ state }) => {
        if (state !== 'live' && store.get(symbol)?.state === 'live') put({ state: 'stale' });
      }),
    );
    void readDay(client, symbol).then(
      (day) => {
        // What the stream brought meanwhile is newer.
        const row = store.get(symbol);
        if (row !== undefined) store.put({ ...row, ...day, ...filled(row) });
      },
      () => undefined,
    );
    return () => {
      for (const stop of stops) stop();
      stores.delete(symbol);
      undated.delete(symbol);
    };
  });
  /** Rows of symbols that nobody looks at, with the monotonic ms of their reading. */
  const looked = new Map<string, { readonly row: MarketRow; readonly at: number }>();
  const lookedAt = (symbol: string): MarketRow | undefined => {
    const found = looked.get(symbol);
    return found !== undefined && clock.monotonic() - found.at < LOOKED_MS ? found.row : undefined;
  };
  const hasQuote = (row: MarketRow | undefined): row is MarketRow =>
    row !== undefined && (row.bid !== null || row.ask !== null);
  const get = (symbol: string): MarketRow | undefined => {
    const row = stores.get(symbol)?.get(symbol);
    return hasQuote(row) ? row : (lookedAt(symbol) ?? row);
  };
  async function look(symbol: string): Promise<void> {
    const at = clock.monotonic();
    const row = { ...emptyRow(symbol), ...(await readBest(client, symbol)) };
    looked.set(symbol, { row, at });
  }
  return {
    feed,
    get,
    forgetDates() {
      for (const symbol of stores.keys()) undated.add(symbol);
    },
    readMissing: (symbol) =>
      hasQuote(get(symbol))
        ? null
        : new Promise((resolve) => {
            const timer = clock.after(LOOK_MS, resolve);
            const end = (): void => {
              timer.cancel();
              resolve();
            };
            look(symbol).then(end, end);
          }),
  };
}

function topicsOf(symbol: string): readonly string[] {
  const both = [topics.bbo(symbol), topics.trade(symbol), topics.ticker(symbol)];
  if (!symbol.startsWith('PERP_')) return both;
  return [
    ...both,
    topics.markPrice(symbol),
    topics.estFundingRate(symbol),
    topics.openInterest(symbol),
    topics.indexPrice(symbol.replace('PERP_', 'SPOT_')),
  ];
}

const NOTHING: Partial<MarketRow> = {};

const kindOf = (topic: string): string => topic.slice(0, topic.indexOf('@'));

/** What REST has too of what a topic brings. */
const FIELDS: Readonly<Record<string, readonly (keyof MarketRow)[]>> = {
  bbo: ['bid', 'bidSize', 'ask', 'askSize', 'at', 'state'],
  trade: ['last'],
  ticker: ['open24h', 'high24h', 'low24h', 'volume24h', 'amount24h'],
  markprice: ['mark'],
  indexprice: ['index'],
  estfundingrate: ['fundingRate', 'nextFundingTime'],
  openinterest: ['openInterest'],
};

const pick = (row: Partial<MarketRow>, fields: readonly (keyof MarketRow)[]): Partial<MarketRow> =>
  Object.fromEntries(fields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])));

/** What one message says of the row. */
function partOf(message: PublicMessage): Partial<MarketRow> {
  switch (message.kind) {
    case 'bbo':
      return {
        // An empty side is written as zero.
        bid: known(message.bid),
        bidSize: message.bidSize,
        ask: known(message.ask),
        askSize: message.askSize,
        at: message.at,
        state: 'live',
      };
    case 'trade':
      return { last: known(message.price) };
    case 'ticker':
      return {
        open24h: message.open,
        high24h: message.high,
        low24h: message.low,
        volume24h: message.volume,
        amount24h: message.amount,
        ...(known(message.close) === null ? {} : { last: message.close }),
      };
    case 'markprice':
      return { mark: known(message.price) };
    case 'indexprice':
      return { index: known(message.price) };
    case 'estfundingrate':
      return { fundingRate: message.rate, nextFundingTime: message.nextFundingAt };
    case 'openinterest':
      return { openInterest: message.openInterest };
    default:
      return NOTHING;
  }
}

/** The best quotes over REST, from the first level of the book. */
async function readBest(client: ExchangeClient, symbol: string): Promise<Partial<MarketRow>> {
  let at: number | null = null;
  const book = await client.call(
    'public.orderbook',
    { symbol, maxLevel: 1 },
    {
      onTimestamp: (time) => {
        at = time;
      },
    },
  );
  const [bid, ask] = [book.bids[0], book.asks[0]];
  return {
    bid: known(bid?.price ?? null),
    bidSize: bid?.quantity ?? null,
    ask: known(ask?.price ?? null),
    askSize: ask?.quantity ?? null,
    at,
    state: 'live',
  };
}

/** The day of a perpetual over REST; spot symbols have no ticker there (protocol.md, 3.1). */
async function readDay(client: ExchangeClient, symbol: string): Promise<Partial<MarketRow>> {
  if (!symbol.startsWith('PERP_')) return NOTHING;
  const { rows } = await client.call('public.futures', { symbol });
  const ticker = rows.find((row) => row.symbol === symbol);
  if (ticker === undefined) return NOTHING;
  return {
    mark: known(ticker.markPrice),
    index: known(ticker.indexPrice),
    fundingRate: ticker.estFundingRate,
    nextFundingTime: ticker.nextFundingTime,
    openInterest: ticker.openInterest,
    open24h: ticker.open24h,
    last: known(ticker.close24h),
    high24h: ticker.high24h,
    low24h: ticker.low24h,
    volume24h: ticker.volume24h,
    amount24h: ticker.amount24h,
  };
}

/** The fields of a row that have a value. */
const filled = (row: MarketRow): Partial<MarketRow> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

const emptyRow = (symbol: string): MarketRow => ({
  symbol,
  bid: null,
  bidSize: null,
  ask: null,
  askSize: null,
  last: null,
  mark: null,
  index: null,
  open24h: null,
  high24h: null,
  low24h: null,
  volume24h: null,
  amount24h: null,
  fundingRate: null,
  nextFundingTime: null,
  openInterest: null,
  at: null,
  state: 'loading',
});
