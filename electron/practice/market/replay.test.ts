import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { advance } from '../engine/clock/advance.ts';
import { audit } from '../engine/audit.ts';
import { place } from '../engine/orders/place.ts';
import { tapeOf } from '../engine/venue.ts';
import { draft, funded, START } from '../../../e2e/rigs/practice/fixtures.ts';
import { openVenue } from './opening.ts';
import { readReplay, startReplay } from './replay.ts';

const LINES = [
  '# time, symbol, side, price, quantity',
  '1700000000000,PERP_BTC_USDT,BUY,50000.5,0.25',
  '1700000000400,PERP_BTC_USDT,SELL,50010.1,0.1',
  '',
  '1700000001000,PERP_ETH_USDT,BUY,2500.25,3',
  '1700000001000,PERP_BTC_USDT,BUY,49000,1.5',
];

const file = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'practice-')), 'trades.csv');
  writeFileSync(path, text);
  return path;
};

test('recorded trades are printed again at their times, prices and sizes, then the market walks by itself', () => {
  const trades = readReplay(file(LINES.join('\n')));
  const { venue } = openVenue(1, START, 'calm', 0, []);
  startReplay(venue, trades);
  advance(venue, START + 1_000);
  const printed = ['PERP_BTC_USDT', 'PERP_ETH_USDT'].flatMap((symbol) =>
    tapeOf(venue, symbol).trades.map(({ at, side, ticks, lots }) => [at - START, side, ticks, lots]),
  );
  expect(printed).toEqual([
    [0, 'BUY', 500_005, 2_500],
    [400, 'SELL', 500_101, 1_000],
    [1_000, 'BUY', 490_000, 15_000],
    [1_000, 'BUY', 250_025, 3_000],
  ]);
  advance(venue, START + 60_000);
  expect(tapeOf(venue, 'PERP_BTC_USDT').trades.length).toBeGreaterThan(10);
  expect([...audit(venue).money.values()].every((sum) => sum === 0n)).toBe(true);
});

test('an order of a person at a recorded price comes first', () => {
  const { venue } = openVenue(1, START, 'calm', 0, []);
  const trader = funded(venue);
  startReplay(venue, readReplay(file('0,PERP_BTC_USDT,BUY,64300,1\n1000,PERP_BTC_USDT,SELL,64205,1')));
  const bid = place(venue, trader, draft({ side: 'BUY', price: '64205', quantity: '0.4' }));
  advance(venue, START + 1_000);
  expect(bid.status).toBe('FILLED');
});

test.each([
  ['x,PERP_BTC_USDT,BUY,1,1', 'line 1: the time'],
  ['1,PERP_DOGE_USDT,BUY,1,1', 'no symbol PERP_DOGE_USDT'],
  ['1,PERP_BTC_USDT,buy,1,1', 'the side'],
  ['1,PERP_BTC_USDT,BUY,1.05,1', 'the price'],
  ['1,PERP_BTC_USDT,BUY,1,0', 'the quantity'],
  ['5,PERP_BTC_USDT,BUY,1,1\n4,PERP_BTC_USDT,BUY,1,1', 'line 2: it is earlier'],
  ['# nothing', 'has no trades'],
])('the replay file %j is refused with its line', (text, words) => {
  expect(() => readReplay(file(text))).toThrow(words);
});
