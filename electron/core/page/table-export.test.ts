import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { faultOf } from '../../../shared/errors.ts';
import { createTableExport } from './table-export.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-table-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const clock = { now: () => Date.UTC(2026, 10, 22, 12, 30, 5) };
const FILE = '5d8a1f0e-7a3f-4f4e-9d59-0a4f3c2b1a10';
const OTHERS = ['1', '2', '3', '4', '5'].map((last) => `5d8a1f0e-7a3f-4f4e-9d59-0a4f3c2b1a2${last}`);
const names = (): string[] => readdirSync(join(folder, 'exports'));

/** Why something is refused, in the words for a person. */
function reasonOf(refused: () => unknown): string {
  try {
    refused();
  } catch (error) {
    const fault = faultOf(error);
    return fault.kind === 'NotAllowed' ? fault.reason : fault.kind;
  }
  return 'it is not refused';
}

test('a file is there once its last piece has come, with all of them in order', () => {
  const tables = createTableExport(folder, clock);
  expect(tables.take({ table: 'open-orders', file: FILE, text: 'price\r\n', last: false })).toEqual({ path: null });
  expect(names().filter((name) => name.endsWith('.csv'))).toEqual([]);
  const { path } = tables.take({ table: 'open-orders', file: FILE, text: '60000.0\r\n', last: true });
  expect(path).toBe(join(folder, 'exports', 'open-orders-2026-11-22T12-30-05-000Z.csv'));
  expect(readFileSync(path ?? '', 'utf8')).toBe('price\r\n60000.0\r\n');
});

test('nothing stays of a file that was not finished', () => {
  const tables = createTableExport(folder, clock);
  tables.take({ table: 'positions', file: FILE, text: 'a', last: false });
  tables.close();
  expect(names()).toEqual([]);
});

test('a page that begins files and ends none is refused', () => {
  let now = clock.now();
  const tables = createTableExport(folder, { now: () => (now += 1_000) });
  const begin = (file: string): unknown => tables.take({ table: 'fills', file, text: 'a', last: false });
  for (const file of OTHERS.slice(0, 4)) begin(file);
  expect(reasonOf(() => begin(OTHERS[4] ?? ''))).toContain('too many files');
  tables.close();
});

test('a folder that cannot be written is said in a sentence, and the next try begins anew', () => {
  writeFileSync(join(folder, 'exports'), 'in the way');
  const tables = createTableExport(folder, clock);
  const take = (): unknown => tables.take({ table: 'fills', file: FILE, text: 'a', last: true });
  expect(reasonOf(take)).toContain('The file cannot be written');
  rmSync(join(folder, 'exports'));
  expect(take()).toMatchObject({ path: expect.stringContaining('fills-') as unknown });
});
