import { expect, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { algoRow } from '../../../shared/testing/algo-row.ts';
import { PERP } from '../../../shared/testing/instrument.ts';
import { orderRow } from '../../../shared/testing/order-row.ts';
import { algoWords, endWords, fillWords } from './news-words.ts';
import type { Fill } from './order-news.ts';

const instrumentOf = () => PERP;
const fill = (quantity: string, value: string | null, row = orderRow('1')): Fill => ({
  row,
  quantity: decimal(quantity),
  value: value === null ? null : decimal(value),
});

test('one fill says what was bought, at which price, and how much of the order that is', () => {
  const row = orderRow('1', { executed: decimal('0.05'), quantity: decimal('0.25') });
  expect(fillWords([fill('0.05', '3210.525', row)], instrumentOf)).toEqual([
    { text: 'Bought 0.0500 BTC at 64,210.5', more: 'PERP_BTC_USDT, 0.0500 of 0.2500 filled' },
  ]);
});

test('a burst is one line a symbol and side, with the average', () => {
  const sold = orderRow('2', { side: 'SELL' });
  expect(
    fillWords([fill('0.1', '6000'), fill('0.2', '12601', orderRow('3')), fill('1', null, sold)], instrumentOf),
  ).toMatchObject([
    { text: 'Bought 0.3000 BTC at 62,003.333 on average', more: 'PERP_BTC_USDT, 2 orders' },
    { text: 'Sold 1.0000 BTC' },
  ]);
});

test('several fills of one order are one order', () => {
  const [words] = fillWords([fill('0.1', '6000'), fill('0.2', '12601')], instrumentOf);
  expect(words).toMatchObject({ text: 'Bought 0.3000 BTC at 62,003.333 on average' });
  expect(words?.more).not.toContain('orders');
});

test('fills of many symbols are counted', () => {
  const fills = ['A', 'B', 'C', 'D', 'E'].map((symbol) => fill('1', '1', orderRow(symbol, { symbol })));
  expect(fillWords(fills, instrumentOf).at(-1)).toEqual({ text: 'Fills of 2 orders more', more: 'D, E' });
});

test('an end that nobody asked for says why, and many are counted', () => {
  const rejected = orderRow('1', {
    status: 'REJECTED',
    open: false,
    reason: 'It would take.',
    price: decimal('66000'),
  });
  expect(endWords([rejected], instrumentOf)).toEqual([
    { text: 'Rejected after it was accepted: Buy 0.2500 BTC at 66,000.0', more: 'PERP_BTC_USDT, It would take.' },
  ]);
  expect(
    endWords(
      [1, 2, 3, 4, 5].map((id) => orderRow(String(id))),
      instrumentOf,
    ),
  ).toMatchObject([{ text: '5 orders ended unfilled that this terminal did not cancel' }]);
});

test.each([
  ['The stop of the OCO was triggered.', 'Cancelled'],
  ['Cancelled by the user.', 'Cancelled outside this terminal'],
  ['', 'Cancelled outside this terminal'],
])('a cancel for the reason “%s” begins with “%s”', (reason, begin) => {
  const order = orderRow('1', { status: 'CANCELLED', open: false, reason, price: decimal('3160') });
  const plan = algoRow('1', { algoType: 'STOP', algoStatus: 'CANCELLED', reason, triggerPrice: null });
  expect(endWords([order], instrumentOf)[0]?.text.split(':')[0]).toBe(begin);
  expect(algoWords('cancelled', [plan], instrumentOf)[0]?.text.split(':')[0]).toBe(begin);
});

test('a trigger says of which order, and at which price it was', () => {
  const row = algoRow('1', {
    algoType: 'STOP',
    side: 'SELL',
    quantity: decimal('0.05'),
    price: null,
    triggerPrice: decimal('63900'),
  });
  expect(algoWords('triggered', [row], instrumentOf)).toEqual([
    { text: 'Triggered: STOP, Sell 0.0500 BTC', more: 'PERP_BTC_USDT, trigger 63,900.0' },
  ]);
  const [whole] = algoWords('triggered', [{ ...row, quantity: decimal('0') }], instrumentOf);
  expect(whole?.text).toBe('Triggered: STOP, Sell the whole position');
});
