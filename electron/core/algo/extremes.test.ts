import { expect, it } from 'vitest';
import type { MarketRow } from '../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { decimal } from '../../../shared/decimal.ts';
import { algoOrderRecord } from '../../../shared/v3/records.ts';
import { createFeed, createKeyedFeed, type FeedStore } from '../page/feeds.ts';
import { followExtremes } from './extremes.ts';
import { createAlgoBook } from './algo-book.ts';
import { factsOfRecord } from './node.ts';

const SYMBOL = 'PERP_BTC_USDT';

function setUp() {
  const feed = createFeed<AlgoRow>('id');
  const book = createAlgoBook(feed);
  let store: FeedStore<MarketRow> | null = null;
  const market = createKeyedFeed<MarketRow>(
    'symbol',
    () => true,
    (_, made) => {
      store = made;
      return () => (store = null);
    },
  );
  let now = 1_000;
  const stop = followExtremes(book, market, { now: () => now } as Parameters<typeof followExtremes>[2]); // no timer is asked for
  let at = 1_760_000_000_000;
  return {
    feed,
    book,
    market,
    stop,
    tell(id: string, more: object = {}) {
      at += 1_000;
      book.take(
        factsOfRecord(
          algoOrderRecord.parse({
            ...{ algoOrderId: id, algoType: 'TRAILING_STOP', symbol: SYMBOL, side: 'SELL', algoStatus: 'NEW' },
            ...{ callbackRate: '0.01', isActivated: true, updatedTime: at },
            ...more,
          }),
        ),
      );
    },
    price(last: string, more: Partial<MarketRow> = {}) {
      now += 1_000;
      store?.put({ symbol: SYMBOL, state: 'live', last: decimal(last), mark: null, ...more } as MarketRow); // the rest is not read
    },
    best: (id: string) => feed.get(id)?.best ?? null,
  };
}

it('is the highest price for a sell and the lowest for a buy, since the order is active', () => {
  const { tell, price, best, feed } = setUp();
  tell('1', { isActivated: false });
  tell('2', { side: 'BUY' });
  for (const last of ['100', '104', '97']) price(last);
  expect([best('1'), best('2')]).toEqual([null, '97']);
  tell('1');
  for (const last of ['101', '103', '102']) price(last);
  expect([best('1'), best('2')]).toEqual(['103', '97']);
  expect(feed.get('1')?.bestSince).toBeGreaterThan(feed.get('2')?.bestSince ?? Infinity);
});

it('looks at the price that triggers, and never at one that is old', () => {
  const { tell, price, best } = setUp();
  tell('1', { triggerPriceType: 'MARK_PRICE' });
  price('500', { mark: decimal('100') });
  price('500', { mark: decimal('900'), state: 'stale' });
  expect(best('1')).toBe('100');
});

it('listens to a market only while an active order needs it', () => {
  const { tell, market, stop } = setUp();
  expect(market.running()).toEqual([]);
  tell('1');
  tell('2');
  expect(market.running()).toEqual([SYMBOL]);
  tell('1', { isTriggered: true });
  expect(market.running()).toEqual([SYMBOL]);
  tell('2', { algoStatus: 'CANCELLED' });
  expect(market.running()).toEqual([]);
  tell('3');
  stop();
  expect(market.running()).toEqual([]);
});

it('lets the market go of an order that the exchange no longer lists', () => {
  const { tell, book, market } = setUp();
  tell('1');
  expect(market.running()).toEqual([SYMBOL]);
  book.lose('1');
  expect(market.running()).toEqual([]);
});

it('says nothing of orders that do not trail', () => {
  const { tell, market } = setUp();
  tell('1', { callbackRate: null, algoType: 'STOP' });
  expect(market.running()).toEqual([]);
});
