import { expect, test } from 'vitest';
import { MOST_EXECUTIONS } from '../../../../shared/contract/executions.ts';
import { millis } from '../../../../shared/time.ts';
import { executionReport } from '../../../../shared/v3/stream/execution-report.ts';
import type { PrivateMessage } from '../../../../shared/v3/topics.ts';
import type { StreamState, StreamStatus } from '../../exchange/types.ts';
import { ManualClock, settled } from '../../../../e2e/rigs/core/manual-clock.ts';
import { noAnswer, scriptedClient } from '../../../../e2e/rigs/core/scripted-client.ts';
import { QUIET_STATUS } from '../../../../e2e/rigs/core/scripted-stream.ts';
import { createExecutions } from './executions.ts';

const SYMBOL = 'PERP_BTC_USDT';
const BEGIN = 1_760_000_000_000;

interface Fill {
  readonly order: string;
  readonly trade: string;
  readonly at: number;
  readonly price?: string;
  readonly side?: string;
}

/** The feed over an exchange whose fills the test makes; the stream brings those that it is let bring. */
function setUp() {
  const clock = new ManualClock();
  const fills: Fill[] = [];
  const line = { broken: false };
  const { client, calls } = scriptedClient(({ name, input }) => {
    if (line.broken) return noAnswer(name);
    const from = Number(input['startTime'] ?? 0);
    const rows = fills
      .filter(({ at }) => at >= from)
      .map((fill) => ({
        id: fill.trade,
        symbol: SYMBOL,
        orderId: fill.order,
        executedPrice: fill.price ?? '64000',
        executedQuantity: '0.5',
        isMatchRpi: false,
        side: fill.side ?? 'BUY',
        executedTimestamp: fill.at,
      }));
    return { rows: rows.slice(-500).toReversed(), meta: { total: rows.length, recordsPerPage: 500, currentPage: 1 } };
  });
  let hear: (message: PrivateMessage) => void = () => undefined;
  let become: (status: StreamStatus) => void = () => undefined;
  const stream = {
    onMessage: (listener: typeof hear) => {
      hear = listener;
      return () => (hear = () => undefined);
    },
    onStatus: (listener: typeof become) => {
      become = listener;
      return () => (become = () => undefined);
    },
  };
  const feed = createExecutions(client, stream, clock).open(SYMBOL);
  const stop = feed?.subscribe(() => undefined);
  const say = (fields: object): void =>
    hear({
      kind: 'executionreport',
      at: millis(BEGIN),
      report: executionReport(
        { mt: 0, s: SYMBOL, t: 'LIMIT', sd: 'BUY', ss: 'PARTIAL_FILLED', ...fields },
        millis(BEGIN),
      ),
    });
  return {
    clock,
    calls,
    line,
    execute: (fill: Fill, streamed = true): void => {
      fills.push(fill);
      if (streamed) say({ oid: fill.order, tid: fill.trade, esx: '0.5', epx: fill.price ?? '64000', ts: fill.at });
    },
    say,
    become: (state: StreamState): void => become({ ...QUIET_STATUS, state }),
    shown: () => [...(feed?.rows() ?? [])].map(({ id, buy, price, at }) => [id, buy, price, at - BEGIN]),
    size: () => [...(feed?.rows() ?? [])].length,
    stop: () => stop?.(),
  };
}

test('each execution of one order stands at its own time and price, what was before it included', async () => {
  const at = setUp();
  at.execute({ order: '7', trade: '1', at: BEGIN + 1, price: '64001' }, false);
  await settled();
  at.execute({ order: '7', trade: '2', at: BEGIN + 60_000, price: '64002' });
  at.execute({ order: '7', trade: '3', at: BEGIN + 120_000, price: '64003' });
  expect(at.shown()).toEqual([
    ['7 1', true, '64001', 1],
    ['7 2', true, '64002', 60_000],
    ['7 3', true, '64003', 120_000],
  ]);
  at.stop();
  expect(at.clock.pending).toBe(0);
});

test('what is read and streamed counts once, and both sides of a trade of one’s own count apart', async () => {
  const at = setUp();
  await settled();
  at.execute({ order: '7', trade: '1', at: BEGIN });
  at.execute({ order: '8', trade: '1', at: BEGIN, side: 'SELL' }, false);
  await at.clock.move(61_000);
  await settled();
  expect(at.shown().map(([id, buy]) => [id, buy])).toEqual([
    ['7 1', true],
    ['8 1', false],
  ]);
  at.stop();
});

test.each([
  ['OPEN LONG', true],
  ['OPEN SHORT', false],
  ['CLOSE LONG', false],
  ['CLOSE SHORT', true],
])('%s of hedge mode bought: %s', async (side, buy) => {
  const at = setUp();
  at.execute({ order: '7', trade: '1', at: BEGIN, side }, false);
  await at.clock.move(61_000);
  expect(at.shown().map(([, bought]) => bought)).toEqual([buy]);
  at.stop();
});

test('a report that is no fill is none, and a fill without the name of its trade is read', async () => {
  const at = setUp();
  await settled();
  at.say({ oid: '7', tid: 0, esx: '0', epx: '0', ss: 'NEW', ts: BEGIN });
  expect(at.size()).toBe(0);
  at.execute({ order: '7', trade: '1', at: BEGIN }, false);
  at.say({ oid: '7', tid: 0, esx: '0.5', epx: '64000', ts: BEGIN });
  expect(at.size()).toBe(0);
  await at.clock.move(1_100);
  await settled();
  expect(at.shown().map(([id]) => id)).toEqual(['7 1']);
  at.stop();
});

test('fills of a lost connection are read once it is back, also where the first reading failed', async () => {
  const at = setUp();
  at.line.broken = true;
  await settled();
  at.become('reconnecting');
  at.execute({ order: '7', trade: '1', at: BEGIN, side: 'OPEN SHORT' }, false);
  at.line.broken = false;
  at.become('live');
  await at.clock.move(1_100);
  await settled();
  expect(at.shown()).toEqual([['7 1', false, '64000', 0]]);
  at.stop();
});

test('later readings ask only for what is new, and the newest thousand are kept', async () => {
  const at = setUp();
  at.execute({ order: '1', trade: '1', at: BEGIN }, false);
  await settled();
  for (let n = 2; n <= MOST_EXECUTIONS + 20; n += 1) at.execute({ order: String(n), trade: String(n), at: BEGIN + n });
  await at.clock.move(61_000);
  await settled();
  expect(at.calls.map(({ input }) => input['startTime'])).toEqual([undefined, BEGIN - 60_000]);
  expect(at.size()).toBe(MOST_EXECUTIONS);
  expect(at.shown()[0]?.[0]).toBe('21 21');
  at.stop();
});

test('without a key nothing is asked for', async () => {
  const clock = new ManualClock();
  const { client, calls } = scriptedClient(({ name }) => noAnswer(name));
  const stop = createExecutions(client, null, clock)
    .open(SYMBOL)
    ?.subscribe(() => undefined);
  await settled();
  expect(calls).toEqual([]);
  stop?.();
  expect(clock.pending).toBe(0);
});
