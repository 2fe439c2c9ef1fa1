import { describe, expect, it, test } from 'vitest';
import type { OrderDraft } from '../../../../shared/contract/contract.ts';
import { problemsOf, refusalsOf, stillRefused } from './errors.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { LIMIT } from '../testing/samples.ts';

const problems = (change: Partial<OrderDraft>, pressed = false) =>
  problemsOf({ ...LIMIT, ...change }, PERP, {}, pressed);

describe('problems of the ticket', () => {
  it('stand at their field with a value to take', () => {
    expect(problems({ price: '64210.57' })).toEqual([
      { path: 'price', field: 'price', reason: expect.stringContaining('steps of 0.1'), suggestion: '64210.5' },
    ]);
  });

  it('name what is empty only after a press', () => {
    expect(problems({ price: '', quantity: '' })).toEqual([]);
    expect(problems({ price: '', quantity: '' }, true).map((each) => each.field)).toEqual(['price', 'quantity']);
  });

  it('offer the one number that a text can mean', () => {
    expect(problems({ price: '64,210.5' })).toEqual([
      { field: 'price', reason: '“64,210.5” is not taken as it stands.', suggestion: '64210.5' },
    ]);
  });

  it('say why a text is no number', () => {
    expect(problems({ quantity: '1e3' })[0]).toMatchObject({
      field: 'quantity',
      reason: expect.stringContaining('exponent'),
    });
  });

  it('keep the words of the rules for a number that is too long or below zero', () => {
    expect(problems({ price: '1'.repeat(41) })[0]?.reason).toContain('at most 40 digits');
    expect(problems({ price: '-1' })[0]?.reason).toContain('above zero');
    expect(problems({ price: '0' })[0]?.reason).toContain('above zero');
  });
});

describe('a refusal by the exchange', () => {
  const refuse = (code: string | null, message: string, draft = LIMIT) =>
    refusalsOf({ kind: 'ExchangeRejected', endpoint: 'placeOrder', code, message, httpStatus: 400 }, draft)[0];

  test.each([
    ['-1105', 'price'],
    ['-1103', 'price'],
    ['-1104', 'quantity'],
    ['302117', 'clientOrderId'],
    ['302162', 'reduceOnly'],
    ['302185', 'positionSide'],
    ['302118', 'quantity'],
    ['-1003', 'whole'],
    [null, 'whole'],
  ])('with code %s stands at %s in its own words', (code, field) => {
    expect(refuse(code, 'Its own words.')).toMatchObject({ field, reason: expect.stringContaining('Its own words.') });
  });

  it('about funds or size stands at the size that was given', () => {
    const market: OrderDraft = { ...LIMIT, type: 'MARKET', price: '', quantity: '', amount: '100' };
    expect(refuse('302118', 'No funds.', market)?.field).toBe('amount');
    expect(refuse('302147', 'Needs amount.')?.field).toBe('quantity');
  });

  it('by the core stands at the path that it names', () => {
    const fault = {
      kind: 'InvalidInput',
      problems: [{ path: 'draft.price', reason: 'Off.', suggestion: '1' }],
    } as const;
    expect(refusalsOf({ ...fault, problems: [...fault.problems] }, LIMIT)).toEqual([
      { field: 'price', reason: 'Off.', suggestion: '1' },
    ]);
  });

  it('by policy concerns the whole order', () => {
    const [only] = refusalsOf({ kind: 'NotAllowed', policy: 'view-only', reason: 'View only.' }, LIMIT);
    expect(only).toMatchObject({ field: 'whole', reason: expect.stringContaining('Nothing was sent') });
  });
});

test('what was refused stays at its field until that changes', () => {
  const fault = { kind: 'ExchangeRejected', endpoint: 'x', code: '-1105', message: 'Far.', httpStatus: 400 } as const;
  const submission = {
    commandId: 'c0ffee00',
    draft: LIMIT,
    words: '',
    state: { kind: 'answered', outcome: { status: 'rejected', clientOrderId: null, fault } },
  } as const;
  expect(stillRefused(submission, { ...LIMIT, quantity: '9' }).map((each) => each.field)).toEqual(['price']);
  expect(stillRefused(submission, { ...LIMIT, price: '1' })).toEqual([]);
  expect(stillRefused(submission, { ...LIMIT, symbol: 'PERP_ETH_USDT' })).toEqual([]);
  expect(stillRefused(null, LIMIT)).toEqual([]);
});
