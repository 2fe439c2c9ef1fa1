import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { openJournal, type Journal, type JournalEntry } from './journal.ts';
import { withLateOutcomes } from './late-outcomes.ts';

const ACCOUNT = { profile: 'practice', environment: 'practice' } as const;
const entry = (commandId: string): JournalEntry => ({
  commandId,
  name: 'orders.place',
  symbol: 'PERP_BTC_USDT',
  clientOrderId: commandId,
  summary: 'Buy 1 BTC at 100',
  input: '{}',
  at: 1,
});
const ACCEPTED = { status: 'accepted', clientOrderId: '1', orderId: '9', acknowledgement: null } as const;
const UNKNOWN = { status: 'unconfirmed', clientOrderId: '1', reason: 'no answer' } as const;

let folder = '';
let disk: Journal;
let late: Journal;
let clock: ManualClock;
const failed = vi.fn();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-late-'));
  disk = openJournal(folder, ACCOUNT, 1).journal;
  clock = new ManualClock();
  late = withLateOutcomes(disk, clock, failed);
  failed.mockClear();
});
afterEach(() => {
  disk.close();
  rmSync(folder, { recursive: true, force: true });
});

test('writes what is to be sent at once, and what became of it when nobody waits', async () => {
  late.begin(entry('1'));
  expect(disk.find('1')?.status).toBe('sending');
  expect(disk.hasClientOrderId('1')).toBe(true);
  late.finish('1', ACCEPTED);
  expect(disk.find('1')?.status).toBe('sending');
  await clock.move(0);
  expect(disk.find('1')?.outcome).toEqual(ACCEPTED);
  expect(clock.pending).toBe(0);
});

test('lets an earlier outcome never overtake a later one', async () => {
  late.begin(entry('1'));
  late.finish('1', UNKNOWN);
  late.finish('1', ACCEPTED);
  await clock.move(0);
  expect(disk.find('1')?.outcome).toEqual(ACCEPTED);
});

test.each([
  ['find', () => late.find('1')],
  ['newest', () => late.newest(9)[0]],
  ['ofOrder', () => late.ofOrder({ orderId: null, clientOrderId: '1' })[0]],
  ['unsettled', () => late.unsettled()[0] ?? late.find('1')],
])('shows them to who reads: %s', (_name, read) => {
  late.begin(entry('1'));
  late.finish('1', ACCEPTED);
  expect(read()?.outcome).toEqual(ACCEPTED);
});

test('leaves none behind when it closes, and none to do', () => {
  late.begin(entry('1'));
  late.finish('1', ACCEPTED);
  late.close();
  disk = openJournal(folder, ACCOUNT, 1).journal;
  expect(disk.find('1')?.outcome).toEqual(ACCEPTED);
  expect(clock.pending).toBe(0);
});

test('leaves a command open that was killed in between, so that the exchange is asked', () => {
  late.begin(entry('1'));
  late.finish('1', ACCEPTED);
  disk.close(); // what a kill leaves
  disk = openJournal(folder, ACCOUNT, 1).journal;
  expect(disk.unsettled().map(({ commandId }) => commandId)).toEqual(['1']);
});

test('says which it cannot write, and writes the others', async () => {
  for (const id of ['1', '2']) late.begin(entry(id));
  const finish = disk.finish;
  const refusing = withLateOutcomes(
    {
      ...disk,
      finish: (id, outcome) => {
        if (id === '1') throw new Error('database or disk is full');
        finish(id, outcome);
      },
    },
    clock,
    failed,
  );
  for (const id of ['1', '2']) refusing.finish(id, ACCEPTED);
  await clock.move(0);
  expect(failed).toHaveBeenCalledTimes(1);
  expect(disk.find('1')?.status).toBe('sending');
  expect(disk.find('2')?.outcome).toEqual(ACCEPTED);
});
