import { expect, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { millis } from '../../../shared/time.ts';
import { ManualClock, settled } from '../../../e2e/rigs/core/manual-clock.ts';
import { noAnswer, scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { scriptedStream } from '../../../e2e/rigs/core/scripted-stream.ts';
import { createTrades } from './trades.ts';

const SYMBOL = 'PERP_BTC_USDT';
const QUIET_MS = 20_000;
const TOPIC = `trade@${SYMBOL}`;

/** The tape over a market whose trades the test makes; the stream brings those that it is let bring. */
function tape() {
  const clock = new ManualClock();
  const scripted = scriptedStream();
  const past: number[] = [];
  const line = { broken: false };
  const { client } = scriptedClient(({ name }) =>
    line.broken
      ? noAnswer(name)
      : {
          rows: past.toReversed().map((at) => ({
            symbol: SYMBOL,
            side: 'BUY',
            source: 0,
            executedPrice: '1',
            executedQuantity: '1',
            executedTimestamp: at,
          })),
        },
  );
  const feed = createTrades(client, scripted.stream, clock, QUIET_MS).open(SYMBOL);
  const stop = feed?.subscribe(() => undefined);
  const trade = (at: number, streamed = true): void => {
    past.push(at);
    if (!streamed) return;
    scripted.say(TOPIC, {
      kind: 'trade',
      topic: TOPIC,
      symbol: SYMBOL,
      at: millis(at),
      price: decimal('1'),
      quantity: decimal('1'),
      side: 'BUY',
      source: '0',
      rpi: false,
    });
  };
  const shown = (): number[] => [...(feed?.rows() ?? [])].map(({ at }) => at);
  /** The newest is not in the read yet. */
  const forget = (): void => void past.pop();
  return { clock, scripted, line, trade, forget, shown, stop };
}

test('trades of a lost connection are read once it is back, each once and in their order', async () => {
  const at = tape();
  await settled();
  at.trade(1);
  at.trade(2);
  at.scripted.become('reconnecting');
  at.trade(3, false);
  at.trade(4, false);
  at.line.broken = true;
  at.scripted.become('live');
  at.trade(5);
  await settled();
  at.line.broken = false;
  await at.clock.move(2_000);
  at.trade(6);
  expect(at.shown()).toEqual([1, 2, 3, 4, 5, 6]);
  at.stop?.();
  expect(at.clock.pending).toBe(0);
});

test('a trade that the stream lost before a silence is read, and none twice', async () => {
  const at = tape();
  await settled();
  at.trade(1);
  at.trade(2, false);
  await at.clock.move(QUIET_MS - 1);
  expect(at.shown()).toEqual([1]);
  await at.clock.move(1);
  expect(at.shown()).toEqual([1, 2]);
  at.trade(3, false);
  await at.clock.move(QUIET_MS);
  at.trade(4);
  expect(at.shown()).toEqual([1, 2, 3, 4]);
});

test('a trade that the stream lost between two others takes its place at the next read', async () => {
  const at = tape();
  await settled();
  at.trade(1);
  at.trade(2, false);
  at.trade(3);
  expect(at.shown()).toEqual([1, 3]);
  await at.clock.move(QUIET_MS);
  expect(at.shown()).toEqual([1, 2, 3]);
});

test('a read that lags behind the stream takes nothing away', async () => {
  const at = tape();
  await settled();
  at.trade(1);
  at.trade(2);
  at.forget();
  await at.clock.move(QUIET_MS);
  expect(at.shown()).toEqual([1, 2]);
});

test('trades of one millisecond are listed newest first', async () => {
  const { client } = scriptedClient(() => ({
    rows: ['3', '2', '1'].map((price) => ({
      ...{ symbol: SYMBOL, side: 'BUY', source: 0, executedPrice: price, executedQuantity: '1', executedTimestamp: 7 },
    })),
  }));
  const feed = createTrades(client, scriptedStream().stream, new ManualClock(), QUIET_MS).open(SYMBOL);
  feed?.subscribe(() => undefined);
  await settled();
  expect([...(feed?.rows() ?? [])].map(({ price }) => price)).toEqual(['1', '2', '3']);
});
