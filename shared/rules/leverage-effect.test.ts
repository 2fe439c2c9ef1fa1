import { describe, expect, it } from 'vitest';
import { decimal } from '../decimal.ts';
import { leverageEffect, type LeverageFacts } from './leverage-effect.ts';

const BTC = {
  base: 'BTC',
  quote: 'USDT',
  quantityStep: decimal('0.0001'),
  maintenanceMarginRatio: decimal('0.012'),
};
const FACTS: LeverageFacts = {
  marginMode: 'ISOLATED',
  now: 10,
  wanted: 20,
  freeCollateral: decimal('12000'),
  price: decimal('60000'),
  takerFee: null,
  claimed: decimal('0'),
  held: false,
};

describe('the effect of a leverage', () => {
  it('is told in sizes and distances, now and then', () => {
    expect(leverageEffect(FACTS, BTC)).toEqual([
      'Available to open: about 2 BTC now, about 4 BTC then, before fees.',
      // 1 − (1 − 1/10) / (1 − 0.012)
      'The liquidation of a position: about 8.9 % from its entry at 10×, about 3.8 % opened at 20×.',
    ]);
  });

  it.each([
    [5, '12.2707 BTC then.'],
    [50, '201.0893 BTC then.'],
    [1, '0 BTC then. The collateral is 315,607.59 USDT short of what is held at it: the exchange refuses it.'],
  ])('claims the margin of what is held anew, and pays the fee, at %s', (wanted, words) => {
    const held = {
      marginMode: 'CROSS',
      now: 10,
      wanted,
      freeCollateral: decimal('216763'),
      price: decimal('64062'),
      takerFee: decimal('0.0005'),
      claimed: decimal('9.2336'),
      held: true,
    } as const;
    expect(leverageEffect(held, BTC)[0]).toContain(words);
  });

  it('promises no other liquidation of an isolated position that is held', () => {
    const [, words] = leverageEffect({ ...FACTS, held: true, wanted: 50 }, BTC);
    expect(words).toBe(
      'The position that is held keeps its margin and its liquidation price until margin is added or taken. ' +
        'The liquidation of a position: about 8.9 % from its entry at 10×, about 0.8 % opened at 50×.',
    );
  });

  it('moves no liquidation in cross margin, and says so', () => {
    expect(leverageEffect({ ...FACTS, marginMode: 'CROSS' }, BTC)[1]).toMatch(/stays where it is/);
  });

  it('is cut to the lot and never below zero', () => {
    const [size, away] = leverageEffect(
      { ...FACTS, now: null, wanted: 7, freeCollateral: decimal('-5') },
      { ...BTC, maintenanceMarginRatio: decimal('0.5') },
    );
    expect(size).toContain('Available to open: about 0 BTC, before fees. The collateral is 5 USDT short');
    expect(away).toBe('The liquidation of a position opened then: about 0 % from its entry.');
    expect(leverageEffect({ ...FACTS, wanted: 7, freeCollateral: decimal('100') }, BTC)[0]).toContain(
      'about 0.0116 BTC then',
    );
  });

  it('says what it cannot say', () => {
    expect(leverageEffect({ ...FACTS, price: null }, BTC)[0]).toMatch(/cannot be said/);
    expect(leverageEffect({ ...FACTS, now: null, claimed: decimal('1') }, BTC)[0]).toMatch(/cannot be said/);
  });
});
