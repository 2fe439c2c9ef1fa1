import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HistoryName } from '../../../../../shared/history/tables.ts';
import { feePages, feeOnWire, inThisThread, type Fee } from '../../../../../e2e/rigs/core/scenes/archive-desk.ts';
import { ManualClock } from '../../../../../e2e/rigs/core/manual-clock.ts';
import {
  fails,
  noAnswer,
  sameClock,
  scriptedClient,
  type Call,
  type Script,
} from '../../../../../e2e/rigs/core/scripted-client.ts';
import { openArchive, type ArchiveCalls } from '../archive-calls.ts';
import { startDownload, type Download } from './download.ts';
import type { ArchiveState } from '../file/state.ts';

const NOW = 1_760_000_000_000;
let folder = '';
let archive: ArchiveCalls;
const open = (): ArchiveCalls => openArchive({ path: join(folder, 'archive.sqlite'), owner: 'practice', now: NOW });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-archive-'));
  archive = open();
});
afterEach(() => {
  archive.close();
  rmSync(folder, { recursive: true, force: true });
});

const stateOf = (history: HistoryName): ArchiveState => {
  const found = archive.states().states.find((state) => state.history === history);
  if (found === undefined) throw new Error('no state');
  return found;
};
const ALL = { from: null, to: null, text: '', tests: [] };
const rowsOf = (history: HistoryName) => archive.page({ history, ...ALL, sort: null, offset: 0, limit: 100_000 });
const idsOf = (history: HistoryName = 'funding'): string[] => rowsOf(history).map((row) => row['id'] ?? '');

interface Session {
  readonly download: Download;
  readonly calls: Call[];
  readonly clock: ManualClock;
  /** Words of each time that it waited. */
  readonly waits: string[];
}
function start(script: Script, history: HistoryName = 'funding', anew = false, clock = new ManualClock(NOW)): Session {
  const { client, calls } = scriptedClient(script);
  const waits: string[] = [];
  const download = startDownload(
    {
      client,
      clock,
      exchangeClock: sameClock(clock),
      thread: inThisThread(archive),
      onStep: (_state, waiting) => void (waiting !== null && waits.push(waiting)),
    },
    stateOf(history),
    anew,
  );
  return { download, calls, clock, waits };
}
const fees = (count: number, from = 1): Fee[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, at: NOW - count + at, fee: `0.${from + at}` }));
const sorted = (ids: readonly (string | number)[]): string[] =>
  ids.map(String).toSorted((a, b) => Number(a) - Number(b));

describe('a download', () => {
  test('reads every record once, as of its beginning, while new ones are made', async () => {
    const all = fees(1_700);
    const { download, calls } = start((call) => {
      const answer = feePages(all, call);
      all.push({ id: 5_000 + all.length, at: NOW + all.length, fee: '1' });
      return answer;
    });
    expect(await download.ended).toBeNull();
    expect(sorted(idsOf())).toEqual(sorted(fees(1_700).map(({ id }) => id)));
    expect(calls.map(({ input }) => [input['page'], input['size'], input['endTime']])).toEqual(
      [1, 2, 3, 4].map((page) => [page, 500, NOW]),
    );
    expect(stateOf('funding')).toMatchObject({ rows: 1_700, reach: NOW, walk: null, note: '' });
  });

  test('goes on where it was cancelled, with the same anchor and without reading a page again', async () => {
    const all = fees(2_100);
    const first = start((call) => {
      if (call.input['page'] === 3) first.download.cancel();
      return feePages(all, call);
    });
    expect(await first.download.ended).toBeNull();
    expect(stateOf('funding').walk).toMatchObject({ page: 4, anchor: NOW });
    archive.close();
    archive = open();
    const second = start((call) => feePages(all, call), 'funding', false, new ManualClock(NOW + 5_000));
    expect(await second.download.ended).toBeNull();
    expect(second.calls.map(({ input }) => [input['page'], input['endTime']])).toEqual([
      [4, NOW],
      [5, NOW],
    ]);
    expect(sorted(idsOf())).toEqual(sorted(all.map(({ id }) => id)));
  });

  test('afterwards reads only what came since, with an overlap for what is listed late', async () => {
    const all = fees(900);
    await start((call) => feePages(all, call)).download.ended;
    all.push({ id: 7_001, at: NOW + 50, fee: '1' }, { id: 7_000, at: NOW - 30_000, fee: '2' });
    const { download, calls } = start((call) => feePages(all, call), 'funding', false, new ManualClock(NOW + 100));
    await download.ended;
    expect(calls[0]?.input).toMatchObject({ startTime: NOW - 3_600_000, endTime: NOW + 100 });
    expect(sorted(idsOf())).toEqual(sorted(all.map(({ id }) => id)));
    expect(stateOf('funding').rows).toBe(902);
  });

  test('reads orders again from the oldest that was open, and takes their newest word', async () => {
    const order = (orderId: number, at: number, status: string) => ({
      orderId,
      symbol: 'PERP_BTC_USDT',
      side: 'BUY',
      type: 'LIMIT',
      status,
      createdTime: at,
      executed: '0',
    });
    const day = 86_400_000;
    const meta = { total: 2, recordsPerPage: 500, currentPage: 1 };
    await start(() => ({ rows: [order(2, NOW - day, 'NEW'), order(1, NOW - 9 * day, 'FILLED')], meta }), 'orders')
      .download.ended;
    const { download, calls } = start(
      () => ({ rows: [order(2, NOW - day, 'CANCELLED')], meta: { ...meta, total: 1 } }),
      'orders',
    );
    await download.ended;
    expect(calls[0]?.input['startTime']).toBe(NOW - day);
    expect(rowsOf('orders').map((row) => [row['orderId'], row['status']])).toEqual([
      ['2', 'CANCELLED'],
      ['1', 'FILLED'],
    ]);
  });

  test('waits for the limit and for the exchange, and stops with its words when that does not help', async () => {
    const all = fees(10);
    let asked = 0;
    const session = start((call) => {
      asked += 1;
      if (asked === 1) return fails({ kind: 'RateLimited', endpoint: call.name, retryAt: NOW + 3_000 });
      if (asked === 2) return noAnswer(call.name);
      return feePages(all, call);
    });
    await session.clock.move(3_000);
    await session.clock.move(2_000);
    expect(await session.download.ended).toBeNull();
    expect(session.waits).toHaveLength(2);
    expect(idsOf()).toHaveLength(10);

    const refused = start((call) =>
      fails({ kind: 'ExchangeRejected', endpoint: call.name, code: '-1', message: 'not for you', httpStatus: 403 }),
    );
    await refused.clock.move(2_000);
    expect(await refused.download.ended).toContain('not for you');
    expect(refused.calls).toHaveLength(2);
  });
});

