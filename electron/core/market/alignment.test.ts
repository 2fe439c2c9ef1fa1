import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { beginning, takeSnapshot, takeUpdate, type Alignment, type Update } from './alignment.ts';
import { createLadder } from './ladder.ts';

const update = (prevTs: number, ts: number): Update =>
  ({ prevTs, ts, bids: [[decimal('1'), decimal(String(ts))]], asks: [] }) as unknown as Update; // times without their brand
const waitingFor = (...updates: readonly Update[]): Alignment =>
  updates.reduce((now, each) => takeUpdate(now, each).next, beginning);

test('keeps updates until a snapshot comes, and applies those that are newer', () => {
  const now = waitingFor(update(1, 2), update(2, 3), update(3, 4));
  expect(takeSnapshot(now, 2)).toEqual({
    next: { state: 'aligned', ts: 4 },
    apply: [update(2, 3), update(3, 4)],
  });
});

test('meets a snapshot that is as new as the newest update', () => {
  expect(takeSnapshot(waitingFor(update(1, 2)), 2)).toEqual({ next: { state: 'aligned', ts: 2 }, apply: [] });
});

test('meets any snapshot while the market is still', () => {
  expect(takeSnapshot(beginning, 7)).toEqual({ next: { state: 'aligned', ts: 7 }, apply: [] });
});

test.each([
  ['older than the first update', 1, [update(5, 6)]],
  ['between two updates of the chain', 3, [update(2, 4)]],
  ['met by a chain with a hole', 2, [update(2, 3), update(4, 5)]],
])('does not meet a snapshot that is %s', (_what, at, updates) => {
  expect(takeSnapshot(waitingFor(...updates), at)).toBeNull();
});

test('passes repeats over, and notices a hole', () => {
  const aligned: Alignment = { state: 'aligned', ts: 5 };
  expect(takeUpdate(aligned, update(4, 5))).toEqual({ next: aligned, apply: [], broken: false });
  expect(takeUpdate(aligned, update(5, 6)).broken).toBe(false);
  expect(takeUpdate(aligned, update(6, 7))).toEqual({
    next: { state: 'waiting', waiting: [update(6, 7)] },
    apply: [],
    broken: true,
  });
});

test('from any snapshot and any loss, an aligned book is the book of the exchange', () => {
  const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 })), { maxLength: 4 });
  const run = fc.record({
    changes: fc.array(levels, { minLength: 1, maxLength: 12 }),
    snapshots: fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 })), { minLength: 1, maxLength: 4 }),
    lost: fc.array(fc.nat({ max: 11 }), { maxLength: 2 }),
    from: fc.nat({ max: 6 }),
  });
  fc.assert(
    fc.property(run, ({ changes, snapshots, lost, from }) => {
      // books[k] is the book after k changes; change k happens at time k + 1 and says prevTs k.
      const books = [new Map<number, number>()];
      for (const change of changes) {
        const next = new Map(books.at(-1));
        for (const [price, size] of change) {
          if (size === 0) next.delete(price);
          else next.set(price, size);
        }
        books.push(next);
      }
      const ladder = createLadder('asks');
      let now: Alignment = beginning;
      const set = (book: ReadonlyMap<number, number>): void => {
        ladder.clear();
        ladder.apply([...book].map(([price, size]) => [decimal(String(price)), decimal(String(size))]));
      };
      const apply = (updates: readonly Update[]): void => {
        for (const each of updates) ladder.apply(each.asks);
      };
      for (let time = 1; time <= changes.length; time += 1) {
        if (time > from && !lost.includes(time - 1)) {
          const asks = (changes[time - 1] ?? []).map(([price, size]) => [
            decimal(String(price)),
            decimal(String(size)),
          ]);
          const taken = takeUpdate(now, { prevTs: time - 1, ts: time, bids: [], asks } as unknown as Update); // as above
          now = taken.next;
          apply(taken.apply);
        }
        for (const [taken, of] of snapshots) {
          if (taken !== time || of > time || now.state === 'aligned') continue;
          const meets = takeSnapshot(now, of);
          if (meets === null) continue;
          set(books[of] ?? new Map());
          now = meets.next;
          apply(meets.apply);
        }
        if (now.state !== 'aligned') continue;
        const truth = [...(books[now.ts] ?? [])].sort(([a], [b]) => a - b);
        expect(ladder.top(20)).toEqual(truth.map(([price, size]) => [String(price), String(size)]));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a ladder sorts by value, takes 100.0 and 100.00 for one price, and deletes at size 0', () => {
  const bids = createLadder('bids');
  bids.apply([
    [decimal('9'), decimal('1')],
    [decimal('100.0'), decimal('2')],
    [decimal('100.00'), decimal('3')],
    [decimal('20'), decimal('4')],
  ]);
  bids.apply([[decimal('9.0'), decimal('0.00')]]);
  expect(bids.top(10)).toEqual([
    ['100.00', '3'],
    ['20', '4'],
  ]);
});

test('a ladder tells prices apart that a double cannot', () => {
  const asks = createLadder('asks');
  asks.apply([
    [decimal('9007199254740993.2'), decimal('1')],
    [decimal('9007199254740993.1'), decimal('2')],
  ]);
  expect(asks.top(2).map(([, size]) => size)).toEqual(['2', '1']);
});
