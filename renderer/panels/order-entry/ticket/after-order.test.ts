import { describe, expect, it } from 'vitest';
import type { BalanceRow, OrderDraft, PositionRow } from '../../../../shared/contract/contract.ts';
import { decimal, type Decimal } from '../../../../shared/decimal.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { LIMIT } from '../testing/samples.ts';
import { liquidationChange, type Risk } from './after-order.ts';

const RATED = { ...PERP, maintenanceMarginRatio: decimal('0.012') };
const position = (change: Partial<PositionRow>): PositionRow => ({
  id: 'PERP_BTC_USDT BOTH',
  symbol: 'PERP_BTC_USDT',
  positionSide: 'BOTH',
  holding: decimal('30'),
  averageOpenPrice: decimal('64003.8'),
  markPrice: decimal('64003.8'),
  liquidationPrice: null,
  settlePrice: null,
  leverage: 10,
  marginMode: 'CROSS',
  isolatedMargin: null,
  pnl24h: null,
  fee24h: null,
  pendingLong: null,
  pendingShort: null,
  adlQuantile: null,
  at: null,
  ...change,
});
const balance = (token: string, holding: string): BalanceRow => ({
  token,
  holding: decimal(holding),
  frozen: decimal('0'),
  available: null,
  interest: null,
  averageOpenPrice: null,
  markPrice: null,
  at: null,
});
const RATIOS = new Map([
  ['USDT', decimal('1')],
  ['BTC', decimal('0.95')],
]);
const risk = (positions: readonly PositionRow[], change: Partial<Risk> = {}): Risk => ({
  collateral: decimal('276391.89'),
  positions,
  balances: [balance('USDT', '99000'), balance('BTC', '2')],
  ratioOf: (token) => RATIOS.get(token) ?? null,
  instrumentOf: () => RATED,
  ...change,
});
const around = { mark: decimal('64003.8'), leverage: 10 };
const change = (draft: Partial<OrderDraft>, of: Risk, quantity: string, price = '64003.8') =>
  liquidationChange(
    { ...LIMIT, ...draft },
    RATED,
    { quantity: decimal(quantity), fee: null },
    around,
    decimal(price),
    of,
  );
const cents = (price: Decimal | null | undefined): number => Math.floor(Number(price ?? 'NaN'));

describe('liquidation before and after an order', () => {
  it('counts collateral that falls with the market', () => {
    // (31.9 × 64,003.8 − 276,391.89) / (31.9 − 0.36)
    const found = change({ side: 'SELL' }, risk([position({})]), '27');
    expect(cents(found?.before.price)).toBe(55_971);
    // What 3 BTC of long and 1.9 of collateral stand: (4.9 × 64,003.8 − 276,391.89) / (4.9 − 0.036)
    expect(cents(found?.after.price)).toBe(7_653);
  });

  it('is none where no price of the symbol does it', () => {
    const found = change({}, risk([position({ holding: decimal('-0.0002') })]), '0.0002');
    expect(found).toEqual({ before: { price: null }, after: { price: null } });
  });

  it('counts both legs of hedge mode', () => {
    const long = position({ id: 'PERP_BTC_USDT LONG', positionSide: 'LONG', holding: decimal('3') });
    const short = position({ id: 'PERP_BTC_USDT SHORT', positionSide: 'SHORT', holding: decimal('-5') });
    const found = change({ side: 'BUY', positionSide: 'SHORT' }, risk([long, short]), '5');
    // Short of 2 less 1.9 of collateral: far above a million.
    expect(found?.before.price).toBeNull();
    expect(cents(found?.after.price)).toBe(7_653);
  });

  it('counts the fill’s own loss and fee against the mark', () => {
    const of = risk([position({ holding: decimal('0') })], { balances: [], collateral: decimal('10000') });
    const found = liquidationChange(
      LIMIT,
      RATED,
      { quantity: decimal('1'), fee: { token: 'USDT', amount: decimal('32'), role: 'taker' } },
      around,
      decimal('64103.8'),
      of,
    );
    // (64,003.8 − (10,000 − 100 − 32)) / 0.988
    expect(cents(found?.after.price)).toBe(54_793);
  });

  it('is that of the margin of an isolated position, which an order adds to', () => {
    const held = position({
      id: 'PERP_BTC_USDT BOTH ISOLATED',
      holding: decimal('1'),
      averageOpenPrice: decimal('64010.67'),
      marginMode: 'ISOLATED',
      isolatedMargin: decimal('6401.07'),
    });
    const found = change({ marginMode: 'ISOLATED' }, risk([held]), '1', '64010.67');
    expect(cents(found?.before.price)).toBe(58_309);
    expect(cents(found?.after.price)).toBe(58_309);
    // Half of it: the margin of the rest stays in proportion.
    expect(cents(change({ marginMode: 'ISOLATED', side: 'SELL' }, risk([held]), '0.5')?.after.price)).toBe(58_309);
    expect(change({ marginMode: 'ISOLATED', side: 'SELL' }, risk([held]), '1')?.after.price).toBeNull();
  });

  it('is not known while a mark, a rate or the haircuts are not', () => {
    expect(change({}, risk([position({ markPrice: null })]), '1')).toBeNull();
    expect(change({}, risk([position({})], { ratioOf: null }), '1')).toBeNull();
    expect(change({}, risk([position({})], { collateral: null }), '1')).toBeNull();
    expect(change({}, risk([position({})], { instrumentOf: () => PERP }), '1')).toBeNull();
  });
});
