import { describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { PERP } from '../../state/testing/samples.ts';
import { nodeProblem, whyCellIsClosed } from './node-edits.ts';
import { algoRow } from './testing/algo-row.ts';

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
