import { beforeEach, describe, expect, it, test } from 'vitest';
import type { PositionRow } from '../../../shared/contract/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { useNoticeList } from '../../state/notices.ts';
import { PERP } from '../../../shared/testing/instrument.ts';
import { orderRow } from '../../../shared/testing/order-row.ts';
import { core } from '../../testing/core.ts';
import { cancelSymbol, closePositions, quantityOf } from './safe-keys.ts';

test.each([
  ['0.25', 'all', '0.25'],
  ['-0.25', 'all', '0.25'],
  ['-0.25', 'half', '0.12'],
  ['0.01', 'half', '0'],
] as const)('a position of %s closed by %s is an order of %s', (holding, share, quantity) => {
  expect(quantityOf({ holding: decimal(holding) }, share, decimal('0.01'))).toBe(quantity);
});

describe('a key that takes risk away', () => {
  const SYMBOL = 'PERP_BTC_USDT';
  const position = {
    id: SYMBOL,
    symbol: SYMBOL,
    holding: '0.25',
    positionSide: 'BOTH',
    marginMode: 'CROSS',
  } as PositionRow;
  const said = (): readonly string[] => useNoticeList.getState().toasts.map(({ text }) => text);

  const tell = async (): Promise<void> => {
    await core.account();
    await core.rows('instruments', [PERP]);
    await core.rows('positions', [position]);
    await core.rows('orders', []);
  };

  beforeEach(() => {
    useNoticeList.setState({ toasts: [] });
    core.reset();
  });

  it('does not call a position or an order absent that is not known yet', () => {
    closePositions('all');
    cancelSymbol();
    expect(said()).toEqual([
      'The positions are not known yet: nothing was closed.',
      'The open orders are not known yet: nothing was cancelled.',
    ]);
  });

  it('says that the rules of the symbol are missing, where no order can be made without them', async () => {
    await tell();
    await core.rows('instruments', []);
    closePositions('all');
    expect(said()).toEqual([`The position in ${SYMBOL} was not closed.`]);
  });

  it('says so when a press is dropped because the order before is on its way, and takes the next after a refusal', async () => {
    const fault = { kind: 'RateLimited', endpoint: 'trade.placeOrder', retryAt: 0 } as const;
    await tell();
    core.answer('orders.place', () => ({ status: 'rejected', clientOrderId: null, fault }));
    closePositions('half');
    closePositions('all');
    expect(said()).toEqual([`An order that closes the position in ${SYMBOL} is on its way: no second one was sent.`]);
    await expect.poll(said).toHaveLength(2);
    closePositions('all');
    expect(core.asked()).toHaveLength(2);
  });

  it('does not say that no order is open while one has no id to cancel it by', async () => {
    await tell();
    await core.rows('orders', [orderRow('c:7', { symbol: SYMBOL, orderId: null })]);
    cancelSymbol();
    expect(said()).toEqual([`1 order of ${SYMBOL} cannot be cancelled yet: the exchange has not given it an id.`]);
  });
});
