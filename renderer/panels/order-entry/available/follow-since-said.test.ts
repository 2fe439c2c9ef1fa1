import { beforeEach, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { core } from '../../../testing/core.ts';
import { followSinceSaid, useSinceSaid } from './follow-since-said.ts';

const closing = {
  id: '7',
  clientOrderId: '7',
  symbol: 'PERP_ETH_USDT',
  side: 'BUY',
  positionSide: 'BOTH',
  marginMode: 'CROSS',
  reduceOnly: true,
  quantity: decimal('300'),
  executed: decimal('0'),
  averagePrice: null,
  price: null,
  amount: null,
  open: true,
};

beforeEach(() => core.reset());

it('notes an own close, which claims nothing and lets go of margin that no read has told yet', async () => {
  followSinceSaid();
  await core.rows('account', [{ id: 'account', freeCollateralAt: 1 }]);
  await core.rows('orders', []);
  await core.rows('orders', [{ ...closing, executed: decimal('300'), open: false }]);
  const last = () => useSinceSaid.getState().since.claims.at(-1);
  await expect.poll(last).toMatchObject({ symbol: 'PERP_ETH_USDT', value: '0' });
  const before = Date.now();
  await core.rows('account', [{ id: 'account', freeCollateralAt: before }]);
  await expect.poll(last).toBeUndefined();
});

it('takes a mark that fell for no change of an order', async () => {
  const mark = (price: string) =>
    core.rows('market', [{ symbol: closing.symbol, mark: decimal(price) }], closing.symbol);
  const resting = { ...closing, id: '8', clientOrderId: '8', reduceOnly: false, price: decimal('3000') };
  followSinceSaid();
  await core.rows('account', [{ id: 'account', freeCollateralAt: 2 }]);
  await core.rows('orders', []);
  await mark('3100');
  await core.rows('orders', [resting]);
  await core.rows('account', [{ id: 'account', freeCollateralAt: Date.now() }]);
  await mark('3050');
  const another = { ...resting, id: '9', clientOrderId: '9', symbol: 'PERP_BTC_USDT' };
  await core.rows('orders', [{ ...resting, updatedAt: 1 }, another]);
  // What is told comes with the next change, twice a second.
  const claimed = () => useSinceSaid.getState().since.claims.map(({ symbol }) => symbol);
  await expect.poll(claimed).toContain(another.symbol);
  expect(claimed()).toEqual([another.symbol]);
});
