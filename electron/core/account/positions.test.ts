import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PositionRow } from '../../../shared/contract/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { millis } from '../../../shared/time.ts';
import { positionUpdate } from '../../../shared/v3/stream/account-updates.ts';
import type { PositionUpdate } from '../../../shared/v3/topics.ts';
import { ManualClock, settled } from '../../../e2e/rigs/core/manual-clock.ts';
import { noAnswer, scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { scriptedStream } from '../../../e2e/rigs/core/scripted-stream.ts';
import { createPositions } from './positions.ts';

const BTC = 'PERP_BTC_USDT';
const ID = `${BTC} BOTH`;

/** A record of the REST list, as on the wire. */
const record = (holding: string, at: number | null, more: Readonly<Record<string, unknown>> = {}) => ({
  symbol: BTC,
  holding,
  positionSide: 'BOTH',
  averageOpenPrice: '60000',
  markPrice: '60100',
  estLiqPrice: '55000',
  leverage: 10,
  marginMode: 'CROSS',
  timestamp: at,
  ...more,
});

/** An item of the stream's list, read as from the wire. */
const told = (
  holding: string,
  at: number,
  ver = 1,
  more: Readonly<Record<string, string | number>> = {},
): PositionUpdate =>
  positionUpdate({ s: BTC, h: holding, ps: 'BOTH', aop: '60000', mp: '60050', ver, ts: at, ...more }, null);

function account(answer: () => readonly object[] | Promise<readonly object[]>) {
  const clock = new ManualClock();
  const { client, calls } = scriptedClient(async () => ({ positions: await answer() }));
  const scripted = scriptedStream();
  const positions = createPositions(client, scripted.stream, clock);
  const row = (id = ID): PositionRow | undefined => [...positions.feed.rows()].find((each) => each.id === id);
  const mark = (price: string, at: number): void =>
    scripted.say(`markprice@${BTC}`, {
      kind: 'markprice',
      topic: `markprice@${BTC}`,
      symbol: BTC,
      at: millis(at),
      price: decimal(price),
    });
  return { clock, calls, scripted, positions, row, mark };
}

test('shows what REST lists, and leaves out what is flat', async () => {
  const { positions, row } = account(() => [record('0.5', 100), record('0', 100, { symbol: 'PERP_ETH_USDT' })]);
  await positions.read();
  expect([...positions.feed.rows()]).toHaveLength(1);
  expect(row()).toMatchObject({
    symbol: BTC,
    positionSide: 'BOTH',
    holding: '0.5',
    averageOpenPrice: '60000',
    liquidationPrice: '55000',
    leverage: 10,
    marginMode: 'CROSS',
    at: 100,
  });
});

test('keeps the long and the short of hedge mode apart', async () => {
  const { positions, row } = account(() => [
    record('0.5', 100, { positionSide: 'LONG' }),
    record('-0.2', 100, { positionSide: 'SHORT' }),
  ]);
  await positions.read();
  positions.take([told('-0.3', 200, 2, { ps: 'SHORT' })]);
  expect(row(`${BTC} LONG`)?.holding).toBe('0.5');
  expect(row(`${BTC} SHORT`)?.holding).toBe('-0.3');
});

test('keeps a cross and an isolated position of one symbol apart', async () => {
  const { positions, row } = account(() => [
    record('0.5', 100),
    record('-0.2', 100, { marginMode: 'ISOLATED', isolatedMarginAmount: '50' }),
  ]);
  await positions.read();
  positions.take([told('-0.3', 200, 2, { m: 'ISOLATED' }), told('0.6', 200, 2)]);
  expect(row(ID)).toMatchObject({ holding: '0.6', marginMode: 'CROSS' });
  expect(row(`${ID} ISOLATED`)).toMatchObject({ holding: '-0.3', isolatedMargin: '50' });
});

test('takes an update without a margin mode as one on the position that there is', async () => {
  const { positions, row } = account(() => [record('-0.2', 100, { marginMode: 'ISOLATED' })]);
  await positions.read();
  positions.take([told('-0.3', 200, 2)]);
  expect([...positions.feed.rows()]).toHaveLength(1);
  expect(row(`${ID} ISOLATED`)).toMatchObject({ holding: '-0.3', marginMode: 'ISOLATED' });
});

test('follows the stream, keeps what it does not carry, and asks REST for that once', async () => {
  let liquidation = '55000';
  const { positions, row, clock, calls } = account(() => [record('0.5', 100, { estLiqPrice: liquidation })]);
  await positions.read();
  liquidation = '54000';
  positions.take([told('0.7', 200, 2)]);
  positions.take([told('0.8', 300, 3)]);
  expect(row()).toMatchObject({ holding: '0.8', liquidationPrice: '55000', leverage: 10, at: 300 });
  await clock.move(5_000);
  expect(calls).toHaveLength(2);
  // The list was made before the change: only what the stream does not carry is taken from it.
  expect(row()).toMatchObject({ holding: '0.8', liquidationPrice: '54000', at: 300 });
});

test('takes a closed position away, and no older word brings it back', async () => {
  const { positions, row } = account(() => [record('0.5', 100)]);
  await positions.read();
  positions.take([told('0', 300, 3)]);
  expect(row()).toBeUndefined();
  positions.take([told('0.4', 200, 2)]);
  expect(row()).toBeUndefined();
  await positions.read();
  expect(row()).toBeUndefined();
  positions.take([told('0.1', 400, 4)]);
  expect(row()?.holding).toBe('0.1');
});

test('tells words of one instant apart by their count', () => {
  const { positions, row } = account(() => []);
  positions.take([told('0.7', 200, 8), told('0.6', 200, 7)]);
  expect(row()?.holding).toBe('0.7');
  positions.take([told('0.9', 200, 9)]);
  expect(row()?.holding).toBe('0.9');
});

test('ends with the newest word, in whatever order they come', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 50 })), {
        minLength: 1,
        selector: ([at, version]) => `${at} ${version}`,
      }),
      (words) => {
        const { positions, row } = account(() => []);
        // One in three words says that the position is closed.
        const holdingOf = (at: number, version: number): string => String((at * 51 + version) % 3);
        for (const [at, version] of words) positions.take([told(holdingOf(at, version), at, version)]);
        const [at, version] = words.reduce((a, b) => (b[0] > a[0] || (b[0] === a[0] && b[1] > a[1]) ? b : a));
        const last = holdingOf(at, version);
        expect(row()?.holding).toBe(last === '0' ? undefined : last);
      },
    ),
  );
});

