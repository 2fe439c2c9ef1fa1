import type { InstrumentRow } from '../contract/contract.ts';
import { decimal } from '../decimal.ts';

/** A perpetual with the filters of the practice exchange’s first. */
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

/** One with a tick of 0.5, a lot of 0.001 and no bounds of the price. */
export const COARSE_PERP: InstrumentRow = {
  ...PERP,
  priceTick: decimal('0.5'),
  priceMin: decimal('0'),
  priceMax: decimal('0'),
  quantityStep: decimal('0.001'),
  quantityMin: decimal('0.001'),
  quantityMax: decimal('100'),
  minNotional: decimal('1'),
  rpiAllowed: false,
};
