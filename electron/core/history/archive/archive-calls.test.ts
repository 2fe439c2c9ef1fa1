import fc from 'fast-check';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ArchiveWhere } from '../../../../shared/contract/archive.ts';
import { add, compare, decimal, ZERO } from '../../../../shared/decimal.ts';
import { feeOnWire } from '../../../../e2e/rigs/core/scenes/archive-desk.ts';
import { createCells, packCells, unpackCells } from '../cells.ts';
import { openArchive, type ArchiveCalls } from './archive-calls.ts';
import { keyOf } from './file/rows.ts';
import type { Walk } from './file/state.ts';
import { layoutOf } from './file/tables.ts';
import { startArchiveThread } from './thread.ts';

const NOW = 1_760_000_000_000;
const DAY = 86_400_000;
let folder = '';
let path = '';
let archive: ArchiveCalls;
const open = (owner = 'practice'): ArchiveCalls => openArchive({ path, owner, now: NOW });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-archive-'));
  path = join(folder, 'archive.sqlite');
  archive = open();
});
afterEach(() => {
  archive.close();
  rmSync(folder, { recursive: true, force: true });
});

const layout = layoutOf('funding');
const cells = createCells('funding', [layout.id, layout.time, ...layout.texts]);
const packed = (records: readonly object[]): string => packCells(records.flatMap((record) => cells(record)));
const WALK: Walk = {
  number: 1,
  anchor: NOW,
  from: null,
  page: 1,
  cursor: null,
  size: 500,
  total: null,
  seen: 0,
  oldest: null,
  ends: '',
  again: false,
};
function fill(records: readonly object[], finish = true): void {
  archive.begin('funding', WALK);
  archive.putPage('funding', packed(records), WALK);
  if (finish) archive.finish('funding');
}
const fee = (id: number | string, at: number, amount: string, part: object = {}) => ({
  ...feeOnWire({ id, at, fee: amount }),
  ...part,
});
const WHERE: ArchiveWhere = { history: 'funding', from: null, to: null, text: '', tests: [] };
const SOME = [
  fee(1, NOW - 3 * DAY, '-1.5', { symbol: 'PERP_SOL_USDT' }),
  fee(2, NOW - 2 * DAY, '10'),
  fee(3, NOW - DAY, '9.000000000000000001'),
  fee(4, NOW, '9.0000000000000000011', { status: 'ODD %_\' "' }),
];
const ids = (asked: Partial<ArchiveWhere>, field?: string, descending = false, offset = 0): string[] =>
  archive
    .page({ ...WHERE, ...asked, sort: field === undefined ? null : { field, descending }, offset, limit: 1000 })
    .map((row) => row['id'] ?? '');
const with1 = (field: string, kind: ArchiveWhere['tests'][number]['test'], ...values: string[]) => ({
  tests: [{ field, test: kind, values }],
});

