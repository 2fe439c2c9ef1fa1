import { expect, test } from 'vitest';
import { createNotices } from '../commands/notices.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import type { AlgoBook } from './algo-book.ts';
import { createLostNews } from './lost-news.ts';

function watched() {
  const clock = new ManualClock();
  const notices = createNotices(clock);
  const states = new Map([
    ['1', 'NEW'],
    ['2', 'NEW'],
  ]);
  const node = (id: string) => ({ id, said: { algoStatus: states.get(id), triggerStatus: null, triggeredAt: null } });
  const forest = {
    open: () => [...states].flatMap(([id, state]) => (state === 'NEW' ? [node(id)] : [])),
    get: node,
  } as unknown as Pick<AlgoBook, 'open' | 'get'>; // the fields that are looked at
  const news = createLostNews(forest, clock, notices);
  const fill = (id: string) => async (): Promise<void> => {
    states.set(id, 'FILLED');
    return Promise.resolve();
  };
  return { clock, news, fill, said: () => [...notices.feed.rows()].map(({ text }) => text) };
}

test('what a read found and the stream never brought is said after a while', async () => {
  const { clock, news, fill, said } = watched();
  await news.around('timer', fill('1'));
  expect(said()).toEqual([]);
  await clock.move(3_000);
  expect(said()).toEqual(['The private stream lost news of 1 algo order though it is connected; found by reading.']);
});

test('what the stream brings a moment later is not lost', async () => {
  const { clock, news, fill, said } = watched();
  await news.around('timer', fill('1'));
  news.heard('1');
  await clock.move(10_000);
  expect(said()).toEqual([]);
});

test('after a connection it is said at once, and nothing where nothing changed', async () => {
  const { news, fill, said } = watched();
  await news.around('connect', () => Promise.resolve());
  await news.around('connect', fill('2'));
  expect(said()).toEqual(['1 algo order changed while the private stream was away; read again.']);
});

test('nothing is said once it is stopped', async () => {
  const { clock, news, fill, said } = watched();
  await news.around('timer', fill('1'));
  news.stop();
  await clock.move(10_000);
  expect([said(), clock.pending]).toEqual([[], 0]);
});