test('lets what the stream says during a read stand', async () => {
  let answer: (rows: readonly object[]) => void = () => undefined;
  const { positions, row } = account(() => new Promise((resolve) => (answer = resolve)));
  const reading = positions.read();
  await settled();
  positions.take([told('0.7', 200), told('1', 200, 1, { s: 'PERP_ETH_USDT' })]);
  answer([record('0.5', null)]);
  await reading;
  expect(row()?.holding).toBe('0.7');
  expect(row('PERP_ETH_USDT BOTH')?.holding).toBe('1');
});

test('drops what REST no longer lists', async () => {
  let rows = [record('0.5', 100)];
  const { positions, row } = account(() => rows);
  await positions.read();
  rows = [];
  await positions.read();
  expect(row()).toBeUndefined();
});

test('tries again when the list could not be read, and says so to whoever asked', async () => {
  let reachable = false;
  const { positions, row, clock } = account(() => (reachable ? [record('0.5', 100)] : noAnswer('futures.positions')));
  await expect(positions.read()).rejects.toMatchObject({ fault: { kind: 'OutcomeUnknown' } });
  reachable = true;
  await clock.move(1_000);
  expect(row()?.holding).toBe('0.5');
});

test('follows the mark price of what is held, and of nothing else', async () => {
  const { positions, scripted, row, mark } = account(() => [record('0.5', 100)]);
  expect(scripted.topics()).toEqual([]);
  await positions.read();
  expect(scripted.topics()).toEqual([`markprice@${BTC}`]);
  mark('61000', 200);
  expect(row()?.markPrice).toBe('61000');
  positions.take([told('0', 300)]);
  expect(scripted.topics()).toEqual([]);
});