describe('bad input', () => {
  test('a page beyond the last, empty or the last once more, ends the walk', async () => {
    const all = fees(700);
    const empty = start((call) => ({ ...feePages(all, call), meta: null }));
    await empty.download.ended;
    expect(empty.calls).toHaveLength(2);
    expect(idsOf()).toHaveLength(700);

    const thousand = fees(1_000, 10_000);
    const clamped = start(
      (call) => ({
        ...feePages(thousand, { ...call, input: { ...call.input, page: Math.min(2, Number(call.input['page'])) } }),
        meta: null,
      }),
      'funding',
      true,
    );
    await clamped.download.ended;
    expect(clamped.calls).toHaveLength(3);
    expect(idsOf()).toHaveLength(1_700);
  });

  test('a total that shrinks in the middle leaves no gap', async () => {
    const all = fees(2_000);
    const { download } = start((call) => {
      // Of the newest, whose pages were read: all others move up.
      if (all.length === 2_000 && call.input['page'] === 3) all.splice(-120);
      return feePages(all, call);
    });
    await download.ended;
    expect(new Set(idsOf()).size).toBe(2_000);
    expect(stateOf('funding').note).toBe('');
  });

  test('a total that shrinks by what is forgotten at the end ends there', async () => {
    const all = fees(2_000);
    const { download } = start((call) => {
      if (all.length === 2_000 && call.input['page'] === 2) all.splice(0, 900);
      return feePages(all, call);
    });
    await download.ended;
    expect(idsOf()).toHaveLength(1_100);
  });

  test('a count that goes up and down comes to an end', async () => {
    const all = fees(1_600);
    let turn = 0;
    const { download } = start((call) => {
      turn += 1;
      const { rows } = feePages(all, call);
      return { rows, meta: { total: 1_600 - (turn % 2), recordsPerPage: 500, currentPage: call.input['page'] } };
    });
    await download.ended;
    expect(turn).toBeLessThan(100);
  });

  test('more rows promised than given is said, after everything was read twice', async () => {
    const all = fees(300);
    const { download, calls } = start((call) => ({
      ...feePages(all, call),
      meta: { total: 310, recordsPerPage: 500, currentPage: 1 },
    }));
    await download.ended;
    expect(calls).toHaveLength(2);
    expect(stateOf('funding')).toMatchObject({
      rows: 300,
      walk: null,
      note: 'The exchange counts 310 rows and gave 300.',
    });
  });

  test('fewer rows a page than asked for are gone by', async () => {
    const all = fees(230);
    const { download, calls } = start((call) =>
      feePages(all, { ...call, input: { ...call.input, size: Math.min(100, Number(call.input['size'])) } }),
    );
    await download.ended;
    expect(calls).toHaveLength(3);
    expect(idsOf()).toHaveLength(230);
  });

  test('an unknown status is kept as it is, and seconds where ms were expected are read as seconds', async () => {
    const wire = { ...feeOnWire({ id: 4, at: 1_696_118_400, fee: '1' }), status: 'HELD_BY_AUDIT' };
    await start(() => ({ rows: [wire], meta: null })).download.ended;
    expect(rowsOf('funding')).toMatchObject([
      { status: 'HELD_BY_AUDIT', createdTime: '1696118400000', updatedTime: '1696118400000' },
    ]);
  });

  test('a record that cannot be read stops the download aloud', async () => {
    const { download } = start(() => ({ rows: [{ id: 'x' }], meta: null }));
    expect(await download.ended).not.toBeNull();
    expect(stateOf('funding').reach).toBeNull();
  });

  test('a file of the archive that is damaged on the way is set aside, and the download begins anew', async () => {
    expect(readdirSync(folder)).toContain('archive.sqlite');
    const all = fees(1_200);
    const cut = start((call) => {
      if (call.input['page'] === 2) {
        archive.close();
        rmSync(join(folder, 'archive.sqlite'));
        archive = open();
        throw new Error('over');
      }
      return feePages(all, call);
    });
    await cut.download.ended;
    expect(stateOf('funding')).toMatchObject({ rows: 0, walk: null });
    await start((call) => feePages(all, call)).download.ended;
    expect(idsOf()).toHaveLength(1_200);
  });
});