describe('what is asked of the archive', () => {
  test('is filtered by any field, by time, and by text wherever it stands', () => {
    fill(SOME);
    expect(ids({})).toEqual(['4', '3', '2', '1']);
    expect(ids({ from: NOW - 2 * DAY, to: NOW - DAY })).toEqual(['3', '2']);
    expect(ids(with1('symbol', 'is', 'PERP_SOL_USDT', 'PERP_ETH_USDT'))).toEqual(['3', '1']);
    expect(ids(with1('status', 'isNot', 'COMPLETED'))).toEqual(['4']);
    expect(ids(with1('status', 'contains', "%_'"))).toEqual(['4']);
    expect(ids(with1('fundingFee', 'least', '9.0000000000000000011'))).toEqual(['4', '2']);
    expect(ids(with1('fundingFee', 'most', '-1.5'))).toEqual(['1']);
    expect(ids({ text: 'sol_usd' })).toEqual(['1']);
    expect(ids({ text: "' OR 1=1 --" })).toEqual([]);
    expect(() => ids(with1('status; DROP TABLE funding', 'is', 'x'))).toThrow();
    expect(() => ids(with1('fundingFee', 'least', '1e3'))).toThrow();
    expect(() => ids({}, 'walk')).toThrow();
  });

  test('is sorted by any field, numbers by their value and sums to the last digit', () => {
    fill(SOME);
    expect(ids({ to: NOW - 1 }, 'fundingFee')).toEqual(['1', '3', '2']);
    expect(ids({}, 'id', true)).toEqual(['4', '3', '2', '1']);
    expect(ids({}, 'symbol')).toEqual(['2', '4', '3', '1']);
    expect(ids({}, 'createdTime', false, 1)).toEqual(['2', '3', '4']);
  });

  test('scrolls through each row once while others come in', () => {
    fill(
      Array.from({ length: 500 }, (_, at) => fee(at + 1, NOW - at, '1')),
      false,
    );
    const first = archive.page({ ...WHERE, sort: { field: 'id', descending: true }, offset: 0, limit: 200 });
    archive.putPage('funding', packed(Array.from({ length: 50 }, (_, at) => fee(900 + at, NOW - at, '1'))), WALK);
    const second = archive.page({ ...WHERE, sort: { field: 'id', descending: true }, offset: 200, limit: 400 });
    const all = [...first, ...second].map((row) => row['id']);
    expect(all).toHaveLength(500);
    expect(new Set(all).size).toBe(500);
  });

  test('is added up exactly, by group and by slot of time, whatever its digits', () => {
    const amount = fc
      .tuple(fc.bigInt(-(10n ** 17n), 10n ** 17n), fc.integer({ min: 0, max: 22 }))
      .map(([units, places]) => {
        const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
        const whole = digits.slice(0, digits.length - places);
        return decimal(`${units < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`);
      });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 40 }), (amounts) => {
        archive.begin('funding', WALK);
        const records = amounts.map((text, at) =>
          fee(at + 1, NOW - at * DAY, text, { symbol: 'S', paymentType: 'Pay' }),
        );
        for (let at = records.length; at < 40; at += 1)
          records.push(fee(at + 1, NOW, '0', { symbol: 'T', paymentType: 'Pay' }));
        archive.putPage('funding', packed(records), WALK);
        const groups = archive.sums(WHERE).sums[0]?.groups ?? [];
        expect(compare(groups.find(({ by }) => by[0] === 'S')?.sum ?? ZERO, amounts.reduce(add, ZERO))).toBe(0);
        const points = archive.series({ ...WHERE, field: 'fundingFee', slotMs: DAY, zones: [{ from: 0, zoneMs: 0 }] });
        const whole = points.reduce((sum, point) => add(sum, point.sum), ZERO);
        expect(compare(whole, amounts.reduce(add, ZERO))).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  test('counts what a filter leaves, and cuts days where they begin here', () => {
    fill(SOME);
    expect(archive.sums({ ...WHERE, from: NOW - DAY })).toEqual({
      rows: 2,
      sums: [
        {
          field: 'fundingFee',
          groups: [
            { by: ['PERP_BTC_USDT', 'Pay'], rows: 1, sum: '9.0000000000000000011' },
            { by: ['PERP_ETH_USDT', 'Receive'], rows: 1, sum: '9.000000000000000001' },
          ],
        },
      ],
    });
    const zones = [{ from: 0, zoneMs: 7_200_000 }];
    for (const { start } of archive.series({ ...WHERE, field: 'fundingFee', slotMs: DAY, zones }))
      expect(start % DAY).toBe(0);
  });

  test('puts a row on the day of the clock that was in force at its time', () => {
    // New York put its clock back on 2025-11-02 at 06:00 UTC; a funding of 04:00 UTC was at midnight before, at 23:00 after.
    const back = Date.UTC(2025, 10, 2, 6);
    const zones = [
      { from: 0, zoneMs: -14_400_000 },
      { from: back, zoneMs: -18_000_000 },
    ];
    const at = [Date.UTC(2025, 9, 30, 4), Date.UTC(2025, 10, 5, 4)];
    fill(at.map((instant, row) => fee(900 + row, instant, '1')));
    const days = archive.series({ ...WHERE, field: 'fundingFee', slotMs: DAY, zones }).map(({ start }) => start);
    expect(days).toEqual([Date.UTC(2025, 9, 30), Date.UTC(2025, 10, 4)]);
  });

  test('passes between threads as one text, whatever its cells hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2 }), (values) => {
        expect(unpackCells(packCells(values))).toEqual(values.map((value) => value.replaceAll('\u001F', ' ')));
      }),
    );
    expect(unpackCells(packCells(['a\u001Fb', 'c']))).toEqual(['a b', 'c']);
  });

  test('has a key of its own for each id, whatever the id is', () => {
    const known = [
      '0',
      '7',
      '007',
      '999999999999999999',
      '1954766344355779056',
      '9223372036854775807',
      'w-7',
      '',
      '-7',
    ];
    expect(new Set(known.map((id) => String(keyOf(id)))).size).toBe(known.length);
    fill([fee('1954766344355779056', NOW, '1'), fee('195476634435577905', NOW, '1')]);
    expect(ids({}).toSorted()).toEqual(['195476634435577905', '1954766344355779056']);
  });
});

