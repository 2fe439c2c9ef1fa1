import { expect, test } from 'vitest';
import { createNotices } from '../commands/notices.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { createInstruments } from './instruments.ts';

const record = (symbol: string, part: object = {}) => ({
  symbol,
  status: 'TRADING',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  quoteMin: '0.1',
  quoteMax: '100000',
  quoteTick: '0.1',
  baseMin: '0.001',
  baseMax: '100',
  baseTick: '0.001',
  minNotional: '5',
  ...part,
});

test('a symbol that cannot be read hides no other, and is said once', async () => {
  const clock = new ManualClock();
  const notices = createNotices(clock);
  const rows = [record('SPOT_BTC_USDT'), record('PERP_BTC_USDT', { quoteTick: 'a tick' }), record('PERP_ETH_USDT')];
  const instruments = createInstruments(scriptedClient(() => ({ rows })).client, clock, notices);
  instruments.start();
  await clock.move(1_300_000);
  expect([...instruments.feed.rows()].map(({ symbol }) => symbol)).toEqual(['SPOT_BTC_USDT', 'PERP_ETH_USDT']);
  expect([...notices.feed.rows()].map(({ text }) => text)).toEqual([
    '1 symbol cannot be read and is left out (quoteTick: not a number).',
  ]);
  instruments.stop();
  expect(clock.pending).toBe(0);
});
