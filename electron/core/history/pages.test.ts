import { createSecretKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/contract/contract.ts';
import type { ArchiveRow } from '../../../shared/contract/archive.ts';
import { fixed } from '../../practice/engine/money/fixed.ts';
import { nextId } from '../../practice/engine/venue.ts';
import { startPractice, type Practice } from '../../practice/server.ts';
import { createTerminal } from '../session/terminal.ts';
import type { Terminal } from '../session/terminal-options.ts';
import { realWorld } from '../world/world.ts';

/** Histories through the whole core, against a practice exchange over real HTTP. */

let exchange: Practice;
let folder = '';
let terminal: Terminal;
beforeEach(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0 });
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-history-'));
  terminal = open();
});
afterEach(async () => {
  await terminal.stop();
  await exchange.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(locked = false): Terminal {
  const { rest, publicStream, privateStream, key, secret } = exchange;
  return createTerminal({
    world: realWorld(),
    profile: { id: 'main', name: 'Main', environment: 'practice', rest, publicStream, privateStream, viewOnly: false },
    credentials: locked ? null : { key, secret: createSecretKey(Buffer.from(secret)) },
    dataDir: folder,
    version: '0.0.0',
  });
}
const ask = <Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> =>
  terminal.ask(name, input) as Promise<RequestOutput<Name>>; // parsed by the contract
const archiveRow = (): ArchiveRow | undefined =>
  ([...(terminal.feed('archives', '')?.rows() ?? [])] as ArchiveRow[]).find(({ history }) => history === 'funding'); // rows of this feed

/** Funding fees of the past, three at each instant. @returns their ids. */
function fees(count: number, at: number): string[] {
  const account = [...exchange.venue.accounts.values()].find(({ name }) => name === 'practice');
  return Array.from({ length: count }, (_, row) => {
    const id = nextId(exchange.venue);
    account?.histories.funding.push({
      id,
      symbol: 'PERP_BTC_USDT',
      rate: fixed('0.0001'),
      mark: 642_105,
      fee: fixed(`0.${row + 1}`),
      pays: row % 2 === 0,
      at: at - Math.ceil((count - row) / 3) * 1_000,
    });
    return id;
  });
}
const WHERE = { history: 'funding', from: null, to: null, text: '', tests: [] } as const;

test('paging through ten thousand rows visits each exactly once while rows are being added', async () => {
  const ids = fees(10_000, exchange.venue.now);
  const { local, offset } = await ask('terminal.time', {});
  const endTime = Math.round(local + (offset ?? 0));
  const seen: string[] = [];
  for (let page = 1; page <= 20; page += 1) {
    const found = await ask('history.page', {
      history: 'funding',
      page,
      size: 500,
      startTime: null,
      endTime,
      filters: {},
    });
    expect(found.total).toBe(10_000);
    seen.push(...found.rows.map((row) => row['id'] ?? ''));
    fees(3, exchange.venue.now + 60_000 + page * 1_000);
  }
  expect(seen.toSorted()).toEqual(ids.toSorted());
}, 120_000);

test('a history is downloaded in its thread, shown by its feed, added up, and exported', async () => {
  fees(1_234, exchange.venue.now);
  const feed = terminal.feed('archives', '');
  const letGo = feed?.subscribe(() => undefined);
  await expect.poll(archiveRow).toMatchObject({ state: 'none', rows: 0, reach: null });
  await ask('archive.download', { history: 'funding', anew: false });
  await expect.poll(archiveRow).toMatchObject({ state: 'done', rows: 1_234, message: '' });
  letGo?.();
  const { rows, sums } = await ask('archive.sums', { ...WHERE, tests: [] });
  expect(rows).toBe(1_234);
  expect(sums[0]?.groups.map(({ by }) => by)).toEqual([
    ['PERP_BTC_USDT', 'Pay'],
    ['PERP_BTC_USDT', 'Receive'],
  ]);
  const written = await ask('archive.export', {
    format: 'jsonl',
    columns: ['id', 'fundingFee'],
    of: { kind: 'archive', ...WHERE, tests: [], sort: { field: 'fundingFee', descending: true } },
  });
  expect(written.path.startsWith(join(folder, 'exports'))).toBe(true);
  expect(readFileSync(written.path, 'utf8').trimEnd().split('\n')).toHaveLength(1_234);
  const page = await ask('archive.export', {
    format: 'csv',
    columns: ['fundingFee'],
    of: { kind: 'page', history: 'funding', page: 2, size: 500, startTime: null, endTime: null, filters: {} },
  });
  expect(page.rows).toBe(500);
  await expect(
    ask('archive.page', { ...WHERE, tests: [], sort: { field: 'x', descending: true }, offset: 0, limit: 1 }),
  ).rejects.toMatchObject({
    fault: { kind: 'InvalidInput' },
  });
});

test('presses at once are one download', async () => {
  fees(1_100, exchange.venue.now);
  const pages: string[] = [];
  const letGo = terminal.feed('archives', '')?.subscribe(({ put }) => {
    for (const row of put as ArchiveRow[])
      if (row.state === 'running') pages.push(`${row.anchor} ${row.page} ${row.read}`); // rows of this feed
  });
  const press = (): Promise<unknown> => ask('archive.download', { history: 'funding', anew: false });
  await Promise.all([press(), press(), press()]);
  await expect.poll(archiveRow).toMatchObject({ state: 'done', rows: 1_100 });
  expect(new Set(pages.map((page) => page.split(' ')[0]).filter((anchor) => anchor !== 'null')).size).toBe(1);
  letGo?.();
});

test('an export to a folder that cannot be written is refused in words, and leaves nothing', async () => {
  writeFileSync(join(folder, 'exports'), 'a file stands where the folder would be');
  const of = { kind: 'archive', ...WHERE, tests: [], sort: null } as const;
  await expect(
    ask('archive.export', { format: 'csv', columns: ['id'], of: { ...of, tests: [] } }),
  ).rejects.toMatchObject({
    fault: { kind: 'NotAllowed' },
  });
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a locked terminal shows nothing of the archive and opens no file of it', async () => {
  await terminal.stop();
  terminal = open(true);
  for (const act of [
    ask('archive.sums', { ...WHERE, tests: [] }),
    ask('archive.download', { history: 'funding', anew: false }),
    ask('archive.export', { format: 'csv', columns: ['id'], of: { kind: 'archive', ...WHERE, tests: [], sort: null } }),
  ])
    await expect(act).rejects.toMatchObject({ fault: { kind: 'NotAllowed', policy: 'locked' } });
  terminal.feed('archives', '')?.subscribe(() => undefined);
  expect(readdirSync(folder).filter((name) => name.startsWith('archive'))).toEqual([]);
});

test('a damaged archive is set aside, said, and begun anew', async () => {
  writeFileSync(join(folder, 'archive-main.sqlite'), 'x'.repeat(9_000));
  expect((await ask('archive.sums', { ...WHERE, tests: [] })).rows).toBe(0);
  const notices = [...(terminal.feed('notices', '')?.rows() ?? [])] as { text: string }[]; // rows of this feed
  expect(notices.map(({ text }) => text).join(' ')).toMatch(/archive of the histories was damaged.*set-aside/);
});
