import { describe, expect, it } from 'vitest';
import { fieldsOf, readDraft, shownDraft, sidesOf, whyOff } from './fields.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { LIMIT, SPOT } from '../testing/samples.ts';

describe('fields that are off', () => {
  it('are empty on the screen and in what is sent, and say why', () => {
    const draft = { ...LIMIT, type: 'MARKET', visibleQuantity: '0.1' } as const;
    const fields = fieldsOf(draft, PERP, {});
    expect(shownDraft(draft, fields)).toMatchObject({ price: '', visibleQuantity: '', quantity: '0.25' });
    expect(whyOff(fields, 'price')).toContain('MARKET ignores price');
    expect(whyOff(fields, 'quantity')).toBeUndefined();
  });

  it('of perpetuals are neutral on a spot symbol', () => {
    const draft = { ...LIMIT, positionSide: 'LONG', marginMode: 'ISOLATED', reduceOnly: true } as const;
    expect(shownDraft(draft, fieldsOf(draft, SPOT, {}))).toMatchObject({
      positionSide: 'BOTH',
      marginMode: 'CROSS',
      reduceOnly: false,
    });
    expect(shownDraft(draft, fieldsOf(draft, PERP, {}))).toEqual(draft);
  });
});

it.each([
  ['64,000.5', '64000.5'],
  ['1,064,000', '1064000'],
  ['64,000', '64,000'],
  ['64,00.5', '64,00.5'],
  ['64.000,5', '64.000,5'],
  ['64000.5', '64000.5'],
])('reads %s as %s', (price, read) => {
  expect(readDraft({ ...LIMIT, price }, SPOT).price).toBe(read);
});

it.each([
  ['BUY', 'BOTH', 'LONG'],
  ['SELL', 'BOTH', 'SHORT'],
  ['SELL', 'LONG', 'LONG'],
] as const)(
  'opens a position in hedge mode unless a side is chosen, and has none in one-way mode: %s of %s is of %s',
  (side, positionSide, shown) => {
    const draft = { ...LIMIT, side, positionSide };
    const fields = fieldsOf(draft, PERP, {});
    expect(shownDraft(draft, fields, 'HEDGE_MODE').positionSide).toBe(shown);
    expect(shownDraft(draft, fields, 'ONE_WAY').positionSide).toBe('BOTH');
    expect(shownDraft(draft, fields).positionSide).toBe(positionSide);
    const closing = { ...draft, reduceOnly: true };
    if (positionSide === 'BOTH')
      expect(shownDraft(closing, fields, 'HEDGE_MODE').positionSide).toBe(side === 'BUY' ? 'SHORT' : 'LONG');
    expect(sidesOf('HEDGE_MODE')).not.toContain('BOTH');
  },
);
