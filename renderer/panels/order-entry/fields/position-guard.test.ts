import { describe, expect, it, test } from 'vitest';
import type { OrderDraft } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { DEFAULT_TIMES, positionWarnings, timesOf } from './position-guard.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { LIMIT } from '../testing/samples.ts';

function warnings(holding: string | null, change: Partial<OrderDraft>, times = DEFAULT_TIMES): readonly string[] {
  const draft = { ...LIMIT, price: '60000', quantity: '0.1', ...change };
  return positionWarnings(draft, PERP, holding === null ? null : decimal(holding), decimal('60000'), times);
}

describe('an order beside the position', () => {
  test.each([
    ['0.1', { quantity: '0.5' }],
    ['-0.1', { quantity: '0.5', side: 'SELL' }],
    ['0.1', { quantity: '0.1', side: 'SELL' }],
    ['0', { quantity: '50' }],
    [null, { quantity: '50' }],
    ['0.1', { quantity: '50', side: 'SELL', reduceOnly: true }],
    ['0.1', { quantity: '' }],
  ] as const)('of %s is in proportion as %j', (holding, change) => {
    expect(warnings(holding, change)).toEqual([]);
  });

  it('is named when it is more than so many times as large', () => {
    expect(warnings('0.1', { quantity: '0.5001' })).toEqual(['It is more than 5 times the position of 0.1 BTC.']);
    expect(warnings('0.1', { quantity: '0.25' }, decimal('2'))).toEqual([
      'It is more than 2 times the position of 0.1 BTC.',
    ]);
  });

  it('is named when it turns the position around', () => {
    expect(warnings('0.1', { quantity: '0.3', side: 'SELL' })).toEqual([
      'It turns the position around: 0.1 → -0.2 BTC.',
    ]);
    expect(warnings('-0.1', { quantity: '0.1001' })).toEqual(['It turns the position around: -0.1 → 0.0001 BTC.']);
    expect(warnings('0.1', { quantity: '0.7', side: 'SELL' })).toHaveLength(2);
  });

  it('does not turn one of the two positions of hedge mode', () => {
    expect(warnings('0.1', { quantity: '0.3', side: 'SELL', positionSide: 'LONG' })).toEqual([]);
    expect(warnings('0.1', { quantity: '50', side: 'SELL', positionSide: 'LONG' })).toEqual([]);
  });

  it('is sized by its amount where it has no quantity', () => {
    const market = { type: 'MARKET', price: '', quantity: '' } as const;
    expect(warnings('0.01', { ...market, amount: '6000' })).toHaveLength(1);
    expect(warnings('0.1', { ...market, amount: '6000' })).toEqual([]);
  });
});

it('keeps its times when what was typed is no number', () => {
  expect([timesOf('2.5'), timesOf('0'), timesOf('many'), timesOf('-3')]).toEqual(['2.5', '5', '5', '5']);
});
