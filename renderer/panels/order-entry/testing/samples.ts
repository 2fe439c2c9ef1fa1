import type { BookRow, InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { emptyTicket } from '../reducer.ts';

/** Instruments and orders that the tests of this folder begin with. */
export const SPOT: InstrumentRow = { ...PERP, symbol: 'SPOT_BTC_USDT', kind: 'spot', priceTick: decimal('0.01') };

export const LIMIT: OrderDraft = { ...emptyTicket(PERP.symbol).draft, price: '64210.5', quantity: '0.25' };

/** A book of levels as text, best first. */
export function bookOf(levels: {
  readonly asks: readonly (readonly [string, string])[];
  readonly bids: readonly (readonly [string, string])[];
}): BookRow {
  const read = (side: typeof levels.asks): BookRow['asks'] =>
    side.map(([price, size]) => [decimal(price), decimal(size)]);
  return {
    id: PERP.symbol,
    symbol: PERP.symbol,
    rpi: false,
    asks: read(levels.asks),
    bids: read(levels.bids),
    at: null,
    state: 'live',
    message: '',
  };
}
