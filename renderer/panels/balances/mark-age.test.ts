import { expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import type { BalanceRow } from '../../../shared/contract/contract.ts';
import { agedMarks, markAgeWords, NO_MARKS } from './mark-age.ts';

const balance = (token: string, markPrice: string): BalanceRow => ({
  token,
  holding: decimal('1'),
  frozen: decimal('0'),
  available: null,
  interest: null,
  averageOpenPrice: null,
  markPrice: decimal(markPrice),
  at: null,
});

it('says how old mark prices are from the last change of any of them, and nothing of USDT', () => {
  const first = agedMarks(NO_MARKS, [balance('BTC', '64000'), balance('USDT', '1')], 1_000);
  expect(markAgeWords(first, 10_999)).toBeNull();
  expect(markAgeWords(first, 23_400)).toEqual({ text: 'marks 22 s old', missed: false });
  // What came again unchanged, as when the panel is shown again, is not new.
  const same = agedMarks(first, [balance('BTC', '64000'), balance('USDT', '1')], 20_000);
  expect(markAgeWords(same, 23_400)).toMatchObject({ text: 'marks 22 s old' });
  expect(markAgeWords(same, 36_000)).toEqual({ text: 'marks 35 s old', missed: true });
  expect(markAgeWords(agedMarks(same, [balance('BTC', '64001')], 23_000), 23_400)).toBeNull();
  expect(markAgeWords(agedMarks(NO_MARKS, [balance('USDT', '1')], 0), 99_000)).toBeNull();
});
