import { createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../../shared/contract/contract.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';
import { startPractice, type Practice } from '../../practice/server.ts';
import type { Clock } from '../world/ports.ts';
import { openJournal } from '../storage/journal.ts';
import { createTerminal } from './terminal.ts';
import type { Terminal, TerminalOptions } from './terminal-options.ts';
import { realWorld } from '../world/world.ts';

/** What a terminal does once its profile is closed or locked: nothing. */

const ACCOUNT = { profile: 'main', environment: 'practice' } as const;

let exchange: Practice;
let folder = '';
/** Timers that run. */
const timers = new Set<object>();

beforeEach(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0, adminPort: 0 });
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-end-'));
});
afterEach(async () => {
  await exchange.close();
  rmSync(folder, { recursive: true, force: true });
});

const counted = (clock: Clock): Clock => ({
  ...clock,
  after(ms, callback) {
    const token = {};
    timers.add(token);
    const timer = clock.after(ms, () => {
      timers.delete(token);
      callback();
    });
    return {
      cancel() {
        timers.delete(token);
        timer.cancel();
      },
    };
  },
});

async function open(part: Partial<TerminalOptions> = {}): Promise<Terminal> {
  const world = realWorld();
  const { rest, publicStream, privateStream, key, secret } = exchange;
  const terminal = createTerminal({
    world: { ...world, clock: counted(world.clock) },
    profile: { id: 'main', name: 'Main', environment: 'practice', rest, publicStream, privateStream, viewOnly: false },
    credentials: { key, secret: createSecretKey(Buffer.from(secret)) },
    dataDir: folder,
    version: '0.0.0',
    ...part,
  });
  terminal.start();
  await expect.poll(() => [...(terminal.feed('instruments', '')?.rows() ?? [])]).not.toEqual([]);
  return terminal;
}
const place = (terminal: Terminal, nth: number): Promise<Outcome> =>
  terminal.ask('orders.place', {
    ...ACCOUNT,
    commandId: `press-${nth}-of-test`,
    // Each another order: the same one again is asked about.
    draft: orderDraft({ price: String(40_000 - nth) }),
  }) as Promise<Outcome>; // what the contract says of it
const admin = async (call: string, body: object): Promise<void> => {
  const answer = await fetch(`${exchange.admin}${call}`, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
};
const arrived = async (): Promise<number> => {
  const answer = await fetch(`${exchange.admin}/received`);
  const { writes } = (await answer.json()) as { writes: readonly { readonly path: string }[] };
  return writes.filter(({ path }) => path === '/v3/trade/order').length;
};

test('an order that waits for its slot is not sent any more, and the journal says so', async () => {
  const terminal = await open();
  // Five a second are allowed.
  const pressed = [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => place(terminal, nth));
  await Promise.all(pressed.slice(0, 5));
  await terminal.stop();
  const { journal } = openJournal(folder, ACCOUNT, 0);
  const written = journal.newest(10).map(({ status }) => status);
  journal.close();
  const outcomes = await Promise.all(pressed);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'accepted'),
    ...Array.from({ length: 3 }, () => 'rejected'),
  ]);
  expect(outcomes[7]).toMatchObject({ fault: { kind: 'ExchangeUnreachable' } });
  expect(await arrived()).toBe(5);
  expect(written.toSorted()).toEqual(outcomes.map(({ status }) => status));
});

test('a cancel of all takes back what waits for its slot, and says how many', async () => {
  const terminal = await open();
  const pressed = [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => place(terminal, nth));
  await Promise.all(pressed.slice(0, 5));
  const cancelled = terminal.ask('orders.cancelAll', { ...ACCOUNT, commandId: 'cancel-all-of-test', symbol: null });
  const outcomes = await Promise.all(pressed);
  expect(outcomes.slice(5)).toEqual(
    [6, 7, 8].map(() => expect.objectContaining({ fault: expect.objectContaining({ policy: 'cancel-all' }) })),
  );
  expect(await cancelled).toMatchObject({ status: 'accepted' });
  expect([...(terminal.feed('notices', '')?.rows() ?? [])]).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('3 presses that had not left yet were taken back') }),
  );
  expect(await arrived()).toBe(5);
  await terminal.stop();
});

test('an order whose answer was awaited is not asked about any more, and no timer is left', async () => {
  const terminal = await open();
  await admin('/faults', { kind: 'hang', method: 'POST', path: '/v3/trade/order', process: false });
  const pressed = place(terminal, 1);
  await expect.poll(arrived).toBe(1);
  await terminal.stop();
  expect(await pressed).toMatchObject({ status: 'unconfirmed' });
  expect(timers.size).toBe(0);
  const { journal } = openJournal(folder, ACCOUNT, 0);
  expect(journal.unsettled()).toHaveLength(1);
  journal.close();
});

test('one that could not be built holds no file: the next try works', async () => {
  const connect = (): never => {
    throw new Error('there is no way in');
  };
  await expect(open({ connect })).rejects.toThrow('there is no way in');
  const terminal = await open();
  await terminal.stop();
});
