import { expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import type { BalanceRow } from '../../../shared/contract/contract.ts';
import { columnPlaces, samePlaces } from './places.ts';

const balance = (holding: string, interest: string | null): BalanceRow => ({
  token: holding,
  holding: decimal(holding),
  frozen: decimal('0'),
  available: null,
  interest: interest === null ? null : decimal(interest),
  averageOpenPrice: null,
  markPrice: null,
  at: null,
});

it('finds the most decimals of each column, missing values aside', () => {
  const places = columnPlaces([balance('1.25', null), balance('-3.5', '0.00001234'), balance('7', '1')]);
  expect(places).toMatchObject({ holding: 2, interest: 8, frozen: 0, markPrice: 0 });
  expect(samePlaces(places, columnPlaces([balance('0.12', '0.00000001')]))).toBe(true);
  expect(samePlaces(places, columnPlaces([]))).toBe(false);
});
