import { describe, expect, it } from 'vitest';
import { decimal } from '../decimal.ts';
import { leverageEffect, type LeverageFacts } from './leverage-effect.ts';

const BTC = { base: 'BTC', quantityStep: decimal('0.0001'), maintenanceMarginRatio: decimal('0.012') };
const FACTS: LeverageFacts = {
  marginMode: 'ISOLATED',
  now: 10,
  wanted: 20,
  freeCollateral: decimal('12000'),
  price: decimal('60000'),
  held: true,
};

describe('the effect of a leverage', () => {
  it('is told in sizes and distances, now and then', () => {
    expect(leverageEffect(FACTS, BTC)).toEqual([
      'Available to open: about 2 BTC now, about 4 BTC then.',
      'The position’s liquidation: about 8.8 % from its entry at 10×, about 3.8 % at 20×.',
    ]);
  });

  it('moves no liquidation in cross margin, and says so', () => {
    expect(leverageEffect({ ...FACTS, marginMode: 'CROSS' }, BTC)[1]).toMatch(/stays where it is/);
  });

  it('is cut to the lot and never below zero', () => {
    const [size, away] = leverageEffect(
      { ...FACTS, now: null, wanted: 7, freeCollateral: decimal('-5'), held: false },
      { ...BTC, maintenanceMarginRatio: decimal('0.5') },
    );
    expect(size).toBe('Available to open: about 0 BTC.');
    expect(away).toBe('The liquidation of a position opened then: about 0 % from its entry.');
    expect(leverageEffect({ ...FACTS, wanted: 7, freeCollateral: decimal('100') }, BTC)[0]).toContain(
      'about 0.0116 BTC then',
    );
  });

  it('says what it cannot say', () => {
    expect(leverageEffect({ ...FACTS, price: null }, BTC)[0]).toMatch(/cannot be said/);
  });
});
