import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { faultOf } from '../../../shared/errors.ts';
import { openJournal, type Journal, type JournalEntry } from './journal.ts';

const ACCOUNT = { profile: 'practice', environment: 'practice' } as const;
const NOW = 1_760_000_000_000;
const entry = (commandId: string, part: Partial<JournalEntry> = {}): JournalEntry => ({
  commandId,
  name: 'orders.place',
  symbol: 'PERP_BTC_USDT',
  clientOrderId: null,
  summary: 'Buy 1 BTC at 100',
  input: '{}',
  at: NOW,
  ...part,
});
const ACCEPTED = { status: 'accepted', clientOrderId: '5', orderId: '9', acknowledgement: null } as const;

let folder = '';
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-journal-'));
  ({ journal } = openJournal(folder, ACCOUNT, NOW));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Closes and opens it again, as a later start would. */
function again(account: Parameters<typeof openJournal>[1] = ACCOUNT): string | null {
  journal.close();
  const opened = openJournal(folder, account, NOW);
  journal = opened.journal;
  return opened.setAside;
}

/** Settled commands of today, written past the journal, which waits for the disk at each. */
function fill(commands: number): void {
  const database = new DatabaseSync(join(folder, 'journal.sqlite'));
  database.exec('BEGIN');
  const insert = database.prepare(
    "INSERT INTO commands VALUES (?, 'orders.cancel', ?, ?, NULL, NULL, '', '{}', ?, 'accepted', NULL)",
  );
  for (let at = 0; at < commands; at += 1)
    insert.run(`filled-${at}`, ACCOUNT.profile, ACCOUNT.environment, NOW - commands + at);
  database.exec('COMMIT');
  database.close();
}

describe('the journal', () => {
  test('keeps a command and its outcome over a restart', () => {
    journal.begin(entry('command-1', { clientOrderId: '5' }));
    journal.finish('command-1', ACCEPTED);
    expect(again()).toBeNull();
    expect(journal.find('command-1')).toEqual({
      ...entry('command-1', { clientOrderId: '5' }),
      status: 'accepted',
      outcome: ACCEPTED,
    });
    expect(journal.hasClientOrderId('5')).toBe(true);
    expect(journal.hasClientOrderId('6')).toBe(false);
    expect(journal.find('command-2')).toBeNull();
  });

  test('waits for the disk at the beginning of every command, the first one after a start too, and at no outcome', () => {
    const calls = vi.spyOn(DatabaseSync.prototype, 'exec');
    again();
    const [database] = calls.mock.contexts;
    calls.mockRestore();
    const mode = (): unknown => (database as DatabaseSync).prepare('PRAGMA synchronous').get()?.['synchronous'];
    const [FULL, NORMAL] = [2, 1];
    for (const commandId of ['command-1', 'command-2', 'command-3']) {
      journal.begin(entry(commandId));
      expect(mode()).toBe(FULL);
      journal.finish(commandId, ACCEPTED);
      expect(mode()).toBe(NORMAL);
    }
  });

  test('finds the commands about one order: its placing, and its edits and cancels', () => {
    const about = (orderId: string): Partial<JournalEntry> => ({
      name: 'orders.edit',
      input: JSON.stringify({ orderId }),
    });
    journal.begin(entry('command-1', { clientOrderId: '5', at: NOW }));
    journal.begin(entry('command-2', { ...about('9'), at: NOW + 2 }));
    journal.begin(entry('command-3', { ...about('9'), name: 'orders.cancel', at: NOW + 1 }));
    journal.begin(entry('command-4', about('10')));
    journal.begin(entry('command-5', { ...about('9'), name: 'algo.edit' }));
    const found = (order: Parameters<Journal['ofOrder']>[0]): string[] =>
      journal.ofOrder(order).map(({ commandId }) => commandId);
    again();
    expect(found({ orderId: '9', clientOrderId: '5' })).toEqual(['command-1', 'command-3', 'command-2']);
    expect(found({ orderId: '9', clientOrderId: null })).toEqual(['command-3', 'command-2']);
    expect(found({ orderId: null, clientOrderId: '6' })).toEqual([]);
    again({ profile: 'other', environment: 'practice' });
    expect(found({ orderId: '9', clientOrderId: '5' })).toEqual([]);
  });

  test('lists what has no end yet: what was being sent, and what is unconfirmed', () => {
    for (const id of ['command-1', 'command-2', 'command-3']) journal.begin(entry(id));
    journal.finish('command-1', ACCEPTED);
    journal.finish('command-2', { status: 'unconfirmed', clientOrderId: null, reason: 'no answer' });
    again();
    expect(journal.unsettled().map(({ commandId, status }) => [commandId, status])).toEqual([
      ['command-2', 'unconfirmed'],
      ['command-3', 'sending'],
    ]);
  });

  test('keeps the accounts of a data folder apart', () => {
    journal.begin(entry('command-1', { clientOrderId: '5' }));
    again({ profile: 'practice', environment: 'live' });
    expect(journal.unsettled()).toEqual([]);
    expect(journal.hasClientOrderId('5')).toBe(false);
    journal.begin(entry('command-2', { clientOrderId: '5' }));
  });

  test.each([
    ['a command id', entry('command-1')],
    ['a client order id', entry('command-2', { clientOrderId: '5' })],
  ])('refuses to begin a second command with %s of the first', (_what, second) => {
    journal.begin(entry('command-1', { clientOrderId: '5' }));
    expect(() => journal.begin(second)).toThrow('NotAllowed');
  });

  test('is open in one process alone, and says so in words', () => {
    expect(() => openJournal(folder, ACCOUNT, NOW)).toThrow(/another copy of the program/);
  });

  test('forgets settled commands after 90 days where there are many newer ones, never an open one or a movement', () => {
    const old = { at: NOW - 91 * 86_400_000 };
    journal.begin(entry('command-1', old));
    journal.begin(entry('command-2', old));
    journal.begin(entry('command-3', { ...old, name: 'assets.withdraw' }));
    journal.finish('command-1', ACCEPTED);
    journal.finish('command-3', ACCEPTED);
    again();
    expect(journal.find('command-1')).not.toBeNull();
    journal.close();
    fill(20_000);
    ({ journal } = openJournal(folder, ACCOUNT, NOW));
    expect(journal.find('command-1')).toBeNull();
    expect(journal.find('command-2')).not.toBeNull();
    expect(journal.find('command-3')).not.toBeNull();
    expect(journal.newest(30_000)).toHaveLength(20_002);
  });

  test.each([91, 179, 366, 3_000])('forgets nothing at a start with a clock that is %d days ahead', (days) => {
    journal.begin(entry('command-1', { name: 'assets.withdraw' }));
    journal.finish('command-1', ACCEPTED);
    journal.begin(entry('command-2'));
    journal.finish('command-2', ACCEPTED);
    journal.close();
    ({ journal } = openJournal(folder, ACCOUNT, NOW + days * 86_400_000));
    expect(journal.find('command-1')).not.toBeNull();
    expect(journal.find('command-2')).not.toBeNull();
    expect(again()).toBeNull();
    expect(journal.moves(0)).toHaveLength(1);
  });

  test('opens with an outcome of another version, which counts as not known', () => {
    journal.begin(entry('command-1'));
    journal.finish('command-1', ACCEPTED);
    journal.close();
    const database = new DatabaseSync(join(folder, 'journal.sqlite'));
    database.exec(`UPDATE commands SET outcome = '{"status":"accepted","of":"a later version"}'`);
    database.close();
    ({ journal } = openJournal(folder, ACCOUNT, NOW));
    expect(journal.newest(10)).toMatchObject([{ commandId: 'command-1', outcome: null }]);
    expect(journal.find('command-1')).toMatchObject({ outcome: null });
  });

  test('is opened with everything in it after a process that did not close it', () => {
    journal.begin(entry('command-1'));
    const dead = mkdtempSync(join(tmpdir(), 'quarterdeck-journal-'));
    for (const file of ['journal.sqlite', 'journal.sqlite-wal'])
      if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(dead, file));
    const opened = openJournal(dead, ACCOUNT, NOW);
    expect(opened.setAside).toBeNull();
    expect(opened.journal.unsettled()).toHaveLength(1);
    opened.journal.close();
    rmSync(dead, { recursive: true });
  });
});

