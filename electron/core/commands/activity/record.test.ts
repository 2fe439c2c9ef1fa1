import fc from 'fast-check';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ActivityFilter } from '../../../../shared/contract/activity.ts';
import { hashOf } from './chain.ts';
import { entryWithHash, openRecord, verifyRecord, type NewEntry } from './record.ts';

const DAY = 86_400_000;
const START = 1_758_600_000_000;
const ALL: ActivityFilter = { kinds: [], results: [], text: '' };
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-record-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (part: Partial<NewEntry> = {}): NewEntry => ({
  at: START,
  kind: 'command',
  by: 'click',
  profile: 'main',
  environment: 'live',
  name: 'orders.place',
  symbol: 'PERP_BTC_USDT',
  summary: 'Buy 0.25 BTC at 64,210.5 LIMIT',
  result: 'accepted',
  sent: '{"price":"64210.5"}',
  answer: 'order 17',
  ms: 12,
  ...part,
});
function filled(count: number): void {
  const record = openRecord(folder, START);
  for (let number = 1; number <= count; number += 1)
    record.append(entry({ at: START + number, summary: `Order ${number}` }));
  record.close();
}
function damage(sql: string): void {
  const database = new DatabaseSync(join(folder, 'activity.sqlite'));
  database.exec(sql);
  database.close();
}

describe('the record', () => {
  test('is kept across restarts, newest first, in pages without gaps or doubles', () => {
    filled(7);
    const record = openRecord(folder, START);
    record.append(entry({ summary: 'Order 8' }));
    const first = record.page(ALL, null, 5);
    const second = record.page(ALL, first.at(-1)?.number ?? 0, 5);
    record.close();
    expect([...first, ...second].map(({ summary }) => summary)).toEqual(
      [8, 7, 6, 5, 4, 3, 2, 1].map((number) => `Order ${number}`),
    );
  });

  test('finds words in any field, and only the requested entries', () => {
    const record = openRecord(folder, START);
    record.append(entry());
    record.append(
      entry({ kind: 'connection', result: 'warning', summary: 'Public stream: stale', sent: null, symbol: null }),
    );
    record.append(entry({ result: 'rejected', answer: 'The exchange refused: -1101 100%' }));
    const numbers = (part: Partial<ActivityFilter>): number[] =>
      record.page({ ...ALL, ...part }, null, 10).map(({ number }) => number);
    expect(numbers({ text: 'BUY 64210.5' })).toEqual([3, 1]);
    expect(numbers({ text: '100%' })).toEqual([3]);
    expect(numbers({ text: "' OR 1=1 --" })).toEqual([]);
    // No search is longer than what a person types: the rest of its words is left out.
    expect(numbers({ text: `${'buy '.repeat(8)} nowhere` })).toEqual([3, 1]);
    expect(numbers({ kinds: ['connection'] })).toEqual([2]);
    expect(numbers({ results: ['rejected', 'warning'], text: 'stale' })).toEqual([2]);
    record.close();
  });

  test('drops the oldest entries beyond its size, and its chain still holds', () => {
    let record = openRecord(folder, START, 400);
    for (let number = 1; number <= 1_000; number += 1) record.append(entry({ at: START + number }));
    expect(record.head).toEqual({ number: 1_000, entries: 400 });
    record.close();
    expect(verifyRecord(folder, 400)).toMatchObject({ whole: true, entries: 400 });
    record = openRecord(folder, START, 100);
    expect(record.head).toEqual({ number: 1_000, entries: 100 });
    expect(record.append(entry()).number).toBe(1_001);
    record.close();
    expect(verifyRecord(folder, 100)).toMatchObject({ whole: true, entries: 101 });
  });

  test('keeps young entries around one that a wrong clock dated years back', () => {
    let record = openRecord(folder, START);
    record.append(entry());
    record.append(entry({ at: Date.UTC(2020, 0, 1) }));
    record.append(entry({ at: START + 1 }));
    record.close();
    record = openRecord(folder, START + 2);
    expect(record.head.entries).toBe(3);
    record.close();
    expect(verifyRecord(folder)).toMatchObject({ whole: true, entries: 3 });
  });

  test.each([200, 366, 500, 3_000])('forgets nothing by a clock that is %d days ahead', (days) => {
    filled(5);
    const ahead = START + days * DAY;
    let record = openRecord(folder, ahead);
    for (let number = 0; number < 600; number += 1) record.append(entry({ at: ahead + number }));
    record.close();
    record = openRecord(folder, ahead + 1_000);
    expect(record.head.entries).toBe(605);
    record.close();
    record = openRecord(folder, START);
    expect(record.head.entries).toBe(605);
    record.close();
  });

  test('starts a new file beside a damaged one, which is kept', () => {
    writeFileSync(join(folder, 'activity.sqlite'), 'x'.repeat(5_000));
    openRecord(folder, 5).close();
    expect(readdirSync(folder)).toContain('activity.sqlite.damaged-5');
  });
});

