import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFeed } from './feeds.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';

interface Row {
  readonly id: string;
  readonly value: string;
}
interface Change {
  readonly t: string;
  readonly sub: number;
  readonly seq: number;
  readonly rows?: readonly Row[];
  readonly put?: readonly Row[];
  readonly drop?: readonly string[];
}
interface Batch {
  readonly n: number;
  readonly changes: readonly Change[];
}

function setUp() {
  const clock = new ManualClock();
  const sent: Batch[] = [];
  const texts: string[] = [];
  const outbox = createOutbox(clock, (text) => {
    texts.push(text);
    sent.push(JSON.parse(text));
  });
  return { clock, sent, texts, outbox, feed: createFeed<Row>('id') };
}

test('sends the rows as a snapshot with number 0, then changes counted from 1', async () => {
  const { clock, sent, outbox, feed } = setUp();
  feed.put({ id: 'a', value: '1' });
  outbox.add(7, feed);
  await clock.move(0);
  expect(sent).toEqual([
    { t: 'batch', n: 1, changes: [{ t: 'snapshot', sub: 7, seq: 0, rows: [{ id: 'a', value: '1' }] }] },
  ]);
  outbox.acknowledge(1);
  feed.put({ id: 'b', value: '2' });
  feed.drop('a');
  await clock.move(20);
  expect(sent[1]?.changes).toEqual([{ t: 'delta', sub: 7, seq: 1, put: [{ id: 'b', value: '2' }], drop: ['a'] }]);
});

test('sends an empty snapshot, because nothing is an answer too', async () => {
  const { clock, sent, outbox, feed } = setUp();
  outbox.add(1, feed);
  await clock.move(0);
  expect(sent[0]?.changes).toEqual([{ t: 'snapshot', sub: 1, seq: 0, rows: [] }]);
});

test('sends one batch in 16 ms at most, with only the newest of each row', async () => {
  const { clock, sent, outbox, feed } = setUp();
  outbox.add(1, feed);
  await clock.move(0);
  outbox.acknowledge(1);
  for (let i = 0; i < 1_000; i += 1) {
    feed.put({ id: 'a', value: String(i) });
    await clock.move(1);
    outbox.acknowledge(sent.length);
  }
  await clock.move(16);
  expect(sent.length).toBeGreaterThan(55);
  expect(sent.length).toBeLessThanOrEqual(1 + Math.ceil(1_016 / 16));
  expect(sent.at(-1)?.changes).toMatchObject([{ put: [{ id: 'a', value: '999' }] }]);
});

test('keeps one batch on its way: a page that does not acknowledge gets nothing more, and all of it later', async () => {
  const { clock, sent, outbox, feed } = setUp();
  outbox.add(1, feed);
  await clock.move(0);
  for (let i = 0; i < 5; i += 1) {
    feed.put({ id: String(i % 2), value: String(i) });
    await clock.move(1_000);
  }
  expect(sent).toHaveLength(1);
  expect(outbox.acknowledge(2)).toBe(false);
  expect(outbox.acknowledge(1)).toBe(true);
  await clock.move(20);
  expect(sent[1]?.changes).toMatchObject([
    {
      put: [
        { id: '0', value: '4' },
        { id: '1', value: '3' },
      ],
    },
  ]);
});

test('a row that came and went while the page was slow is never spoken of', async () => {
  const { clock, sent, outbox, feed } = setUp();
  outbox.add(1, feed);
  await clock.move(0);
  for (let i = 0; i < 10_000; i += 1) {
    feed.put({ id: String(i), value: 'x' });
    feed.drop(String(i));
  }
  outbox.acknowledge(1);
  await clock.move(100);
  expect(sent).toHaveLength(1);
});

test('makes a row that is put later once for a batch, however often it changed', async () => {
  const { clock, sent, outbox, feed } = setUp();
  outbox.add(1, feed);
  await clock.move(0);
  outbox.acknowledge(1);
  let made = 0;
  const value = { now: '' };
  for (let i = 0; i < 100; i += 1) {
    value.now = String(i);
    feed.putLater('a', (id) => {
      made += 1;
      return { id, value: value.now };
    });
  }
  await clock.move(20);
  expect(sent[1]?.changes).toMatchObject([{ put: [{ id: 'a', value: '99' }] }]);
  expect([...feed.rows()]).toEqual([{ id: 'a', value: '99' }]);
  expect(made).toBe(1);
});

