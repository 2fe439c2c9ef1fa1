import type { InstrumentRow, OrderDraft } from '../../../../shared/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { emptyTicket } from '../reducer.ts';

/** Instruments and orders that the tests of this folder begin with. */
export const PERP: InstrumentRow = {
  symbol: 'PERP_BTC_USDT',
  kind: 'perpetual',
  base: 'BTC',
  quote: 'USDT',
  status: 'TRADING',
  priceTick: decimal('0.1'),
  priceMin: decimal('0.1'),
  priceMax: decimal('1000000'),
  quantityStep: decimal('0.0001'),
  quantityMin: decimal('0.0001'),
  quantityMax: decimal('200'),
  minNotional: decimal('10'),
  bidCapRatio: null,
  bidFloorRatio: null,
  askCapRatio: null,
  askFloorRatio: null,
  rpiAllowed: true,
  fundingIntervalHours: 8,
  initialMarginRatio: null,
  maintenanceMarginRatio: null,
};
export const SPOT: InstrumentRow = { ...PERP, symbol: 'SPOT_BTC_USDT', kind: 'spot', priceTick: decimal('0.01') };

export const LIMIT: OrderDraft = { ...emptyTicket(PERP.symbol).draft, price: '64210.5', quantity: '0.25' };
