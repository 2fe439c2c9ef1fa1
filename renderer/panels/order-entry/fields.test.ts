import { describe, expect, it } from 'vitest';
import { fieldsOf, shownDraft, whyOff } from './fields.ts';
import { PERP } from '../../../shared/testing/instrument.ts';
import { LIMIT, SPOT } from './testing/samples.ts';

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