describe('histories of their own kind', () => {
  const fill = (id: number, at: number) => ({
    id,
    symbol: 'PERP_BTC_USDT',
    orderId: 1,
    executedPrice: '64000.10',
    executedQuantity: '0.5',
    side: 'BUY',
    fee: '0.1',
    feeAsset: 'USDT',
    executedTimestamp: at,
  });
  const fillPages =
    (fills: readonly { id: number; at: number }[]): Script =>
    ({ input }) => {
      const [limit, end] = [Number(input['limit']), Number(input['endTime'])];
      const rows = fills.filter(({ at }) => at <= end).toSorted((a, b) => b.at - a.at || b.id - a.id);
      return { rows: rows.slice(0, limit).map(({ id, at }) => fill(id, at)), meta: null };
    };

  test('fills, which have no pages, are read range by range, also where many have the same time', async () => {
    const fills = Array.from({ length: 1_730 }, (_, id) => ({ id: id + 1, at: NOW - Math.floor(id / 7) * 10 }));
    const { download } = start(fillPages(fills), 'fills');
    await download.ended;
    expect(idsOf('fills')).toHaveLength(1_730);
    expect(stateOf('fills').note).toBe('');
  });

  test('more fills in one millisecond than an answer holds are said to be missing', async () => {
    const fills = Array.from({ length: 620 }, (_, id) => ({ id: id + 1, at: id < 600 ? NOW - 5 : NOW - 10 }));
    const { download } = start(fillPages(fills), 'fills');
    await download.ended;
    expect(idsOf('fills')).toHaveLength(520);
    expect(stateOf('fills').note).toContain('some are missing');
  });

  const reward = (amount: string) => ({
    referralId: 7,
    registerTime: '1758600000.5',
    referralCode: 'QD',
    earned: [{ token: 'USDT', amount }],
    extraBonus: [],
    previousCommission: [],
  });
  const rewardPages =
    (amounts: readonly string[]): Script =>
    ({ input }) => {
      const [page, size] = [Number(input['page']), Math.min(4, Number(input['size']))];
      return {
        rows: amounts.slice((page - 1) * size, page * size).map(reward),
        meta: { total: amounts.length, recordsPerPage: size, currentPage: page },
      };
    };

  test('rewards, of which two may be alike, are all kept, once, whatever is downloaded again', async () => {
    const amounts = ['1', '2', '1', '1', '3', '1', '1', '1', '1', '2'];
    for (const script of [rewardPages(amounts), rewardPages(amounts)]) await start(script, 'rewards').download.ended;
    expect(rowsOf('rewards')).toHaveLength(10);
    expect(archive.sums({ history: 'rewards', ...ALL }).sums[0]).toEqual({
      field: 'earned',
      groups: [{ by: ['USDT'], rows: 10, sum: '14' }],
    });
    const first = start((call) => {
      if (call.input['page'] === 2) first.download.cancel();
      return rewardPages([...amounts, '9'])(call);
    }, 'rewards');
    await first.download.ended;
    // While another download is on its way, the finished one is shown.
    expect(rowsOf('rewards')).toHaveLength(10);
    archive.close();
    archive = open();
    await start(rewardPages([...amounts, '9']), 'rewards').download.ended;
    expect(rowsOf('rewards')).toHaveLength(11);
    expect(stateOf('rewards')).toMatchObject({ rows: 11, walk: null });
  });
});