test('shows the newer of the two mark prices', async () => {
  const { positions, row, mark } = account(() => [record('0.5', 100)]);
  await positions.read();
  mark('61000', 200);
  positions.take([told('0.6', 150, 2)]);
  expect(row()).toMatchObject({ holding: '0.6', markPrice: '61000' });
  positions.take([told('0.6', 300, 3)]);
  expect(row()?.markPrice).toBe('60050');
  mark('61500', 250);
  expect(row()?.markPrice).toBe('60050');
  mark('62000', 400);
  mark('61999', 399);
  expect(row()?.markPrice).toBe('62000');
});

test('lets everything go when it stops', async () => {
  const { positions, scripted, clock } = account(() => [record('0.5', 100)]);
  await positions.read();
  positions.take([told('0.6', 200)]);
  positions.stop();
  expect(scripted.topics()).toEqual([]);
  expect(clock.pending).toBe(0);
});

test('is read again on a timer: a healthy stream loses messages too', async () => {
  let holding = '0.5';
  const { clock, positions, row } = account(() => [record(holding, clock.now())]);
  await positions.read();
  holding = '2';
  await clock.move(31_000);
  expect(row()?.holding).toBe('2');
  positions.stop();
});

test('does not show the liquidation price of a long for the short that it became', async () => {
  const { positions, row, clock } = account(() => [record('0.5', 100)]);
  await positions.read();
  positions.take([told('-0.5', 200, 2)]);
  expect(row()).toMatchObject({ holding: '-0.5', liquidationPrice: null });
  // A list that was made before the turn is still about the long.
  await clock.move(5_000);
  expect(row()).toMatchObject({ holding: '-0.5', liquidationPrice: null });
  positions.stop();
});

test('takes the mark price of a read where the stream has said none since', async () => {
  let markPrice = '60100';
  const { positions, row, clock, mark } = account(() => [record('0.5', 100, { markPrice })]);
  await positions.read();
  mark('61000', 200);
  expect(row()?.markPrice).toBe('61000');
  markPrice = '58000';
  await clock.move(31_000);
  expect(row()?.markPrice).toBe('58000');
  positions.take([told('0.5', 150, 2, { aop: '60001' })]);
  expect(row()?.markPrice).toBe('58000');
  positions.stop();
});

test('is not known before the first read came: a position that is not there yet is not called flat', async () => {
  let fails = true;
  const { positions } = account(() => (fails ? Promise.reject(new Error('429')) : []));
  expect(positions.feed.known?.()).toBe(false);
  await positions.read().catch(() => undefined);
  positions.take([told('0.5', 100)]);
  expect(positions.feed.known?.()).toBe(false);
  fails = false;
  await positions.read();
  expect(positions.feed.known?.()).toBe(true);
});

test('reads that go on to contradict a later word are believed, for a position that is held and for one that is gone', async () => {
  let now = 0;
  const { positions, row, clock } = account(() => [
    record('7', now - 600_000),
    record('3', now - 600_000, { symbol: 'PERP_ETH_USDT' }),
  ]);
  now = clock.now();
  positions.take([told('-0.5', now), told('0', now, 1, { s: 'PERP_ETH_USDT' })]);
  await clock.move(55_000);
  expect([row()?.holding, row('PERP_ETH_USDT BOTH')]).toEqual(['-0.5', undefined]);
  await clock.move(40_000);
  expect([row()?.holding, row('PERP_ETH_USDT BOTH')?.holding]).toEqual(['7', '3']);
  positions.take([told('6', now - 599_000)]);
  expect(row()?.holding).toBe('6');
  positions.stop();
});

test('once the exchange set its clock back, words and mark prices of the new clock count', async () => {
  const { positions, row, mark } = account(() => [record('0.5', 600_000)]);
  await positions.read();
  positions.take([told('0.6', 601_000)]);
  mark('60200', 601_000);
  const say = (): void => {
    positions.take([told('0.7', 1_000)]);
    mark('60300', 1_000);
  };
  say();
  expect(row()).toMatchObject({ holding: '0.6', markPrice: '60200' });
  positions.forgetDates();
  say();
  expect(row()).toMatchObject({ holding: '0.7', markPrice: '60300' });
  positions.stop();
});
