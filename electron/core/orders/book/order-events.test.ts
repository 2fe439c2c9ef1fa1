import { expect, test } from 'vitest';
import type { Millis } from '../../../../shared/time.ts';
import { executionReport } from '../../../../shared/v3/stream/execution-report.ts';
import { orderRecord } from '../../../../shared/v3/records.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { updateOfRecord } from './order-updates.ts';
import { createOrderEvents, type Note } from './order-events.ts';

const read = (executed: string, by: 'listed' | 'inquiry'): Note => ({
  what: 'read',
  by,
  fact: updateOfRecord(
    orderRecord.parse({
      symbol: 'PERP_BTC_USDT',
      orderId: '11',
      status: 'PARTIAL_FILLED',
      side: 'BUY',
      type: 'LIMIT',
      price: '64000',
      quantity: '100000',
      executed,
    }),
    1,
  ),
});
function reported(executed: string): Note {
  const report = executionReport(
    {
      s: 'PERP_BTC_USDT',
      oid: '11',
      ss: 'PARTIAL_FILLED',
      sd: 'BUY',
      t: 'LIMIT',
      px: '64000',
      sx: '100000',
      tesx: executed,
    },
    1 as Millis, // an integer of ms
  );
  if (report.messageType !== 0) throw new Error('It is no report on a state.');
  return { what: 'reported', report };
}
const noteOf = (executed: string, by: 'stream' | 'listed' | 'inquiry' = 'stream'): Note =>
  by === 'stream' ? reported(executed) : read(executed, by);
const executedOf = (note: Note): string =>
  note.what === 'reported' ? String(note.report.totalExecuted) : note.what === 'read' ? note.fact.executed : '';
const from = (note: Note): string => (note.what === 'read' ? note.by : note.what);

test('keeps what is said of an order as it came, with the local time', () => {
  const clock = new ManualClock();
  const lives = createOrderEvents(clock);
  lives.note('11', noteOf('1'));
  clock.wall += 500;
  lives.note('11', noteOf('2'));
  const { notes, dropped } = lives.of('11');
  expect(notes.map(({ note }) => executedOf(note))).toEqual(['1', '2']);
  expect((notes[1]?.receivedAt ?? 0) - (notes[0]?.receivedAt ?? 0)).toBe(500);
  expect(dropped).toBe(0);
  expect(lives.of('12').notes).toEqual([]);
});

test('a read that repeats what is known is no event, one that says something new is, and so is a repeated report', () => {
  const clock = new ManualClock();
  const lives = createOrderEvents(clock);
  lives.note('11', noteOf('1'));
  clock.wall += 30_000;
  lives.note('11', noteOf('1.0', 'listed'));
  lives.note('11', noteOf('1', 'inquiry'));
  expect(lives.of('11').notes).toHaveLength(1);
  expect(lives.of('11').notes[0]?.agreedAt).toBe(clock.now());
  lives.note('11', noteOf('2', 'listed'));
  lives.note('11', noteOf('2'));
  expect(lives.of('11').notes.map(({ note }) => from(note))).toEqual(['reported', 'listed', 'reported']);
});

test('keeps the newest 60 of an order and counts the others', () => {
  const lives = createOrderEvents(new ManualClock());
  for (let executed = 1; executed <= 100; executed += 1) lives.note('11', noteOf(String(executed)));
  const { notes, dropped } = lives.of('11');
  expect([notes.length, dropped]).toEqual([60, 40]);
  expect(notes[0] === undefined ? '' : executedOf(notes[0].note)).toBe('41');
});

test('keeps the newest 20,000 of all orders together', () => {
  const lives = createOrderEvents(new ManualClock());
  const note = noteOf('1');
  for (let order = 0; order < 1_000; order += 1)
    for (let report = 0; report < 30; report += 1) lives.note(String(order), note);
  const kept = Array.from({ length: 1_000 }, (_, order) => lives.of(String(order)));
  expect(kept.reduce((sum, { notes }) => sum + notes.length, 0)).toBe(20_000);
  expect(kept.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(10_000);
  expect(kept[0]).toMatchObject({ notes: [], dropped: 30 });
  expect(kept[999]?.notes).toHaveLength(30);
});

test('an order that gets its id keeps its life, also where the stream named it first', () => {
  const lives = createOrderEvents(new ManualClock());
  lives.note('c:5', { what: 'answered', command: 'Place', answer: {} });
  lives.note('11', noteOf('1'));
  lives.rename('c:5', '11');
  expect(lives.of('11').notes.map(({ note }) => note.what)).toEqual(['answered', 'reported']);
  expect(lives.of('c:5').notes).toEqual([]);
  lives.forget('11');
  expect(lives.of('11').notes).toEqual([]);
});

test('tells whose life went on until it is unsubscribed', () => {
  const lives = createOrderEvents(new ManualClock());
  const notedIds: string[] = [];
  const stop = lives.onNote((id) => notedIds.push(id));
  lives.note('11', noteOf('1'));
  lives.note('12', noteOf('1'));
  stop();
  lives.note('11', noteOf('2'));
  expect(notedIds).toEqual(['11', '12']);
});
