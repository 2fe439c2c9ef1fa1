import { beforeEach, expect, it, vi } from 'vitest';
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

it('counts an order that the account read of before the page did not see', async () => {
  // The follower belongs to the page: this one has just been loaded.
  vi.resetModules();
  const loaded = await import('./follow-since-said.ts');
  const fresh = await import('../../../testing/core.ts');
  fresh.core.reset();
  const ahead = 5_000;
  const order = { ...closing, reduceOnly: false, price: decimal('3000'), quantity: decimal('2') };
  const placed = (id: string, at: number) => ({ ...order, id, clientOrderId: id, createdAt: at, updatedAt: at });
  loaded.followSinceSaid();
  await fresh.core.rows('connection', [{ id: 'clock', value: ahead }]);
  await fresh.core.rows('orders', [placed('seen', 990 + ahead), placed('not seen', 1_010 + ahead)]);
  await fresh.core.rows('account', [{ id: 'account', freeCollateralAt: 1_000 }]);
  const claims = () => loaded.useSinceSaid.getState().since.claims;
  await expect.poll(claims).toEqual([{ symbol: order.symbol, value: '6000', at: 1_010 }]);
});

it('counts what positions lost since the account was read, also on a page that was loaded after it', async () => {
  followSinceSaid();
  const said = { id: 'account' as const, freeCollateralAt: Date.now(), crossPnlThen: decimal('-3') };
  await core.rows('positions', [{ id: 'p', symbol: closing.symbol, marginMode: 'CROSS', holding: decimal('1') }]);
  await core.rows('account', [said]);
  await expect.poll(() => useSinceSaid.getState().since.pnlThen).toBe('-3');
});
