import { beforeEach, expect, test } from 'vitest';
import type { NoticeRow } from '../../../shared/contract/contract.ts';
import { closeToast, useNoticeList } from '../../state/notices.ts';
import { takeNotices } from './use-notices.ts';

beforeEach(() => useNoticeList.setState({ toasts: [], kept: [], unseen: 0 }));

const said = (id: string, text: string, at = 1): NoticeRow => ({ id, level: 'danger', text, at });
const alarm = (id: string, text: string): NoticeRow => ({ ...said(id, text), level: 'alarm' });
const shown = (): readonly string[] => useNoticeList.getState().toasts.map(({ text }) => text);

test('what was said before the page began is listed and not shown; what follows is both', () => {
  const { take } = takeNotices();
  take({ fresh: true, put: [said('1', 'before')] });
  take({ fresh: false, put: [said('2', 'now')] });
  expect(shown()).toEqual(['now']);
  expect(useNoticeList.getState().kept.map(({ text }) => text)).toEqual(['before', 'now']);
  expect(useNoticeList.getState().unseen).toBe(1);
});

test('what was said while the page was not connected is shown once it is, and nothing twice', () => {
  const { take } = takeNotices();
  take({ fresh: true, put: [said('1', 'before')] });
  take({ fresh: true, put: [said('1', 'before'), said('2', 'missed')] });
  take({ fresh: false, put: [said('2', 'missed')] });
  expect(shown()).toEqual(['missed']);
});

test('another run of the core counts from one again, and is heard', () => {
  const { take } = takeNotices();
  take({ fresh: true, put: [said('1', 'before')] });
  take({ fresh: true, put: [said('1', 'fired', 2)] });
  expect(shown()).toEqual(['fired']);
});

test('a liquidation is an alarm, also one from before the page began, until it is closed', () => {
  const gone = alarm('1', 'Liquidation: 0.5 BTC long in PERP_BTC_USDT was sold.');
  const first = takeNotices();
  first.take({ fresh: true, put: [gone] });
  expect(useNoticeList.getState().toasts).toMatchObject([{ level: 'alarm', text: gone.text }]);
  closeToast(useNoticeList.getState().toasts[0]?.id ?? 0);
  first.stop();

  takeNotices().take({ fresh: true, put: [gone] });
  expect(shown()).toEqual([]);
  expect(useNoticeList.getState().kept).toHaveLength(2);
});
