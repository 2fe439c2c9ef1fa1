import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { nodeProblem, whyAtOnce, whyCellIsClosed } from './node-edits.ts';
import { algoRow } from '../../../../shared/testing/algo-row.ts';

const STOP = algoRow('1', { quantity: decimal('0.5'), triggerPrice: decimal('60000') });

describe('an edit in a cell of the tree', () => {
  it.each([
    ['60000.05', 'Prices move in steps of 0.1', '60000'],
    ['60 000', 'is not taken as it stands', '60000'],
    ['1e3', 'exponent', undefined],
    ['-1', 'above zero', undefined],
    ['', 'Enter', undefined],
  ])('of “%s” is refused in words', (text, words, suggestion) => {
    const problem = nodeProblem(STOP, 'triggerPrice', text, PERP);
    expect(problem?.reason).toContain(words);
    expect(problem?.suggestion).toBe(suggestion);
  });

  it('of what the instrument allows is sent', () => {
    expect(nodeProblem(STOP, 'triggerPrice', '60000.1', PERP)).toBeNull();
    expect(nodeProblem(STOP, 'quantity', '0.25', PERP)).toBeNull();
  });

  it.each([
    ['one that is over', { open: false, algoStatus: 'CANCELLED' }, 'It is CANCELLED.'],
    ['one that was triggered', { isTriggered: true }, 'It was triggered already.'],
    ['one that is being changed', { pending: 'edit' }, 'A change of it is on its way.'],
    ['one that has no id yet', { id: 'c:7' }, 'The exchange has not given it an id yet.'],
  ] as const)('is not begun on %s', (_, change, reason) => {
    const row = { ...STOP, ...change };
    expect(whyCellIsClosed(row, 'triggerPrice', PERP)).toBe(reason);
    expect(nodeProblem(row, 'triggerPrice', '60000.1', PERP)?.reason).toBe(reason);
  });

  it('is not begun where there is no value, on the size of a leg, or without the instrument’s rules', () => {
    expect(whyCellIsClosed(STOP, 'price', PERP)).toBe('STOP has no price of its own.');
    expect(whyCellIsClosed({ ...STOP, price: decimal('0') }, 'price', PERP)).toBe('STOP has no price of its own.');
    expect(whyCellIsClosed({ ...STOP, parentId: '9' }, 'quantity', PERP)).toContain('that of its tree');
    expect(whyCellIsClosed(STOP, 'triggerPrice', undefined)).toContain('are not known');
  });
});

describe('a trigger that is moved', () => {
  const market = { last: decimal('64000'), mark: decimal('63000'), index: null, state: 'live' } as const;
  const leg = (algoType: string, side: string, change = {}) =>
    algoRow('2', { algoType, side, parentId: '1', rootId: '1', triggerPrice: decimal('60000'), ...change });

  it.each([
    ['STOP_LOSS', 'SELL', '66000', 'below'],
    ['STOP_LOSS', 'BUY', '60000', 'above'],
    ['STOP', 'SELL', '64000', 'below'],
    ['TAKE_PROFIT', 'SELL', '60000', 'above'],
    ['TAKE_PROFIT', 'BUY', '66000', 'below'],
  ])('of a %s to %s does not go to %s, where it triggers at once', (type, side, text, word) => {
    expect(nodeProblem(leg(type, side), 'triggerPrice', text, PERP, market)?.reason).toBe(
      `It would trigger at once: it waits ${word} the market (64,000).`,
    );
  });

  it('goes anywhere else', () => {
    expect(nodeProblem(leg('STOP_LOSS', 'SELL'), 'triggerPrice', '63999.9', PERP, market)).toBeNull();
    expect(nodeProblem(leg('TAKE_PROFIT', 'BUY'), 'triggerPrice', '63999.9', PERP, market)).toBeNull();
  });

  it('is held against the price that it looks at', () => {
    const marked = leg('STOP_LOSS', 'SELL', { triggerPriceType: 'MARK_PRICE' });
    expect(nodeProblem(marked, 'triggerPrice', '63500', PERP, market)?.reason).toContain('63,000');
  });

  it('is not judged by an old price, below a bracket that may not have entered, or where it may wait on either side', () => {
    expect(whyAtOnce(leg('STOP_LOSS', 'SELL'), '66000', { ...market, state: 'stale' })).toBeNull();
    expect(whyAtOnce(leg('STOP_LOSS', 'SELL'), '66000', undefined)).toBeNull();
    expect(whyAtOnce(leg('STOP_LOSS', 'SELL', { rootId: '0' }), '66000', market)).toBeNull();
    expect(whyAtOnce(leg('STOP', 'SELL', { parentId: null }), '66000', market)).toBeNull();
  });
});
