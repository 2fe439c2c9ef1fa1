import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlgoHistoryRow, AlgoRow } from '../../../shared/contract/algo.ts';
import { decimal } from '../../../shared/decimal.ts';
import { algoOrderRecord } from '../../../shared/v3/records.ts';
import { algoReport } from '../../../shared/v3/stream/algo-report.ts';
import { createFeed } from '../page/feeds.ts';
import { createAlgoBook, type AlgoBook } from './algo-book.ts';
import { updateOfReport, factsOfRecord, type Fact } from './node.ts';

const record = (id: string, more: object = {}) =>
  algoOrderRecord.parse({ algoOrderId: id, algoType: 'STOP', symbol: 'PERP_BTC_USDT', algoStatus: 'NEW', ...more });

function setUp() {
  const feed = createFeed<AlgoRow>('id');
  return { feed, book: createAlgoBook(feed), row: (id: string) => feed.get(id) ?? expect.fail(`no row ${id}`) };
}

/** What a page sees that looks at a node. */
function historyOf(book: AlgoBook, id: string): AlgoHistoryRow {
  const source = book.histories.open(id) ?? expect.fail('no history');
  const stop = source.subscribe(() => undefined);
  const [row] = [...source.rows()];
  stop();
  return row ?? expect.fail(`no history of ${id}`);
}

it('takes so many facts at once that they would not fit on a stack', () => {
  const { book, feed } = setUp();
  const [fact] = factsOfRecord(record('1'));
  if (fact === undefined) expect.fail('no fact');
  book.take(Array.from({ length: 200_000 }, (_, index) => ({ ...fact, id: String(index + 1) })));
  expect(feed.size).toBe(200_000);
});

it('never takes a zero for a price that was said', () => {
  const { book, row } = setUp();
  book.take(factsOfRecord(record('1', { price: '100', triggerPrice: '90', updatedTime: 1_760_000_000_000 })));
  book.take(factsOfRecord(record('1', { price: '0', triggerPrice: '0', updatedTime: 1_760_000_001_000 })));
  expect([row('1').price, row('1').triggerPrice]).toEqual(['100', '90']);
});

it('shows a history only while it is looked at, and each new word of it', () => {
  const { book } = setUp();
  book.take(factsOfRecord(record('1', { updatedTime: 1_760_000_000_000 })));
  const source = book.histories.open('1') ?? expect.fail('no history');
  const seen: AlgoHistoryRow[] = [];
  const stop = source.subscribe(({ put }) => void seen.push(...put));
  expect([...source.rows()][0]?.life).toHaveLength(1);
  book.take(factsOfRecord(record('1', { algoStatus: 'FILLED', updatedTime: 1_760_000_001_000 })));
  expect(seen.at(-1)?.life.map(({ words }) => words)).toEqual(['NEW', 'FILLED']);
  stop();
  expect([book.histories.running(), [...source.rows()]]).toEqual([[], []]);
});

describe('of reports of one ms', () => {
  /** A stop that triggered and filled in the ms in which it was placed. */
  const words = ['NEW', 'PARTIAL_FILLED', 'FILLED'] as const;
  const reports = words.map((status, executed) =>
    updateOfReport(
      algoReport(
        {
          aid: 1,
          raid: 1,
          s: 'PERP_BTC_USDT',
          at: 'STOP',
          ss: status,
          tesx: `${executed}`,
          ts: 1_760_000_000_000,
          ...(executed === 0 ? { tss: 'USELESS' } : { tss: 'SUCCESS', it: true }),
        },
        null,
      ),
    ),
  );

  it.each([
    ['come in their order', reports],
    ['come backwards', reports.toReversed()],
  ])('that %s the details say what the row says, and the last of its life stands last', (_how, facts) => {
    const { book, row } = setUp();
    for (const fact of facts) book.take([fact]);
    expect(row('1')).toMatchObject({ algoStatus: 'FILLED', executed: '2', triggerStatus: 'SUCCESS' });
    const { sent, life } = historyOf(book, '1');
    expect(sent).toMatchObject({ status: 'FILLED', totalExecuted: '2' });
    expect(life.map((entry) => entry.words.split(',')[0])).toEqual(['NEW', 'PARTIAL_FILLED', 'FILLED']);
  });
});

