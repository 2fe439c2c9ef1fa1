import { describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { marginUsed } from './account-figures.ts';

const position = (change: object = {}) => ({
  symbol: 'PERP_BTC_USDT',
  holding: decimal('2'),
  markPrice: decimal('60000'),
  marginMode: 'CROSS',
  ...change,
});
const rules = () => ({ maintenanceMarginRatio: decimal('0.012') });
const account = { totalCollateral: decimal('10000') };
const NONE = decimal('0');

describe('the margin that is used', () => {
  it('is what the positions need of the collateral, with its loss since it was said', () => {
    expect(marginUsed(account, [position()], NONE, rules)).toBe('14.4');
    expect(marginUsed(account, [position({ holding: decimal('-2') })], decimal('-2800'), rules)).toBe('20');
  });

  it('is never said to be less than it is', () => {
    expect(marginUsed(account, [position({ markPrice: decimal('60001') })], NONE, rules)).toBe('14.5');
  });

  it('is 100 and no more where nothing is left', () => {
    expect(marginUsed(account, [position()], decimal('-10000'), rules)).toBe('100');
  });

  it('leaves out what has a margin of its own', () => {
    expect(marginUsed(account, [position({ marginMode: 'ISOLATED' })], NONE, rules)).toBe('0');
  });

  it('is not known without a mark price, the rules or the collateral', () => {
    expect(marginUsed(account, [position({ markPrice: null })], NONE, rules)).toBeNull();
    expect(marginUsed(account, [position()], NONE, () => undefined)).toBeNull();
    expect(marginUsed(undefined, [position()], NONE, rules)).toBeNull();
    expect(marginUsed(undefined, [], NONE, rules)).toBe('0');
  });
});
