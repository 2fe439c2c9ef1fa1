import type { InstrumentRow } from '../../../shared/contract.ts';
import { decimal } from '../../../shared/decimal.ts';

/** A perpetual with a tick of 0.5 and a lot of 0.001. */
export const PERPETUAL: InstrumentRow = {
  symbol: 'PERP_BTC_USDT',
  kind: 'perpetual',
  base: 'BTC',
  quote: 'USDT',
  status: 'TRADING',
  priceTick: decimal('0.5'),
  priceMin: decimal('0'),
  priceMax: decimal('0'),
  quantityStep: decimal('0.001'),
  quantityMin: decimal('0.001'),
  quantityMax: decimal('100'),
  minNotional: decimal('1'),
  bidCapRatio: null,
  bidFloorRatio: null,
  askCapRatio: null,
  askFloorRatio: null,
  rpiAllowed: false,
  fundingIntervalHours: 8,
  initialMarginRatio: null,
  maintenanceMarginRatio: null,
};
