import { expect, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { millis } from '../../../shared/time.ts';
import { PACES } from '../world/paces.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { scriptedStream } from '../../../e2e/rigs/core/scripted-stream.ts';
import { createFigures } from './figures.ts';

const BTC = 'PERP_BTC_USDT';

async function scene() {
  const clock = new ManualClock(0);
  const market = { mark: 60_000 };
  const position = () => ({
    symbol: BTC,
    holding: '1',
    positionSide: 'BOTH',
    averageOpenPrice: '60000',
    markPrice: String(market.mark),
    estLiqPrice: String(market.mark - 5_000),
    timestamp: 1,
  });
  const { client, calls } = scriptedClient(({ name }) =>
    name === 'futures.positions'
      ? { positions: [position()] }
      : name === 'asset.balances'
        ? { holding: [] }
        : { accountMode: 'FUTURES', freeCollateral: String(market.mark - 59_000) },
  );
  const stream = scriptedStream();
  const figures = createFigures({ client, publicStream: stream.stream, exchangeClock: null, clock, paces: PACES });
  await Promise.all([figures.positions.read(), figures.modes.read()]);
  const mark = async (price: number): Promise<void> => {
    market.mark = price;
    const topic = `markprice@${BTC}`;
    stream.say(topic, {
      kind: 'markprice',
      topic,
      symbol: BTC,
      at: millis(clock.now()),
      price: decimal(String(price)),
    });
    await clock.move(1_000);
  };
  const count = (name: string): number => calls.filter((call) => call.name === name).length;
  return { clock, figures, mark, count };
}

test('what is free is read within seconds while the mark price falls, and as often as the exchange allows', async () => {
  const { clock, figures, mark, count } = await scene();
  await clock.move(7_000);
  for (let second = 1; second <= 40; second += 1) {
    await mark(60_000 - second * 100);
    const { freeCollateral = null } = figures.modes.get() ?? {};
    // Never older than one pace: 700 at 100 a second.
    expect(Number(freeCollateral) - (1_000 - second * 100)).toBeLessThanOrEqual(800);
  }
  expect(count('account.info')).toBeLessThanOrEqual(8);
  expect(count('futures.positions')).toBeLessThanOrEqual(9);
  const [row] = figures.positions.feed.rows();
  expect(Number(row?.liquidationPrice)).toBeLessThan(52_000);
  figures.stop();
  expect(clock.pending).toBe(0);
});

test('a mark price that stands about still has nothing read', async () => {
  const { clock, figures, mark, count } = await scene();
  await clock.move(7_000);
  for (let second = 1; second <= 20; second += 1) await mark(60_000 + (second % 2) * 30);
  expect(count('account.info')).toBe(1);
  expect(count('futures.positions')).toBe(1);
  figures.stop();
});
