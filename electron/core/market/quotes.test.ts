import { expect, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { millis } from '../../../shared/time.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { scriptedClient } from '../testing/scripted-client.ts';
import { scriptedStream } from '../testing/scripted-stream.ts';
import { createQuotes } from './quotes.ts';

const SYMBOL = 'PERP_1000PEPE_USDT';
const INDEX = 'indexprice@SPOT_1000PEPE_USDT';

test('what the stream refuses of a perpetual is read again and again, and all else is not', async () => {
  const clock = new ManualClock();
  const scripted = scriptedStream();
  const day = { symbol: SYMBOL, indexPrice: '10', markPrice: '10', openInterest: '5' };
  const { client, calls } = scriptedClient(() => ({ rows: [day] }));
  const quotes = createQuotes(client, scripted.stream, clock);
  const stop = quotes.feed.open(SYMBOL)?.subscribe(() => undefined);
  await clock.move(60_000);
  expect(calls).toHaveLength(1);
  // There is no spot symbol to key its index by (protocol.md, 4.5).
  scripted.refuse(INDEX);
  scripted.say(`markprice@${SYMBOL}`, {
    kind: 'markprice',
    topic: `markprice@${SYMBOL}`,
    symbol: SYMBOL,
    at: millis(1),
    price: decimal('12'),
  });
  day.indexPrice = '11';
  await clock.move(6_000);
  expect(quotes.get(SYMBOL)).toMatchObject({ index: '11', mark: '12' });
  day.indexPrice = '13';
  await clock.move(6_000);
  expect(quotes.get(SYMBOL)).toMatchObject({ index: '13', mark: '12' });
  stop?.();
  await clock.move(10_000);
  expect(clock.pending).toBe(0);
});
