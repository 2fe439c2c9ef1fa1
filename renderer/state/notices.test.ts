import { beforeEach, expect, test, vi } from 'vitest';
import { closeToast, notify, seeNotices, useNoticeList } from './notices.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useNoticeList.setState({ toasts: [], kept: [], unseen: 0 });
});

const shown = (): readonly string[] => useNoticeList.getState().toasts.map(({ text }) => text);

test('what is loud stays until it is closed, whatever comes after it', () => {
  notify('danger', 'fired');
  notify('alarm', 'liquidated');
  for (let each = 0; each < 12; each += 1) notify('info', `line ${each}`);
  vi.advanceTimersByTime(600_000);
  expect(shown()).toEqual(['fired', 'liquidated']);
  closeToast(useNoticeList.getState().toasts[0]?.id ?? 0);
  expect(shown()).toEqual(['liquidated']);
});

test('passing lines make room for each other and go by themselves', () => {
  for (let each = 0; each < 7; each += 1) notify('info', `line ${each}`);
  expect(shown()).toEqual(['line 2', 'line 3', 'line 4', 'line 5', 'line 6']);
  vi.advanceTimersByTime(4_000);
  expect(shown()).toEqual([]);
});

test('each is kept in the list and counted until that is looked at', () => {
  notify('info', 'one');
  notify('warning', 'two', 'more');
  vi.advanceTimersByTime(60_000);
  expect(useNoticeList.getState().kept).toMatchObject([{ text: 'one' }, { text: 'two', more: 'more' }]);
  expect(useNoticeList.getState().unseen).toBe(2);
  seeNotices();
  expect(useNoticeList.getState().unseen).toBe(0);
});
