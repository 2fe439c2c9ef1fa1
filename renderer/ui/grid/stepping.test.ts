import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compare, decimal, isMultipleOf } from '../../../shared/decimal.ts';
import { stepped } from './stepping.ts';

const tick = decimal('0.1');
const lowest = decimal('0.1');
const up = { direction: 1, tenfold: false } as const;
const down = { direction: -1, tenfold: false } as const;

describe('arrow keys in a price', () => {
  test.each([
    ['64210.5', up, '64210.6'],
    ['64210.5', down, '64210.4'],
    ['64210.5', { direction: 1, tenfold: true }, '64211.5'],
    ['64210.5', { direction: -1, tenfold: true }, '64209.5'],
    ['64210.57', up, '64210.6'],
    ['64210.57', down, '64210.5'],
    ['0.1', down, '0.1'],
    ['0.5', { direction: -1, tenfold: true }, '0.1'],
    ['0', up, '0.1'],
  ] as const)('take %s by %j to %s', (text, move, next) => {
    expect(stepped(text, tick, move, null, lowest)).toBe(next);
  });

  it('begin at the market in an empty field, and do nothing where that is unknown', () => {
    expect(stepped('', tick, up, decimal('64000'), lowest)).toBe('64000');
    expect(stepped('', tick, up, null, lowest)).toBeNull();
  });

  it('leave alone what is no number, and what is below zero', () => {
    expect(stepped('1,000', tick, up, null, lowest)).toBeNull();
    expect(stepped('-5', tick, down, null, lowest)).toBeNull();
  });

  it('always end on the tick, at or above the lowest price', () => {
    const price = fc.stringMatching(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/);
    fc.assert(
      fc.property(price, fc.constantFrom(1, -1), fc.boolean(), (text, direction, tenfold) => {
        const next = stepped(text, tick, { direction: direction === 1 ? 1 : -1, tenfold }, null, lowest);
        if (next === null) return;
        expect(isMultipleOf(next, tick)).toBe(true);
        expect(compare(next, lowest)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
