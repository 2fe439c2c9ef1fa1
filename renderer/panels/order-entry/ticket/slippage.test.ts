import { describe, expect, it, test } from 'vitest';
import type { OrderDraft } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { bookOf, LIMIT } from '../testing/samples.ts';
import type { Books } from '../available/use-book.ts';
import { limitSlippage, slippageShare, type SlippageLimit } from './slippage.ts';
import { takingOf } from './taking.ts';

const MARKET: OrderDraft = { ...LIMIT, type: 'MARKET', price: '', quantity: '3' };
const books: Books = {
  plain: bookOf({
    asks: [
      ['100', '1'],
      ['101', '1'],
      ['110', '1'],
    ],
    bids: [['99', '9']],
  }),
  rpi: null,
};
const limited = (limit: Partial<SlippageLimit>, change: Partial<OrderDraft> = {}, known = books) =>
  limitSlippage({ ...MARKET, ...change }, PERP, decimal('100'), { percent: '', way: 'refuse', ...limit }, (order) =>
    takingOf(order, PERP, known),
  );

describe('a limit on slippage', () => {
  it('is none until one is set', () => {
    expect(limited({})).toEqual({ order: MARKET, refusal: null, warning: null });
  });

  it('refuses a market order that the book would fill beyond it, and lets one within it go', () => {
    // 311 for 300: 3.6666 %
    expect(limited({ percent: '3' }).refusal).toBe(
      'It would be filled 3.6666 % worse than the best price; your slippage limit is 3 %.',
    );
    expect(limited({ percent: '4' })).toEqual({ order: MARKET, refusal: null, warning: null });
    expect(limited({ percent: '0.5' }, { quantity: '2' }).refusal).toBeNull();
    expect(limited({ percent: '0.49' }, { quantity: '2' }).refusal).toContain('0.5 % worse');
  });

  it('refuses what cannot be compared with it', () => {
    const nothing = { plain: null, rpi: null };
    expect(limited({ percent: '4' }, {}, nothing).refusal).toBe(
      'The book is not known, and your slippage limit is 4 %.',
    );
    expect(limited({ percent: '4' }, { quantity: '4' }).refusal).toContain('does not fill it whole');
    expect(limited({ percent: 'four' }).refusal).toContain('is no percentage');
    expect(limited({ percent: 'four', way: 'limit' }).refusal).toContain('is no percentage');
  });

  it('sends an IOC order at the limit instead, on the tick and never beyond it', () => {
    const { order, refusal } = limited({ percent: '1.05', way: 'limit' });
    expect(refusal).toBeNull();
    expect(order).toEqual({ ...MARKET, type: 'IOC', price: '101', quantity: '3', amount: '' });
    expect(limited({ percent: '1.05', way: 'limit' }, { side: 'SELL' }).order.price).toBe('99');
  });

  it('sizes that order by what its amount buys at the worst price', () => {
    const { order } = limited({ percent: '10', way: 'limit' }, { quantity: '', amount: '250' });
    expect(order).toMatchObject({ type: 'IOC', price: '110', quantity: '2.2727', amount: '' });
  });

  it('is kept by no order without a quote', () => {
    const found = limitSlippage(MARKET, PERP, null, { percent: '1', way: 'limit' }, () => null);
    expect(found.refusal).toContain('There is no quote');
  });

  test.each(['refuse', 'limit'] as const)('holds back nothing that only reduces, and warns of it: %s', (way) => {
    const closing = { reduceOnly: true } as const;
    expect(limited({ percent: '3', way }, closing)).toEqual({
      order: { ...MARKET, ...closing },
      refusal: null,
      warning: 'It would be filled 3.6666 % worse than the best price; your slippage limit is 3 %.',
    });
    expect(limited({ percent: 'three', way }, closing).refusal).toBeNull();
  });

  it('concerns market orders alone', () => {
    expect(limited({ percent: '1' }, { type: 'IOC', price: '110' }).refusal).toBeNull();
    expect(limited({ percent: '1' }, { type: 'LIMIT', price: '110' }).refusal).toBeNull();
  });
});

test.each(['0', '-1', '100', 'x', '1e2'])('%s is no limit', (percent) => {
  expect(slippageShare({ percent })).toMatchObject({ share: null, problem: expect.any(String) });
});
