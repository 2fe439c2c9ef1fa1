import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { OrderRow, PositionRow } from '../../shared/contract.ts';
import { decimal } from '../../shared/decimal.ts';
import { useNoticeList } from '../state/notices.ts';
import { PERP } from '../../shared/testing/instrument.ts';
import { cancelSymbol, closePositions, quantityOf } from './safe-keys.ts';

const ask = vi.hoisted(() => vi.fn());
/** Feeds whose rows have come, by name. */
const rows = vi.hoisted(() => new Map<string, ReadonlyMap<string, unknown>>());
vi.mock(import('../bridge.ts'), async (original) => ({ ...(await original()), ask }));
vi.mock(import('../state/feeds.ts'), async (original) => ({
  ...(await original()),
  peekFeed: (name: string) => (rows.get(name) ?? new Map()) as never,
  isKnown: (name: string) => rows.has(name),
}));
vi.mock(import('../state/press.ts'), () => ({
  newPress: () => ({ commandId: 'c0ffee00', environment: 'practice', profile: 'practice', by: 'key' }) as const,
}));

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

  beforeEach(() => {
    useNoticeList.setState({ toasts: [] });
    rows.clear();
    ask.mockReset();
    rows.set('instruments', new Map([[SYMBOL, PERP]]));
    rows.set('positions', new Map([[SYMBOL, position]]));
    rows.set('orders', new Map());
  });

  it('does not call a position or an order absent that is not known yet', () => {
    rows.delete('positions');
    rows.delete('orders');
    closePositions('all');
    cancelSymbol();
    expect(said()).toEqual([
      'The positions are not known yet: nothing was closed.',
      'The open orders are not known yet: nothing was cancelled.',
    ]);
  });

  it('says that the rules of the symbol are missing, where no order can be made without them', () => {
    rows.set('instruments', new Map());
    closePositions('all');
    expect(said()).toEqual([`The position in ${SYMBOL} was not closed.`]);
  });

  it('says so when a press is dropped because the order before is on its way, and takes the next after a refusal', async () => {
    const fault = { kind: 'RateLimited', endpoint: 'trade.placeOrder', retryAt: 0 } as const;
    ask.mockResolvedValue({ status: 'rejected', clientOrderId: null, fault });
    closePositions('half');
    closePositions('all');
    expect(said()).toEqual([`An order that closes the position in ${SYMBOL} is on its way: no second one was sent.`]);
    await expect.poll(said).toHaveLength(2);
    closePositions('all');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('does not say that no order is open while one has no id to cancel it by', () => {
    rows.set('orders', new Map([['c:7', { id: 'c:7', symbol: SYMBOL, open: true, orderId: null } as OrderRow]]));
    cancelSymbol();
    expect(said()).toEqual([`1 order of ${SYMBOL} cannot be cancelled yet: the exchange has not given it an id.`]);
  });
});
