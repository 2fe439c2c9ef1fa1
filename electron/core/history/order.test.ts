import { expect, it } from 'vitest';
import { scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import type { CallOptions, ExchangeClient } from '../exchange/types.ts';
import { readHistory } from './pages.ts';
import { readOrder } from './order.ts';

const ORDER = {
  orderId: '1954766344355779056',
  symbol: 'PERP_BTC_USDT',
  side: 'BUY',
  type: 'LIMIT',
  status: 'FILLED',
  price: '64210.50',
  executed: '0.3',
  createdTime: 1_760_000_000_000,
};
const fill = (id: number, orderId: string) => ({
  id,
  symbol: 'PERP_BTC_USDT',
  orderId,
  executedPrice: '64210.50',
  executedQuantity: '0.1',
  side: 'BUY',
  isMaker: 1,
  executedTimestamp: '1760000001.500',
});

it('reads an order with the fills that are its own', async () => {
  const { client, calls } = scriptedClient(({ name }) =>
    name === 'trade.order' ? ORDER : { rows: [fill(3, '7'), fill(2, ORDER.orderId), fill(1, ORDER.orderId)] },
  );
  const { order, fills, capped } = await readOrder(client, { orderId: ORDER.orderId });
  expect(order).toMatchObject({ orderId: ORDER.orderId, price: '64210.50', createdTime: '1760000000000' });
  expect(fills.map((each) => [each['id'], each['executedTimestamp'], each['isMaker']])).toEqual([
    ['2', '1760000001500', 'true'],
    ['1', '1760000001500', 'true'],
  ]);
  expect(capped).toBe(false);
  expect(calls[1]?.input).toEqual({ symbol: 'PERP_BTC_USDT', startTime: 1_760_000_000_000, limit: 500 });
});

it('reads histories after everything else, those without pages included', async () => {
  const lanes: unknown[] = [];
  const { client } = scriptedClient(() => ({ rows: [] }));
  const watched = {
    ...client,
    call: (name: never, input: never, options: CallOptions = {}) => {
      lanes.push(options.lane);
      return client.call(name, input, options);
    },
  } as ExchangeClient; // the same calls
  for (const history of ['orders', 'fills', 'funding'] as const)
    await readHistory(watched, { history, page: 1, size: 25, startTime: null, endTime: null, filters: {} });
  expect(lanes).toEqual(['history', 'history', 'history']);
});
