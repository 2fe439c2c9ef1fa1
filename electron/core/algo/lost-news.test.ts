import { expect, test } from 'vitest';
import { createNotices } from '../commands/notices.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import type { AlgoBook } from './algo-book.ts';
import { createLostReports } from './lost-news.ts';

function watched() {
  const clock = new ManualClock();
  const notices = createNotices(clock);
  const states = new Map([
    ['1', 'NEW'],
    ['2', 'NEW'],
  ]);
  const node = (id: string) => ({
    id,
    reported: { algoStatus: states.get(id), triggerStatus: null, triggeredAt: null },
  });
  const book = {
    open: () => [...states].flatMap(([id, state]) => (state === 'NEW' ? [node(id)] : [])),
    get: node,
  } as unknown as Pick<AlgoBook, 'open' | 'get'>; // the fields that are looked at
  const lostReports = createLostReports(book, clock, notices);
  const fill = (id: string) => async (): Promise<void> => {
    states.set(id, 'FILLED');
    return Promise.resolve();
  };
  return { clock, lostReports, fill, notices: () => [...notices.feed.rows()].map(({ text }) => text) };
}

test('what a read found and the stream never brought is said after a while', async () => {
  const { clock, lostReports, fill, notices } = watched();
  await lostReports.readAndCompare('timer', fill('1'));
  expect(notices()).toEqual([]);
  await clock.move(3_000);
  expect(notices()).toEqual(['The connected private stream lost reports of 1 algo order; a read found the changes.']);
});

test('what the stream brings a moment later is not lost', async () => {
  const { clock, lostReports, fill, notices } = watched();
  await lostReports.readAndCompare('timer', fill('1'));
  lostReports.reported('1');
  await clock.move(10_000);
  expect(notices()).toEqual([]);
});

test('after a connection it is said at once, and nothing where nothing changed', async () => {
  const { lostReports, fill, notices } = watched();
  await lostReports.readAndCompare('connect', () => Promise.resolve());
  await lostReports.readAndCompare('connect', fill('2'));
  expect(notices()).toEqual(['1 algo order changed while the private stream was down; read again.']);
});

test('nothing is said once it is stopped', async () => {
  const { clock, lostReports, fill, notices } = watched();
  await lostReports.readAndCompare('timer', fill('1'));
  lostReports.stop();
  await clock.move(10_000);
  expect([notices(), clock.pending]).toEqual([[], 0]);
});
