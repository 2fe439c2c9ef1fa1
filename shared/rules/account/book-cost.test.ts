import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, decimal, multiply, ZERO, type Decimal } from '../../decimal.ts';
import { costThrough, slippageOf, worstAllowed } from './book-cost.ts';

const LOT = decimal('0.001');
const levels = (...rows: readonly (readonly [string, string])[]) =>
  rows.map(([price, size]) => [decimal(price), decimal(size)] as const);
const ASKS = levels(['100', '1'], ['101', '2'], ['105', '3']);

describe('the cost of an order through the book', () => {
  it('is the sum of what each level takes', () => {
    expect(costThrough(ASKS, 'BUY', { quantity: decimal('2') }, LOT)).toEqual({
      filled: '2',
      value: '201',
      average: '100.5',
      best: '100',
      worst: '101',
      rest: '0',
    });
  });

  it('leaves what is not there, or beyond the limit', () => {
    expect(costThrough(ASKS, 'BUY', { quantity: decimal('10') }, LOT)).toMatchObject({ filled: '6', rest: '4' });
    const limited = costThrough(ASKS, 'BUY', { quantity: decimal('10') }, LOT, decimal('101'));
    expect(limited).toMatchObject({ filled: '3', worst: '101', rest: '7' });
    const bids = levels(['99', '1'], ['98', '1']);
    expect(costThrough(bids, 'SELL', { quantity: decimal('2') }, LOT, decimal('98.5'))).toMatchObject({ filled: '1' });
  });

  it('is nothing where nothing is there: an empty side, or one beyond the limit', () => {
    expect(costThrough([], 'BUY', { quantity: decimal('1') }, LOT)).toBeNull();
    expect(costThrough(ASKS, 'BUY', { quantity: decimal('1') }, LOT, decimal('99'))).toBeNull();
    expect(costThrough(ASKS, 'BUY', { quantity: ZERO }, LOT)).toBeNull();
    expect(costThrough(ASKS, 'BUY', { amount: decimal('0.05') }, LOT)).toBeNull();
    expect(costThrough(levels(['0', '1']), 'BUY', { quantity: decimal('1') }, LOT)).toBeNull();
  });

  it('buys whole lots of an amount, and what buys none is no rest', () => {
    expect(costThrough(ASKS, 'BUY', { amount: decimal('150.07') }, LOT)).toMatchObject({
      filled: '1.495',
      value: '149.995',
      rest: '0',
    });
    expect(costThrough(ASKS, 'BUY', { amount: decimal('1000') }, LOT)).toMatchObject({ filled: '6', rest: '383' });
  });

  it('never costs more for less, and never beats the best price', () => {
    const size = fc.integer({ min: 1, max: 9_000 }).map((lots) => multiply(decimal(String(lots)), LOT));
    const rising = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 50 }), size), { minLength: 1, maxLength: 12 })
      .map((rows) => {
        let price = 1_000;
        return rows.map(([step, offered]): readonly [Decimal, Decimal] => {
          price += step;
          return [decimal(String(price)), offered];
        });
      });
    fc.assert(
      fc.property(rising, size, size, (book, one, more) => {
        const small = costThrough(book, 'BUY', { quantity: one }, LOT);
        const large = costThrough(book, 'BUY', { quantity: add(one, more) }, LOT);
        if (small === null || large === null) throw new Error('there is a book');
        expect(compare(large.average, small.average)).toBeGreaterThanOrEqual(0);
        expect(add(small.filled, small.rest)).toBe(one);
        const { money, share, price } = slippageOf(large, 'BUY');
        for (const each of [money, share, price]) expect(compare(each, ZERO)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('slippage', () => {
  it('is told in price, share and money, turned round for a sell', () => {
    const cost = costThrough(ASKS, 'BUY', { quantity: decimal('2') }, LOT);
    expect(cost === null ? null : slippageOf(cost, 'BUY')).toEqual({ price: '0.5', share: '0.005', money: '1' });
    const sold = costThrough(levels(['100', '1'], ['98', '1']), 'SELL', { quantity: decimal('2') }, LOT);
    expect(sold === null ? null : slippageOf(sold, 'SELL')).toEqual({ price: '1', share: '0.01', money: '2' });
  });

  it('has a worst price on the tick that is never beyond the limit', () => {
    expect(worstAllowed(decimal('64210.5'), decimal('0.005'), 'BUY', decimal('0.1'))).toBe('64531.5');
    expect(worstAllowed(decimal('64210.5'), decimal('0.005'), 'SELL', decimal('0.1'))).toBe('63889.5');
  });
});
