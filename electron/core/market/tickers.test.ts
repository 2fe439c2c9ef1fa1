import { expect, test } from 'vitest';
import { PERPETUALS, type TickerRow } from '../../../shared/contract/tickers.ts';
import { decimal } from '../../../shared/decimal.ts';
import { millis } from '../../../shared/time.ts';
import type { TickerMessage } from '../../../shared/v3/topics.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { noAnswer, scriptedClient, type Script } from '../../../e2e/rigs/core/scripted-client.ts';
import { scriptedStream } from '../../../e2e/rigs/core/scripted-stream.ts';
import { createTickers } from './tickers.ts';

const perpetual = (symbol: string, close: string) => ({
  symbol,
  '24hOpen': '100',
  '24hClose': close,
  '24hAmount': '5000',
  estFundingRate: '0.0001',
  nextFundingTime: 1_760_000_100_000,
});

function desk(script: Script) {
  const clock = new ManualClock();
  const { client, calls } = scriptedClient(script);
  const scripted = scriptedStream();
  const tickers = createTickers(client, scripted.stream, clock);
  const open = (key: string) => {
    const source = tickers.open(key);
    if (source === null) throw new Error(`${key} names nothing`);
    const close = source.subscribe(() => undefined);
    return { rows: (): TickerRow[] => [...source.rows()], close };
  };
  return { clock, calls, scripted, tickers, open };
}

test('perpetuals are read together every two seconds while somebody looks, and no longer', async () => {
  let price = 110;
  const at = desk(() => ({
    rows: [perpetual('PERP_BTC_USDT', String((price += 1))), perpetual('PERP_ETH_USDT', '5')],
  }));
  expect(at.calls).toEqual([]);
  const list = at.open(PERPETUALS);
  await at.clock.move(0);
  expect(list.rows()[0]).toEqual({
    symbol: 'PERP_BTC_USDT',
    last: '111',
    open24h: '100',
    amount24h: '5000',
    fundingRate: '0.0001',
    nextFundingTime: 1_760_000_100_000,
    staleSince: null,
  });
  await at.clock.move(10_000);
  expect(at.calls).toHaveLength(6);
  expect(at.calls[5]).toEqual({ name: 'public.futures', input: {} });
  expect(list.rows().map(({ last }) => last)).toEqual(['116', '5']);
  list.close();
  await at.clock.move(60_000);
  expect(at.calls).toHaveLength(6);
  expect(at.clock.pending).toBe(0);
});

test('figures that cannot be read again are stale since the last time that they could, and fresh after the next', async () => {
  let down = false;
  const at = desk((call) => (down ? noAnswer(call.name) : { rows: [perpetual('PERP_BTC_USDT', '111')] }));
  const list = at.open(PERPETUALS);
  await at.clock.move(0);
  const readAt = at.clock.now();
  down = true;
  await at.clock.move(7_000);
  expect(list.rows()[0]?.staleSince).toBeNull();
  await at.clock.move(2_000);
  expect(list.rows()[0]).toMatchObject({ last: '111', staleSince: readAt });
  down = false;
  await at.clock.move(30_000);
  expect(list.rows()[0]?.staleSince).toBeNull();
});

test('spot symbols are streamed while somebody looks, and stale while the stream is away', () => {
  const at = desk(() => ({ rows: [] }));
  const told: TickerMessage = {
    kind: 'ticker',
    topic: 'ticker@SPOT_ETH_USDT',
    symbol: 'SPOT_ETH_USDT',
    at: millis(1),
    open: decimal('3000'),
    close: decimal('3030'),
    high: null,
    low: null,
    volume: null,
    amount: decimal('900'),
    aggregatedVolume: null,
    aggregatedAmount: null,
    count: null,
    lastTradeAt: null,
  };
  const list = at.open('SPOT_ETH_USDT SPOT_BTC_USDT');
  expect(at.scripted.topics()).toEqual(['ticker@SPOT_ETH_USDT', 'ticker@SPOT_BTC_USDT']);
  at.scripted.say('ticker@SPOT_ETH_USDT', told);
  expect(list.rows()).toMatchObject([{ symbol: 'SPOT_ETH_USDT', last: '3030', amount24h: '900', staleSince: null }]);
  at.scripted.become('reconnecting');
  expect(list.rows()[0]?.staleSince).toBe(at.clock.now());
  at.scripted.become('live');
  at.scripted.say('ticker@SPOT_ETH_USDT', told);
  expect(list.rows()[0]?.staleSince).toBeNull();
  list.close();
  expect(at.scripted.topics()).toEqual([]);
  expect(at.calls).toEqual([]);
});

test.each(['', 'PERP_BTC_USDT', 'SPOT_BTC_USDT ', 'SPOT_BTC', 'x', Array(21).fill('SPOT_BTC_USDT').join(' ')])(
  '%j names no tickers',
  (key) => {
    expect(desk(() => ({ rows: [] })).tickers.open(key)).toBeNull();
  },
);