describe('an archive file', () => {
  const asides = (): string[] =>
    readdirSync(folder).filter(
      (name) => name.includes('set-aside') && !name.endsWith('-wal') && !name.endsWith('-shm'),
    );

  test('of another account, of a newer version, or that is no archive is set aside, said and begun anew', () => {
    fill(SOME);
    archive.close();
    archive = open('live https://api.example');
    expect(archive.states().setAside).toMatch(/another account .* kept as /);
    expect(ids({})).toEqual([]);
    fill(SOME);
    archive.close();
    rmSync(join(folder, asides()[0] ?? ''));
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version=99');
    database.close();
    archive = open('live https://api.example');
    expect(archive.states().setAside).toContain('newer version');
    expect(asides()).toHaveLength(1);
    expect(readFileSync(join(folder, asides()[0] ?? '')).length).toBeGreaterThan(0);
    archive.close();
    rmSync(join(folder, asides()[0] ?? ''));
    for (const beside of ['', '-wal', '-shm']) rmSync(path + beside, { force: true });
    writeFileSync(path, 'x'.repeat(5_000));
    archive = open();
    expect(archive.states().setAside).toContain('damaged');
    fill(SOME);
    expect(ids({})).toHaveLength(4);
  });

  test('that is found damaged only when it is read is set aside then', () => {
    fill(Array.from({ length: 5_000 }, (_, at) => fee(at + 1, NOW - at, '1.5')));
    archive.close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 8 * 4_096);
    writeFileSync(path, bytes);
    archive = open();
    const left = archive.page({ ...WHERE, sort: { field: 'status', descending: false }, offset: 0, limit: 10 });
    expect(left).toEqual([]);
    const { setAside, states } = archive.states();
    expect(setAside).toContain('damaged');
    expect(states.every(({ rows, reach }) => rows === 0 && reach === null)).toBe(true);
  });

  test('keeps a page that was written twice once, and a half-written one not at all', () => {
    fill(SOME, false);
    fill(
      SOME.map((record) => ({ ...record, status: 'CHANGED' })),
      false,
    );
    expect(archive.page({ ...WHERE, sort: null, offset: 0, limit: 9 }).map((row) => row['status'])).toEqual(
      SOME.map(() => 'CHANGED'),
    );
    expect(archive.states().states.find(({ history }) => history === 'funding')?.rows).toBe(4);
    const bad = [...SOME.flatMap((record) => cells(fee('9', NOW, '1', record)))];
    bad[layout.texts.length + 3] = 'no time';
    expect(() => archive.putPage('funding', packCells(bad), { ...WALK, page: 2 })).toThrow();
    expect(archive.states().states.find(({ history }) => history === 'funding')).toMatchObject({
      rows: 4,
      walk: { page: 1 },
    });
  });

  test('refuses a page of a walk that it does not know: rows before it would be missing', () => {
    expect(() => archive.putPage('funding', '', WALK)).toThrow(/begun anew/);
  });

  test('is used through a thread that passes on answers and refusals', async () => {
    archive.close();
    const thread = startArchiveThread({ path, owner: 'practice', now: NOW });
    await thread.begin('funding', WALK);
    await thread.putPage('funding', packed(SOME), WALK);
    expect((await thread.finish('funding')).found).toBe(4);
    expect((await thread.sums(WHERE)).rows).toBe(4);
    await expect(
      thread.page({ ...WHERE, ...with1('nothing', 'is', 'x'), sort: null, offset: 0, limit: 1 }),
    ).rejects.toMatchObject({
      fault: { kind: 'InvalidInput' },
    });
    await thread.close();
    await expect
      .poll(() =>
        thread.states().then(
          () => 'open',
          () => 'ended',
        ),
      )
      .toBe('ended');
    archive = open();
  });
});