it('dates an order by its first report until a read says when it was made', () => {
  const { book, row } = setUp();
  const report = (status: string, ts: number) =>
    updateOfReport(algoReport({ aid: 1, raid: 1, s: 'PERP_BTC_USDT', at: 'STOP', ss: status, tesx: '0', ts }, null));
  book.take([report('CANCELLED', 1_760_000_005_000)]);
  book.take([report('NEW', 1_760_000_001_000)]);
  expect(row('1').createdAt).toBe(1_760_000_001_000);
  book.take(factsOfRecord(record('1', { createdTime: 1_760_000_000_500, updatedTime: 1_760_000_005_000 })));
  expect(row('1').createdAt).toBe(1_760_000_000_500);
});

describe('a tree', () => {
  it('is found by nesting where children do not name their parent', () => {
    const { book, row } = setUp();
    book.take(
      factsOfRecord(
        record('1', { algoType: 'BRACKET', childOrders: [{ algoOrderId: '2', algoType: 'TP_SL', childOrders: [] }] }),
      ),
    );
    expect([row('2').parentId, row('2').rootId, row('2').odd]).toEqual(['1', '1', null]);
  });

  it('keeps a child that comes before its parent, and says so until the parent comes', () => {
    const { book, row } = setUp();
    book.take(factsOfRecord(record('2', { parentAlgoOrderId: '1', rootAlgoOrderId: '1' })));
    expect(row('2').odd).toContain('is not known yet');
    book.take(factsOfRecord(record('1', { algoType: 'BRACKET' })));
    expect(row('2').odd).toBeNull();
  });

  it('never goes back from an end, whenever that was said', () => {
    const { book, row } = setUp();
    book.take(factsOfRecord(record('1', { algoStatus: 'CANCELLED', updatedTime: 1_760_000_000_000 })));
    book.take(factsOfRecord(record('1', { algoStatus: 'NEW', updatedTime: 1_760_000_009_000 })));
    expect([row('1').algoStatus, row('1').open]).toEqual(['CANCELLED', false]);
  });

  it('marks what it does not know and never drops it', () => {
    const { book, row } = setUp();
    book.take(factsOfRecord(record('9223372036854775807', { algoType: 'TWAP', algoStatus: 'PAUSED', slices: 7 })));
    const { odd, open } = row('9223372036854775807');
    const { sent } = historyOf(book, '9223372036854775807');
    expect(odd).toContain('TWAP is an unknown type');
    expect(odd).toContain('PAUSED is an unknown status');
    expect([sent['slices'], open]).toEqual(['7', true]);
  });
});

describe('odd shapes', () => {
  it('marks a parent that names itself, and circles', () => {
    const { book, row } = setUp();
    book.take(factsOfRecord(record('1', { parentAlgoOrderId: '1' })));
    expect(row('1').odd).toContain('names itself');
    book.take([
      ...factsOfRecord(record('2', { parentAlgoOrderId: '3' })),
      ...factsOfRecord(record('3', { parentAlgoOrderId: '2' })),
    ]);
    expect([row('2').odd, row('3').odd].every((words) => words?.includes('circle'))).toBe(true);
  });

  it('marks all of a circle when its last link comes, and lets them go when one is mended', () => {
    const { book, row } = setUp();
    const at = (updatedTime: number) => ({ updatedTime });
    for (const [id, parent] of [
      ['2', '3'],
      ['3', '4'],
      ['4', '2'],
    ] as const)
      book.take(factsOfRecord(record(id, { parentAlgoOrderId: parent, ...at(1_760_000_000_000) })));
    const odd = () => ['2', '3', '4'].map((id) => row(id).odd?.includes('circle') ?? false);
    expect(odd()).toEqual([true, true, true]);
    book.take(factsOfRecord(record('1')));
    book.take(factsOfRecord(record('3', { parentAlgoOrderId: '1', ...at(1_760_000_001_000) })));
    expect(odd()).toEqual([false, false, false]);
  });

  it('takes a chain ten thousand deep in any order, and ten thousand children of one node', () => {
    const chain: Fact[] = Array.from({ length: 10_000 }, (_, depth) =>
      factsOfRecord(record(String(depth + 1), depth === 0 ? {} : { parentAlgoOrderId: String(depth) })),
    ).flat();
    const wide: Fact[] = Array.from({ length: 10_000 }, (_, index) =>
      factsOfRecord(record(String(50_000 + index), { parentAlgoOrderId: '1' })),
    ).flat();
    // Steps that share no factor with the length: every link once, far apart.
    const mixed = chain.map((_, index) => chain[(index * 3_331) % chain.length] ?? expect.fail('no link'));
    for (const order of [chain, [...chain].reverse(), mixed]) {
      const { book, feed } = setUp();
      book.take(wide);
      book.take(order);
      expect(feed.size).toBe(20_000);
      expect([...feed.rows()].filter(({ odd }) => odd !== null)).toEqual([]);
    }
  }, 180_000);

  it('keeps the finished root of a leg that works on, however many others finish after it', () => {
    const { book, feed, row } = setUp();
    book.take(factsOfRecord(record('1', { algoType: 'BRACKET', algoStatus: 'FILLED' })));
    book.take(factsOfRecord(record('2', { parentAlgoOrderId: '1' })));
    for (let id = 10; id < 3_010; id += 1) book.take(factsOfRecord(record(String(id), { algoStatus: 'CANCELLED' })));
    expect([row('1').open, row('2').odd]).toEqual([false, null]);
    expect(feed.size).toBeLessThan(2_100);
  });
});

