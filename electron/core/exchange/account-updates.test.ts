import { expect, test } from 'vitest';
import { readPrivate, type PrivateMessage } from '../../../shared/v3/topics.ts';
import { followAccount, type AccountUpdatesParts } from './account-updates.ts';
import { createFigures } from '../account/figures.ts';
import { PACES } from '../world/paces.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { scriptedStream } from '../../../e2e/rigs/core/scripted-stream.ts';

const nothing = (): undefined => undefined;

/** The news over a private stream that says what a test lets it say. */
async function scene() {
  const clock = new ManualClock(1_760_000_000_000);
  let say: (message: PrivateMessage) => void = nothing;
  const { client, calls } = scriptedClient(({ name }) =>
    name === 'futures.positions'
      ? { positions: [] }
      : name === 'asset.balances'
        ? { holding: [] }
        : { accountMode: 'FUTURES', positionMode: 'ONE_WAY', leverage: 10, freeCollateral: '5' },
  );
  const figures = createFigures({
    client,
    publicStream: scriptedStream().stream,
    exchangeClock: null,
    clock,
    paces: PACES,
  });
  const parts: Partial<AccountUpdatesParts> = {
    privateStream: {
      start: nothing,
      stop: nothing,
      nudge: nothing,
      status: nothing as never, // not asked
      onStatus: () => nothing,
      onMessage: (listener) => {
        say = listener;
        return nothing;
      },
    },
    clock,
    orders: { onChange: () => nothing, forgetDates: nothing },
    takeReport: nothing,
    reconciler: { readAt: () => null } as never, // no more of it is asked
    algo: { readAway: nothing, changed: nothing, readAt: () => null } as never, // no more of it is asked
    figures,
    guard: { filled: nothing },
    connection: { read: nothing, doubt: nothing },
    paces: PACES,
  };
  const news = followAccount(parts as AccountUpdatesParts); // the rest is for other messages
  await figures.modes.read();
  await clock.move(10_000);
  const tell = (topic: string, data: object): void => {
    const read = readPrivate({ topic, ts: clock.now(), data: data as never }); // an object of JSON
    if (!read.ok) throw new Error(read.reason);
    say(read.message);
  };
  const reads = (): Record<string, number> => {
    const by: Record<string, number> = {};
    for (const { name } of calls) by[name] = (by[name] ?? 0) + 1;
    return by;
  };
  const stop = (): void => {
    news.stop();
    figures.stop();
  };
  return { clock, tell, reads, figures, stop };
}

const REPORT = {
  mt: 0,
  s: 'PERP_BTC_USDT',
  cid: 1,
  oid: 7,
  t: 'LIMIT',
  sd: 'BUY',
  sx: '1',
  px: '60000',
  ss: 'NEW',
  tesx: '0',
  ts: 5,
};

test('after a fill the account and the positions are read at once, and what is read says when', async () => {
  const { clock, tell, reads, figures, stop } = await scene();
  const at = clock.now();
  tell('executionreport', { ...REPORT, ss: 'FILLED', esx: '1', epx: '60000', tesx: '1' });
  await clock.move(500);
  expect(reads()).toMatchObject({ 'account.info': 2, 'futures.positions': 1 });
  expect(figures.modes.get()?.readAt).toBeGreaterThanOrEqual(at);
  stop();
});

test.each([
  ['an order that rests', 'executionreport', REPORT],
  ['a position', 'position', { positions: [{ s: 'PERP_BTC_USDT', h: '1', ts: 5 }] }],
  ['a balance', 'balance', { balances: [{ t: 'USDT', h: '1', ts: 5 }] }],
  ['another position mode', 'account', { P: 'HEDGE_MODE', ts: 5 }],
])('after %s the account is read at once', async (_what, topic, data) => {
  const { clock, tell, reads, stop } = await scene();
  tell(topic, data);
  await clock.move(500);
  expect(reads()['account.info']).toBe(2);
  stop();
});

test('of fills that go on, the last is followed by a read too, within a budget of ten a minute', async () => {
  const { clock, tell, reads, figures, stop } = await scene();
  let last = 0;
  for (let second = 0; second < 55; second += 1) {
    last = clock.now();
    tell('executionreport', {
      ...REPORT,
      ss: 'PARTIAL_FILLED',
      esx: '0.01',
      epx: '60000',
      tesx: String(0.01 * second),
    });
    await clock.move(1_000);
  }
  await clock.move(7_000);
  expect(figures.modes.get()?.readAt).toBeGreaterThanOrEqual(last);
  expect(reads()['account.info']).toBeLessThanOrEqual(10);
  stop();
});

test('the frame that comes every second and says nothing new has nothing read', async () => {
  const { clock, tell, reads, figures, stop } = await scene();
  for (let second = 0; second < 20; second += 1) {
    tell('account', { m: 'FUTURE', P: 'ONE_WAY', v: '100', ts: second });
    await clock.move(1_000);
  }
  expect(reads()).toEqual({ 'account.info': 1 });
  expect(figures.modes.get()?.accountMode).toBe('FUTURES');
  stop();
});
