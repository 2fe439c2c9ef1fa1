import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_ACCOUNTS } from '../accounts/accounts.ts';
import { advance } from '../engine/clock/advance.ts';
import { placeAlgo } from '../engine/algo/place.ts';
import { audit } from '../engine/audit.ts';
import { view } from '../engine/orders/book.ts';
import { place } from '../engine/orders/place.ts';
import { INSTRUMENTS } from '../engine/symbols.ts';
import { bookOf, tapeOf, type Venue } from '../engine/venue.ts';
import { algoDraft, ask, draft, START } from '../../../e2e/rigs/practice/fixtures.ts';
import { openVenue } from '../market/opening.ts';
import { startPractice } from '../server.ts';
import { startPracticeWorker } from '../start-worker.ts';
import { readState, writeState } from './state-file.ts';
import { UnusableState } from './unusable-state.ts';

const fileIn = (): string => join(mkdtempSync(join(tmpdir(), 'practice-')), 'state');

const picture = (venue: Venue): string =>
  JSON.stringify(
    [
      venue.now,
      venue.idCount,
      INSTRUMENTS.map(({ symbol }) => [
        view(bookOf(venue, symbol), 'BUY', 50, true),
        tapeOf(venue, symbol).trades.slice(-50),
      ]),
      [...venue.accounts.values()].map((account) => [
        [...account.balances.values()],
        [...account.open.keys()],
        [...account.algos.roots.values()].map((root) => [root.id, root.stage, root.children.length]),
      ]),
      [...audit(venue).money],
    ],
    (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  );

test('a venue that was kept goes on exactly like one that never stopped', () => {
  const { venue, keys } = openVenue(4, START, 'wild', 0, DEFAULT_ACCOUNTS);
  const account = keys[0]?.account;
  if (account === undefined) throw new Error('no account');
  place(venue, account, draft({ side: 'BUY', price: '64000', quantity: '0.2' }));
  placeAlgo(
    venue,
    account,
    algoDraft({ algoType: 'TRAILING_STOP', side: 'SELL', quantity: '0.1', callbackRate: '0.002' }),
  );
  advance(venue, START + 3_000);
  const path = fileIn();
  writeState(path, venue, keys);
  const kept = readState(path);
  if (kept === null) throw new Error('nothing kept');
  expect(picture(kept.venue)).toBe(picture(venue));
  expect(kept.keys.map(({ key, secret, permissions }) => [key, secret, permissions])).toEqual(
    keys.map(({ key, secret, permissions }) => [key, secret, permissions]),
  );
  expect(kept.keys[0]?.account).toBe(kept.venue.accounts.get(account.id));
  for (const running of [venue, kept.venue]) advance(running, START + 30_000);
  expect(picture(kept.venue)).toBe(picture(venue));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a state file with any part missing or one bit turned is refused', () => {
  const { venue, keys } = openVenue(4, START, 'calm', 0, []);
  const path = fileIn();
  expect(readState(path)).toBeNull();
  writeState(path, venue, keys);
  const whole = readFileSync(path);
  for (const length of [0, 10, 40, 80, whole.length - 1]) {
    writeFileSync(path, whole.subarray(0, length));
    expect(() => readState(path)).toThrow(path);
  }
  for (const at of [3, 50, 90, whole.length - 5]) {
    const turned = Buffer.from(whole);
    turned[at] = (turned[at] ?? 0) ^ 1;
    writeFileSync(path, turned);
    expect(() => readState(path)).toThrow(path);
  }
});

test('an exchange takes up its state: orders, keys and histories are there again, and time went on', async () => {
  const stateFile = fileIn();
  const first = await startPractice({ stateFile, limits: false, pastDays: 0 });
  const order = {
    symbol: 'PERP_BTC_USDT',
    side: 'BUY',
    type: 'LIMIT',
    price: '60000',
    quantity: '0.01',
    clientOrderId: '42',
  };
  const placed = await ask(first, 'POST', '/v3/trade/order', order);
  await first.close();
  const second = await startPractice({ stateFile, limits: false, startTime: Date.now() + 5 * 3_600_000 });
  expect([second.key, second.secret]).toEqual([first.key, first.secret]);
  const [, id] = /"orderId":(\d+)/.exec(placed.text) ?? [];
  const read = await ask(second, 'GET', '/v3/trade/order?clientOrderId=42', null, {
    timestamp: String(Date.now() + 5 * 3_600_000),
  });
  expect(read.body.data).toMatchObject({ orderId: id, status: 'NEW' });
  expect(Number(read.body.timestamp)).toBeGreaterThan(Date.now() + 4 * 3_600_000);
  await second.close();
});

test('an exchange whose state cannot be written goes on, and one that goes on later than its clock says runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'));
  const stateFile = join(folder, 'state');
  const first = await startPractice({ stateFile, pastDays: 0, startTime: START });
  await first.close();

  let leap = 0;
  const second = await startPractice(
    { stateFile, pastDays: 0, startTime: START - 40 * 86_400_000 },
    () => performance.now() + leap,
  );
  const before = second.venue.now;
  expect(before).toBeGreaterThanOrEqual(START);
  rmSync(folder, { recursive: true });
  leap = 61_000;
  await expect.poll(() => second.venue.now).toBeGreaterThan(before + 60_000);
  expect((await ask(second, 'GET', '/v3/public/systemInfo', null, { unsigned: true })).status).toBe(200);
  await expect(second.close()).rejects.toThrow();
});

test('a port that is taken is no fault of the state file', async () => {
  const stateFile = fileIn();
  const running = await startPractice({ stateFile, pastDays: 0, startTime: START });
  const port = Number(new URL(running.rest).port);
  await running.close();
  const other = await startPractice({ port, pastDays: 0 });
  await expect(startPracticeWorker({ stateFile, port, pastDays: 0 })).rejects.not.toBeInstanceOf(UnusableState);
  await other.close();
  writeFileSync(stateFile, 'no state');
  await expect(startPracticeWorker({ stateFile, port, pastDays: 0 })).rejects.toBeInstanceOf(UnusableState);
});

test('an exchange in a thread whose state cannot be written ends all the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'));
  const running = await startPracticeWorker({ stateFile: join(folder, 'state'), pastDays: 0 });
  const codes: number[] = [];
  running.onExit((code) => codes.push(code));
  rmSync(folder, { recursive: true });
  await running.stop();
  expect(codes).toEqual([0]);
});
