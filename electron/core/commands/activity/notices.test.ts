import { expect, test } from 'vitest';
import type { NoticeRow } from '../../../../shared/contract/contract.ts';
import { createNotices } from '../notices.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { createNoticeRecord, type NoticeEntry } from './notices.ts';

function scene() {
  const clock = new ManualClock();
  const entries: NoticeEntry[] = [];
  const record = createNoticeRecord(clock, (entry) => entries.push(entry));
  const notices = createNotices(clock, record.noticed);
  const say = (text: string, level: NoticeRow['level'] = 'warning'): void => notices.say(level, text);
  return { clock, entries, record, notices, say };
}

test('a notice is written into the record at once, with its subject', () => {
  const { entries, notices } = scene();
  notices.say('info', '3 orders changed while the private stream was down; read again.');
  notices.say('alarm', 'Liquidation: …', { name: 'liquidation', symbol: 'PERP_BTC_USDT' });
  expect(entries).toEqual([
    {
      kind: 'notice',
      by: 'program',
      name: 'notice',
      symbol: null,
      summary: '3 orders changed while the private stream was down; read again.',
      result: 'noted',
      answer: '',
    },
    {
      kind: 'notice',
      by: 'program',
      name: 'liquidation',
      symbol: 'PERP_BTC_USDT',
      summary: 'Liquidation: …',
      result: 'warning',
      answer: '',
    },
  ]);
});

test('a repeated notice is written once a minute, with its count', async () => {
  const { clock, entries, record, say } = scene();
  for (let second = 0; second < 30; second += 1) {
    say('Is the disk full?');
    await clock.move(1_000);
  }
  expect(entries).toHaveLength(1);
  await clock.move(60_000);
  expect(entries.map(({ summary, answer }) => [summary, answer])).toEqual([
    ['Is the disk full?', ''],
    ['Is the disk full?', 'Said 29 times more within a minute.'],
  ]);
  say('Is the disk full?');
  expect(entries).toHaveLength(3);
  record.stop();
  expect(clock.pending).toBe(0);
});

test('a flood is cut and counted, but danger notices are never omitted', async () => {
  const { clock, entries, record, say } = scene();
  for (let number = 0; number < 1_000; number += 1) say(`Order ${number} …`);
  say('The switch is not renewed.', 'danger');
  say('Liquidation: …', 'alarm');
  expect(entries).toHaveLength(42);
  expect(entries.at(-1)?.summary).toBe('Liquidation: …');
  await clock.move(60_000);
  expect(entries.at(-1)?.summary).toBe('960 more notices within a minute.');
  record.stop();
});

test('pending counts are written at the end, and later notices too', () => {
  const { clock, entries, record, say } = scene();
  say('one');
  say('one');
  record.stop();
  say('two');
  expect(entries.map(({ summary, answer }) => summary + answer)).toEqual([
    'one',
    'oneSaid once more within a minute.',
    'two',
  ]);
  expect(clock.pending).toBe(0);
});
