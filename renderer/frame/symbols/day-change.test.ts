import { describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { dayChange } from './day-change.ts';

describe('the change of the day', () => {
  it('cuts the percent after two decimals and shows the direction as a sign', () => {
    expect(dayChange(decimal('64210.5'), decimal('63950.2'))).toEqual({ direction: 'up', arrow: '▲', percent: '0.4' });
    expect(dayChange(decimal('3120.25'), decimal('3188.4'))).toEqual({
      direction: 'down',
      arrow: '▼',
      percent: '2.13',
    });
  });

  it('has no sign where nothing changed, however the price is written', () => {
    expect(dayChange(decimal('1.50'), decimal('1.5'))).toEqual({ direction: 'flat', arrow: '', percent: '0' });
  });

  it('is not known while a price is missing or the old one is zero', () => {
    expect(dayChange(null, decimal('1'))).toBeNull();
    expect(dayChange(decimal('1'), null)).toBeNull();
    expect(dayChange(decimal('1'), decimal('0'))).toBeNull();
  });
});
