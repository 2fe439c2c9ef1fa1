import { beforeEach, expect, test } from 'vitest';
import type { NoticeRow } from '../../shared/contract.ts';
import { useNoticeList } from '../state/notices.ts';
import { takeNotices } from './use-notices.ts';

beforeEach(() => useNoticeList.setState({ toasts: [], kept: [], unseen: 0 }));

const said = (id: string, text: string, at = 1): NoticeRow => ({ id, level: 'danger', text, at });
const shown = (): readonly string[] => useNoticeList.getState().toasts.map(({ text }) => text);

test('what was said before the page began is listed and not shown; what follows is both', () => {
  const take = takeNotices();
  take({ fresh: true, put: [said('1', 'before')] });
  take({ fresh: false, put: [said('2', 'now')] });
  expect(shown()).toEqual(['now']);
  expect(useNoticeList.getState().kept.map(({ text }) => text)).toEqual(['before', 'now']);
  expect(useNoticeList.getState().unseen).toBe(1);
});

test('what was said while the page was not connected is shown once it is, and nothing twice', () => {
  const take = takeNotices();
  take({ fresh: true, put: [said('1', 'before')] });
  take({ fresh: true, put: [said('1', 'before'), said('2', 'missed')] });
  take({ fresh: false, put: [said('2', 'missed')] });
  expect(shown()).toEqual(['missed']);
});

test('another run of the core counts from one again, and is heard', () => {
  const take = takeNotices();
  take({ fresh: true, put: [said('1', 'before')] });
  take({ fresh: true, put: [said('1', 'fired', 2)] });
  expect(shown()).toEqual(['fired']);
});