describe('the chain', () => {
  test('has a valid chain as written, and none without a record', () => {
    expect(verifyRecord(folder)).toBeNull();
    filled(20);
    expect(verifyRecord(folder)).toMatchObject({ whole: true, entries: 20 });
  });

  test.each([
    ['another price', "UPDATE entries SET sent = '{}' WHERE number = 7", 7],
    ['another time', 'UPDATE entries SET at = at + 1 WHERE number = 7', 7],
    ['another outcome', "UPDATE entries SET result = 'rejected' WHERE number = 7", 7],
    ['nothing sent', 'UPDATE entries SET sent = NULL WHERE number = 7', 7],
    ['an entry taken out', 'DELETE FROM entries WHERE number = 7', 7],
    ['the first ones taken out', 'DELETE FROM entries WHERE number < 4', 1],
    ['a hash written anew', `UPDATE entries SET hash = '${'0'.repeat(64)}' WHERE number = 7`, 7],
    [
      'two entries swapped',
      'UPDATE entries SET number = -number WHERE number IN (7, 8); UPDATE entries SET number = 15 + number WHERE number < 0',
      7,
    ],
  ])('shows %s', (_what, sql, number) => {
    filled(20);
    damage(sql);
    expect(verifyRecord(folder)).toMatchObject({ whole: false, number });
  });

  test('shows that its beginning was taken away and its anchor set anew', () => {
    filled(20);
    const last = verifyRecord(folder);
    damage(
      'UPDATE anchor SET number = 12, hash = (SELECT hash FROM entries WHERE number = 12); DELETE FROM entries WHERE number <= 12',
    );
    expect(last).toMatchObject({ whole: true });
    expect(verifyRecord(folder)).toEqual({ whole: false, number: 1, reason: 'the entries up to 12 are missing' });
  });

  test('finds a hash that was noted elsewhere, and none that it never had', () => {
    filled(20);
    const record = openRecord(folder, START);
    const [seventh] = record.page(ALL, 8, 1);
    record.close();
    expect(entryWithHash(folder, seventh?.hash ?? '')).toBe(7);
    damage('DELETE FROM entries WHERE number > 6');
    expect(entryWithHash(folder, seventh?.hash ?? '')).toBeNull();
    expect(entryWithHash(join(folder, 'nowhere'), 'x')).toBeNull();
  });

  test('shows an entry that was changed and given its right hash, at the one after it', () => {
    filled(20);
    const record = openRecord(folder, START);
    const [seventh, sixth] = record.page(ALL, 8, 2);
    record.close();
    if (seventh === undefined || sixth === undefined) throw new Error('no such entries');
    const changed = { ...seventh, summary: 'Nothing was done' };
    damage(
      `UPDATE entries SET summary = '${changed.summary}', hash = '${hashOf(sixth.hash, changed)}' WHERE number = 7`,
    );
    expect(verifyRecord(folder)).toMatchObject({ whole: false, number: 8 });
  });

  test('shows any change of any text', () => {
    filled(5);
    const text = fc.constantFrom('kind', 'asked_by', 'profile', 'environment', 'name', 'symbol', 'summary', 'answer');
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (column, number) => {
        const database = new DatabaseSync(join(folder, 'activity.sqlite'));
        const before = database.prepare(`SELECT ${column} AS value FROM entries WHERE number = ?`).get(number)?.[
          'value'
        ];
        const other =
          new Map([
            ['kind', 'lock'],
            ['asked_by', 'key'],
            ['environment', 'practice'],
          ]).get(column) ?? `${String(before)} `;
        const set = database.prepare(`UPDATE entries SET ${column} = ? WHERE number = ?`);
        set.run(other, number);
        const verdict = verifyRecord(folder);
        set.run(String(before), number);
        database.close();
        expect(verdict, column).toMatchObject({ whole: false, number });
      }),
      { numRuns: 40 },
    );
    expect(verifyRecord(folder)).toMatchObject({ whole: true });
  });
});
