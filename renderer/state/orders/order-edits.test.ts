import { describe, expect, it, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { cellState, editProblem, firstText, isSettled, whyNotEditable } from './order-edits.ts';
import { PERP } from '../../../shared/testing/instrument.ts';
import { orderRow } from '../../../shared/testing/order-row.ts';

describe('a cell', () => {
  it('shows what is asked for beside what the exchange has', () => {
    const row = orderRow('1', { pending: 'edit', pendingPrice: decimal('64000') });
    expect(cellState(row, 'price', undefined)).toEqual({ kind: 'pending', asked: '64000' });
    expect(cellState(row, 'quantity', undefined)).toEqual({ kind: 'still' });
  });

  it('shows its own edit before the core tells of it', () => {
    const local = { field: 'price', text: '64000', state: { kind: 'sending' } } as const;
    expect(cellState(orderRow('1'), 'price', local)).toEqual({ kind: 'pending', asked: '64000' });
    expect(cellState(orderRow('1'), 'quantity', local)).toEqual({ kind: 'still' });
  });

  test.each(['refused', 'unconfirmed'] as const)('shows %s with its reason', (kind) => {
    const local = { field: 'quantity', text: '9', state: { kind, reason: 'Why.' } } as const;
    expect(cellState(orderRow('1'), 'quantity', local)).toEqual({ kind, asked: '9', reason: 'Why.' });
  });

  it('is settled by a newer word of the exchange with nothing pending', () => {
    const before = orderRow('1');
    expect(isSettled(before, orderRow('1'))).toBe(false);
    expect(isSettled(before, orderRow('1', { updatedAt: 5, pending: 'edit' }))).toBe(false);
    expect(isSettled(before, orderRow('1', { updatedAt: 5 }))).toBe(true);
  });
});

describe('whether a cell can be edited', () => {
  test.each([
    [{ open: false, status: 'FILLED' }, 'price', 'FILLED'],
    [{ orderId: null }, 'price', 'id'],
    [{ pending: 'edit' }, 'price', 'edit is on its way'],
    [{ pending: 'cancel' }, 'price', 'being cancelled'],
    [{ price: null, type: 'MARKET' }, 'price', 'no price'],
    [{ quantity: null }, 'quantity', 'by amount'],
  ] as const)('%j refuses %s: %s', (change, field, words) => {
    expect(whyNotEditable(orderRow('1', change), field, PERP)).toContain(words);
  });

  it('needs the rules of the symbol, and nothing else for an open order', () => {
    expect(whyNotEditable(orderRow('1'), 'price', undefined)).toContain('not known');
    expect(whyNotEditable(orderRow('1'), 'price', PERP)).toBeNull();
  });
});

describe('a new text of a cell', () => {
  test.each([
    ['price', '64000', null],
    ['price', '64000.05', { reason: expect.stringContaining('steps of 0.1'), suggestion: '64000' }],
    ['price', '64,000.5', { reason: expect.stringContaining('as it stands'), suggestion: '64000.5' }],
    ['price', '1e3', { reason: expect.stringContaining('exponent') }],
    ['price', '', { reason: expect.stringContaining('Enter the price') }],
    ['quantity', '0.05', { reason: expect.stringContaining('executed already') }],
    ['quantity', '0.3', null],
  ] as const)('%s %j: %j', (field, text, problem) => {
    expect(editProblem(orderRow('1', { executed: decimal('0.1') }), field, text, PERP)).toEqual(problem);
  });

  it('is refused when the order ended while it was typed', () => {
    const ended = orderRow('1', { open: false, status: 'CANCELLED' });
    expect(editProblem(ended, 'price', '64000', PERP)).toEqual({ reason: 'The order is CANCELLED.' });
  });
});

test('an editor begins with the digit that opened it, else with what stands there', () => {
  expect(firstText('6', decimal('64000'))).toBe('6');
  expect(firstText('Enter', decimal('64000'))).toBe('64000');
  expect(firstText(null, null)).toBe('');
});
