import { expect, it, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { countWords, itemWords, moneyWords } from './report-words.ts';

test.each([
  [0, 0, 'none'],
  [1, 0, '1 order'],
  [0, 1, '1 algo order'],
  [4, 3, '7 (4 orders, 3 algo orders)'],
])('counts %d orders and %d algo orders', (orders, algos, words) => {
  expect(countWords({ orders, algos })).toBe(words);
});

test('says that more may have gone, and never none of what was not seen', () => {
  expect(countWords({ orders: 0, algos: 0, mayBeMore: true })).toBe('not known');
  expect(countWords({ orders: 4, algos: 3, mayBeMore: true })).toBe('at least 7 (4 orders, 3 algo orders)');
});

test('says of each what it was, and which', () => {
  const stop = {
    kind: 'algo',
    id: '17',
    symbol: 'PERP_BTC_USDT',
    side: 'SELL',
    type: 'STOP',
    quantity: decimal('0.02'),
    price: null,
    trigger: decimal('62000'),
  } as const;
  expect(itemWords(stop)).toBe('SELL 0.02 PERP_BTC_USDT, STOP, trigger 62,000, id 17');
  const positional = { ...stop, side: null, quantity: null, type: 'POSITIONAL_TP_SL' };
  expect(itemWords(positional)).toBe('PERP_BTC_USDT, POSITIONAL_TP_SL, trigger 62,000, id 17');
});

it('writes money to the cent, with a minus sign where it is lost', () => {
  expect(moneyWords(decimal('-2313.757760641920143028'))).toBe('−2,313.75');
  expect(moneyWords(decimal('10'))).toBe('10.00');
});