describe('a damaged journal', () => {
  test.each([
    ['nothing but noise', () => Buffer.from('this is no database, it only has its name'.repeat(200))],
    ['a page of zeros in the middle', (whole: Buffer) => Buffer.from(whole).fill(0, 4096, 8192)],
    ['a cut in the middle', (whole: Buffer) => whole.subarray(0, 6000)],
  ])('with %s is put aside and never deleted, and a new one is begun', (_what, damage) => {
    for (let i = 0; i < 100; i += 1) journal.begin(entry(`command-${i}`));
    journal.close();
    const path = join(folder, 'journal.sqlite');
    const bad = damage(readFileSync(path));
    writeFileSync(path, bad);
    const opened = openJournal(folder, ACCOUNT, NOW);
    journal = opened.journal;
    expect(opened.setAside).toBe(`${path}.damaged-${NOW}`);
    expect(readFileSync(opened.setAside ?? '')).toEqual(bad);
    journal.begin(entry('command-1'));
    expect(journal.unsettled()).toHaveLength(1);
  });
});

describe('a journal that cannot be written', () => {
  test('refuses the command with words, and the next one again once there is room', () => {
    journal.close();
    const opened = openJournal(folder, ACCOUNT, NOW, { mostPages: 12 });
    journal = opened.journal;
    const long = 'x'.repeat(2_000);
    let refusal: unknown = null;
    for (let i = 0; i < 100 && refusal === null; i += 1) {
      try {
        journal.begin(entry(`command-${i}`, { input: long }));
      } catch (error) {
        refusal = error;
      }
    }
    expect(faultOf(refusal)).toMatchObject({ kind: 'NotAllowed', policy: 'journal' });
    expect(faultOf(refusal)).toMatchObject({ reason: expect.stringContaining('full') });
    expect(again()).toBeNull();
    journal.begin(entry('command-now'));
  });

  test.skipIf(process.getuid?.() === 0)('says in one line that the folder is read-only (not as root)', () => {
    const closed = mkdtempSync(join(tmpdir(), 'quarterdeck-closed-'));
    chmodSync(closed, 0o500);
    expect(() => openJournal(closed, ACCOUNT, NOW)).toThrow(/cannot be opened/);
    rmSync(closed, { recursive: true });
  });

  test('says in one line that the folder is not there', () => {
    expect(() => openJournal(join(folder, 'nowhere'), ACCOUNT, NOW)).toThrow(/command journal .* cannot be opened/);
  });
});