it('ends the same in whatever order, however often and however late facts come', () => {
  const fact = fc.record({
    id: fc.constantFrom('1', '2', '3', '4'),
    at: fc.integer({ min: 0, max: 6 }).map((step) => 1_760_000_000_000 + step * 1_000),
    algoStatus: fc.constantFrom('NEW', 'PARTIAL_FILLED', 'FILLED', 'CANCELLED', undefined),
    triggerPrice: fc.constantFrom('100', '101', undefined),
    price: fc.constantFrom('50', '51', undefined),
    parent: fc.constantFrom('1', '2', '3', '4', undefined),
    executed: fc.constantFrom('0', '0.5', '1'),
    reduceOnly: fc.boolean(),
    note: fc.constantFrom('a', 'b', undefined),
    from: fc.constantFrom('stream', 'read'),
  });
  fc.assert(
    fc.property(
      fc
        .array(fact, { maxLength: 14 })
        .chain((facts) =>
          fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length }), fc.nat(13)),
        ),
      ([facts, shuffled, again]) => {
        const read = (some: typeof facts): Fact[] =>
          some.flatMap(({ id, at, parent, executed, from, ...more }) =>
            factsOfRecord(
              record(id, {
                ...more,
                parentAlgoOrderId: parent,
                totalExecutedQuantity: executed,
                updatedTime: at,
              }),
            ).map((single) => ({ ...single, from })),
          );
        const settle = (some: Fact[]) => {
          const { book, feed } = setUp();
          for (const single of some) book.take([single]);
          return [...feed.rows()]
            .map((row) => ({ ...row, ...historyOf(book, row.id) }))
            .sort((a, b) => a.id.localeCompare(b.id));
        };
        const twice = [...shuffled, ...shuffled.slice(0, again)];
        expect(settle(read(twice))).toEqual(settle(read(facts)));
      },
    ),
    { numRuns: 500 },
  );
});

it('takes executed as what only grows', () => {
  const { book, row } = setUp();
  book.take(factsOfRecord(record('1', { totalExecutedQuantity: '2', updatedTime: 1_760_000_000_000 })));
  book.take(factsOfRecord(record('1', { totalExecutedQuantity: '1', updatedTime: 1_760_000_001_000 })));
  expect(row('1').executed).toBe(decimal('2'));
});

it('lets a word of the new clock count once the exchange set its clock back, and one of a later date for no longer', () => {
  const { book, row } = setUp();
  const at = 1_760_000_600_000;
  const told = (triggerPrice: string, updatedTime: number, asOf?: number): void =>
    book.take(factsOfRecord(record('1', { triggerPrice, updatedTime })), asOf);
  told('90', at);
  told('91', at - 600_000);
  expect(row('1').triggerPrice).toBe('90');
  book.forgetDates(at - 600_000);
  // Read again, it has the date that the former clock gave it.
  told('90', at, at - 599_000);
  told('92', at - 598_000, at - 597_000);
  expect(row('1')).toMatchObject({ triggerPrice: '92', updatedAt: at - 598_000 });
});
