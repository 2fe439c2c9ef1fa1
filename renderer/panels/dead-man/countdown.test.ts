import { expect, it } from 'vitest';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { clockText, deadManWords, doubtWords, remaining, spokenState } from './countdown.ts';

const row = (change: Partial<DeadManRow>): DeadManRow => ({
  id: 'deadman',
  state: 'armed',
  mode: 'once',
  timeoutMs: 60_000,
  deadline: 61_000,
  deadlineLocal: 60_000,
  inDoubt: false,
  doubt: null,
  leftArmed: false,
  message: '',
  since: 0,
  report: null,
  ...change,
});

it('writes seconds that are certainly left', () => {
  expect([clockText(59_999), clockText(60_000), clockText(999), clockText(0), clockText(845_400)]).toEqual([
    '0:59',
    '1:00',
    '0:00',
    '0:00',
    '14:05',
  ]);
});

it('never counts below zero, nor where nothing is armed', () => {
  expect(remaining({ deadlineLocal: 5 }, 10)).toBe(0);
  expect(remaining({ deadlineLocal: null }, 10)).toBeNull();
});

it('changes its words and its tone in the last ten seconds', () => {
  expect(deadManWords(row({}), 10_001, '14:05:30').tone).toBe('armed');
  expect(deadManWords(row({}), 10_000, '14:05:30').tone).toBe('last');
});

it('says when the orders go, in every state in which they may', () => {
  for (const state of ['armed', 'renewing', 'failing'] as const)
    expect(deadManWords(row({ state }), 30_000, '14:05:30').sentence).toContain('14:05:30');
});

it('says off only when it is off', () => {
  const states = ['arming', 'armed', 'renewing', 'failing', 'disarming', 'unknown', 'fired', 'unavailable'] as const;
  for (const state of states) expect(deadManWords(row({ state }), 1, '').title).not.toBe('Off');
  expect(deadManWords(row({ state: 'off' }), null, '').title).toBe('Off');
});

it('says of a firing what it cancelled, and of nothing else that it did', () => {
  const report = { at: 1, before: 2, orders: 2, algos: 0, after: 0, went: [], positions: [], unprotected: [] };
  const sentence = (change: object): string =>
    deadManWords(row({ state: 'fired', report: { ...report, ...change } }), null, '').sentence;
  expect(sentence({})).toBe('It cancelled 2 orders.');
  expect(sentence({ before: 3, algos: 1 })).toBe('It cancelled 3 (2 orders, 1 algo order).');
  expect(sentence({ before: 0, orders: 0 })).toBe('No order was seen to be cancelled by it.');
  expect(sentence({ before: 0, orders: 0, mayBeMore: true })).toBe('What it cancelled is not known.');
});

it('says that it is in doubt', () => {
  expect(deadManWords(row({ inDoubt: true }), 30_000, '').title).toBe('Armed, in doubt');
});

it('is told once to those who hear it, and not at every renewal', () => {
  const told = (['armed', 'renewing', 'armed'] as const).flatMap((state, renewal) =>
    [true, false].map((inDoubt) =>
      spokenState(row({ state, inDoubt, mode: 'renew', deadline: 61_000 + renewal }), 30_000),
    ),
  );
  expect(new Set(told)).toEqual(new Set(['The dead-man switch is armed.']));
  expect(spokenState(row({ state: 'failing' }), 30_000)).toContain('is not renewed');
  expect(spokenState(row({ state: 'fired' }), null)).toContain('has fired');
});

it('says that it has probably fired once its time is over, though the terminal has not said so', () => {
  for (const state of ['armed', 'renewing', 'failing', 'disarming'] as const) {
    const over = row({ state, mode: 'renew' });
    const { title, sentence, tone } = deadManWords(over, 0, '14:05:30');
    expect([title, tone]).toEqual(['Fired or unknown', 'danger']);
    expect(sentence).toMatch(/probably fired.*once the connection is back/);
    expect(sentence).not.toMatch(/renew|14:05:30/);
    expect(spokenState(over, 0)).toContain('may have fired');
    expect(deadManWords({ ...over, inDoubt: true }, 0, '14:05:30').sentence).toContain('it may have fired');
  }
});

it('says why it counts down to sooner than the exchange’s answer, and until when', () => {
  const doubt = { timeoutMs: 30_000, until: 400_000, known: 91_000 };
  const time = (at: number): string => `<${at}>`;
  expect(doubtWords(row({ doubt }), time)).toBe(
    'The exchange’s last answer says <91000>. An earlier request of 30 s was not answered. Until <400000> it may still reach the exchange and set the time to 30 s: the countdown allows for that.',
  );
  expect(doubtWords(row({ doubt: { ...doubt, known: null } }), time)).not.toContain('last answer');
  expect(doubtWords(row({}), time)).toBeNull();
  expect(deadManWords(row({ state: 'renewing', inDoubt: true, doubt }), 30_000, '').title).toBe('Armed, in doubt');
});

it('is not in doubt because a renewal is on its way', () => {
  expect(deadManWords(row({ state: 'renewing', inDoubt: true }), 30_000, '').title).toBe('Armed');
});
