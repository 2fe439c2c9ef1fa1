import { expect, test } from 'vitest';
import type { OrderEvent } from '../../../shared/contract/order-life.ts';
import { fieldsAsText, newestFirst } from './order-life.ts';

const event = (
  id: string,
  kind: OrderEvent['kind'],
  receivedAt: number,
  fields: OrderEvent['fields'] = {},
): OrderEvent => ({
  id,
  kind,
  source: 'stream',
  title: '',
  at: null,
  receivedAt,
  agreedAt: null,
  status: null,
  price: null,
  quantity: null,
  lastQuantity: null,
  lastPrice: null,
  executed: null,
  averagePrice: null,
  words: '',
  fields,
});

test('the newest event stands first; of one instant a command comes before what was said of it', () => {
  const life = newestFirst([
    event('n9', 'report', 20),
    event('n10', 'report', 20),
    event('cpress', 'command', 20),
    event('n1', 'answer', 30),
    event('left', 'gap', 0),
  ]);
  expect(life.map(({ id }) => id)).toEqual(['n1', 'n10', 'n9', 'cpress', 'left']);
});

test('the fields of an event are copied a line each', () => {
  expect(fieldsAsText(event('n1', 'report', 1, { orderId: '11', status: 'NEW' }))).toBe('orderId: 11\nstatus: NEW');
});