describe('an export', () => {
  const COLUMNS = ['createdTime', 'id', 'symbol', 'fundingFee', 'status'];
  const file = (): string => join(folder, 'out', 'fees.csv');
  const run = (format: 'csv' | 'jsonl', where: Partial<ArchiveWhere> = {}): number => {
    const { id } = archive.beginExport({
      path: file(),
      format,
      columns: COLUMNS,
      where: { ...WHERE, ...where },
      sort: null,
    });
    for (;;) {
      const { rows, done } = archive.moreExport(id);
      if (done) return rows;
    }
  };

  test('has every digit, times with their zone, and nothing that a spreadsheet would run', () => {
    fill([...SOME, fee(5, NOW + 1, '0.10', { status: '=cmd()', symbol: 'A,"B"' })]);
    expect(run('csv')).toBe(5);
    expect(readFileSync(file(), 'utf8').split('\r\n')).toEqual([
      'Time (UTC),ID,Symbol,Funding fee,Status',
      `${new Date(NOW + 1).toISOString()},5,"A,""B""",0.10,'=cmd()`,
      `${new Date(NOW).toISOString()},4,PERP_BTC_USDT,9.0000000000000000011,"ODD %_' """`,
      `${new Date(NOW - DAY).toISOString()},3,PERP_ETH_USDT,9.000000000000000001,COMPLETED`,
      `${new Date(NOW - 2 * DAY).toISOString()},2,PERP_BTC_USDT,10,COMPLETED`,
      `${new Date(NOW - 3 * DAY).toISOString()},1,PERP_SOL_USDT,-1.5,COMPLETED`,
      '',
    ]);
  });

  test('writes JSON Lines with the exchange’s own names, and only what the filter leaves', () => {
    fill(SOME);
    expect(run('jsonl', { to: NOW - 2 * DAY })).toBe(2);
    const lines = readFileSync(file(), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { id: '2', fundingFee: '10' },
      { id: '1' },
    ]);
  });

  test('sees the archive as it was when it began', () => {
    fill(
      Array.from({ length: 12_000 }, (_, at) => fee(at + 1, NOW - at, '1')),
      false,
    );
    const { id } = archive.beginExport({ path: file(), format: 'csv', columns: COLUMNS, where: WHERE, sort: null });
    expect(archive.moreExport(id)).toEqual({ rows: 5_000, done: false });
    archive.putPage('funding', packed(Array.from({ length: 100 }, (_, at) => fee(20_000 + at, NOW - at, '1'))), WALK);
    expect(existsSync(file())).toBe(false);
    while (!archive.moreExport(id).done);
    expect(readFileSync(file(), 'utf8').split('\r\n')).toHaveLength(12_002);
  });

  test('that is stopped leaves no file and no half of one', () => {
    fill(Array.from({ length: 12_000 }, (_, at) => fee(at + 1, NOW - at, '1')));
    const { id } = archive.beginExport({ path: file(), format: 'csv', columns: COLUMNS, where: WHERE, sort: null });
    archive.moreExport(id);
    archive.stopExport(id);
    expect(readdirSync(join(folder, 'out'))).toEqual([]);
    expect(() => archive.moreExport(id)).toThrow();
  });

  test('never takes the place of another file', () => {
    fill(SOME);
    run('csv');
    expect(() => run('csv')).toThrow();
    expect(readdirSync(join(folder, 'out'))).toEqual(['fees.csv']);
  });
});
