import { expect, test } from 'vitest';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { algoRow } from '../../../shared/testing/algo-row.ts';
import { createAlgoNews } from './algo-news.ts';

const first = (...put: AlgoRow[]) => ({ fresh: true, put, drop: [] });
const later = (...put: AlgoRow[]) => ({ fresh: false, put, drop: [] });

test('a trigger is told once, a refused leg and a cancelled plan too, a cancelled leg not', () => {
  const news = createAlgoNews(1_000);
  const plan = [algoRow('1'), algoRow('2', { parentId: '1' }), algoRow('3', { parentId: '1' })];
  news(first(...plan, algoRow('4')));
  const { triggered, rejected, cancelled } = news(
    later(
      algoRow('1', { isTriggered: true }),
      algoRow('2', { parentId: '1', open: false, algoStatus: 'REJECTED' }),
      algoRow('3', { parentId: '1', open: false, algoStatus: 'CANCELLED' }),
      algoRow('4', { open: false, algoStatus: 'CANCELLED' }),
    ),
  );
  expect(triggered.map(({ id }) => id)).toEqual(['1']);
  expect(rejected.map(({ id }) => id)).toEqual(['2']);
  expect(cancelled.map(({ row }) => row.id)).toEqual(['4']);
  expect(news(later(algoRow('1', { isTriggered: true }))).triggered).toEqual([]);
});

test('what was there before is no news', () => {
  const news = createAlgoNews(1_000);
  expect(news(first(algoRow('1', { isTriggered: true }))).triggered).toEqual([]);
  expect(news(later(algoRow('2', { isTriggered: true, createdAt: 5, updatedAt: 5 }))).triggered).toEqual([]);
});