test('splits a large snapshot into batches of about 64 kB, and lets other feeds through between them', async () => {
  const { clock, sent, texts, outbox, feed } = setUp();
  const small = createFeed<Row>('id');
  feed.put(...Array.from({ length: 2_000 }, (_, i) => ({ id: String(i), value: 'x'.repeat(150) })));
  outbox.add(1, feed);
  outbox.add(2, small);
  for (let i = 0; i < 20; i += 1) {
    await clock.move(16);
    outbox.acknowledge(sent.length);
  }
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(66_000);
  expect(sent.length).toBeGreaterThan(4);
  const ofSmall = sent.findIndex(({ changes }) => changes.some(({ sub }) => sub === 2));
  expect(ofSmall).toBeLessThanOrEqual(1);
  const rows = sent.flatMap(({ changes }) => changes).filter(({ sub }) => sub === 1);
  expect(rows.map(({ t }) => t)).toEqual(['snapshot', ...rows.slice(1).map(() => 'delta')]);
  expect(rows.flatMap((change) => change.rows ?? change.put ?? [])).toHaveLength(2_000);
});

test('leaves no timer and no listener behind', async () => {
  const { clock, outbox, feed, sent } = setUp();
  outbox.add(1, feed);
  feed.put({ id: 'a', value: '1' });
  outbox.close();
  feed.put({ id: 'b', value: '1' });
  await clock.move(1_000);
  expect(clock.pending).toBe(0);
  expect(sent).toEqual([]);
});

/** What a page holds after the batches it has seen; undefined when a number was missing. */
function applyAll(sent: readonly Batch[]): Map<string, string> | undefined {
  const rows = new Map<string, string>();
  let expected = 0;
  for (const { changes } of sent)
    for (const change of changes) {
      if (change.seq !== expected) return undefined;
      expected += 1;
      for (const row of change.rows ?? change.put ?? []) rows.set(row.id, row.value);
      for (const id of change.drop ?? []) rows.delete(id);
    }
  return rows;
}

test('whatever changes and whenever it is acknowledged, the page ends with the rows of the feed', async () => {
  const step = fc.oneof(
    fc.record({ put: fc.integer({ min: 0, max: 5 }), value: fc.string({ maxLength: 3 }) }),
    fc.record({ drop: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ wait: fc.integer({ min: 0, max: 40 }) }),
    fc.record({ ack: fc.constant(true) }),
    fc.record({ listen: fc.constant(true) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { clock, sent, outbox, feed } = setUp();
      const start = (box: Outbox): void => {
        if (!box.has(1)) box.add(1, feed);
      };
      for (const each of steps) {
        if ('put' in each) feed.put({ id: String(each.put), value: each.value });
        else if ('drop' in each) feed.drop(String(each.drop));
        else if ('wait' in each) await clock.move(each.wait);
        else if ('ack' in each) outbox.acknowledge(sent.length);
        else start(outbox);
      }
      start(outbox);
      for (let i = 0; i < 4; i += 1) {
        await clock.move(16);
        outbox.acknowledge(sent.length);
      }
      expect(applyAll(sent)).toEqual(new Map([...feed.rows()].map(({ id, value }) => [id, value])));
    }),
    { numRuns: 300 },
  );
});

test('sends no snapshot of rows that nobody has read yet: what is not among them is not absent', async () => {
  const { clock, sent, outbox } = setUp();
  const positions = createFeed<Row>('id', 'read');
  outbox.add(7, positions);
  positions.put({ id: 'a', value: 'streamed before the first read' });
  await clock.move(20);
  expect(sent).toEqual([]);
  positions.replace([{ id: 'b', value: 'read' }]);
  await clock.move(20);
  expect(sent[0]?.changes).toEqual([{ t: 'snapshot', sub: 7, seq: 0, rows: [{ id: 'b', value: 'read' }] }]);
});

test('sends an empty snapshot once it is known that there is nothing', async () => {
  const { clock, sent, outbox } = setUp();
  const [positions, orders] = [createFeed<Row>('id', 'read'), createFeed<Row>('id', 'row or read')];
  outbox.add(7, positions);
  outbox.add(8, orders);
  await clock.move(20);
  expect(sent).toEqual([]);
  positions.replace([]);
  orders.nowKnown();
  await clock.move(20);
  expect(sent.flatMap(({ changes }) => changes)).toEqual([
    { t: 'snapshot', sub: 7, seq: 0, rows: [] },
    { t: 'snapshot', sub: 8, seq: 0, rows: [] },
  ]);
});
