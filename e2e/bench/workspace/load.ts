import type { BookRow, Candle, InstrumentRow, MarketRow, OrderRow } from '../../../shared/contract/contract.ts';
import { decimal, type Decimal } from '../../../shared/decimal.ts';
import { PERP } from '../../../shared/testing/instrument.ts';
import { orderRow } from '../../../shared/testing/order-row.ts';

/** What both pages are fed with: the same rows changing at the same pace, from one seed. */
export interface Load {
  /** Open orders at the start. */
  readonly orders: number;
  /** Order rows that change in a second. */
  readonly updates: number;
  /** Books in a second. */
  readonly books: number;
}

export const SYMBOL = 'PERP_BTC_USDT';
/** So often a share of the second's changes is handed out. */
export const PULSE_MS = 10;

export const INSTRUMENT: InstrumentRow = { ...PERP, quantityMax: decimal('1000'), minNotional: decimal('5') };

export const MARKET: MarketRow = {
  symbol: SYMBOL,
  bid: decimal('64200'),
  bidSize: decimal('1'),
  ask: decimal('64200.1'),
  askSize: decimal('1'),
  last: decimal('64200'),
  mark: decimal('64200'),
  index: decimal('64200'),
  open24h: decimal('64000'),
  high24h: decimal('65000'),
  low24h: decimal('63000'),
  volume24h: decimal('1000'),
  amount24h: decimal('64000000'),
  fundingRate: null,
  nextFundingTime: null,
  openInterest: null,
  at: null,
  state: 'live',
};

export interface LoadSource {
  orders(): readonly OrderRow[];
  /** The rows that change in one pulse. */
  pulse(): readonly OrderRow[];
  book(): BookRow;
  candles(): readonly Candle[];
}

/** Makes a source; two of the same load and seed tell the same. */
export function createLoad({ orders, updates }: Load, seed = 1): LoadSource {
  let state = seed >>> 0;
  /** 0 to 1, from a 32-bit xorshift. */
  function chance(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  }
  const fixed = (value: number, places: number): Decimal => decimal(String(Number(value.toFixed(places))));
  const began = 1_760_000_000_000;
  let now = began + orders;
  const rows: OrderRow[] = Array.from({ length: orders }, (_, index) =>
    orderRow(String(10 ** 15 + index), {
      clientOrderId: String(index + 1),
      symbol: SYMBOL,
      side: index % 2 === 0 ? 'BUY' : 'SELL',
      price: fixed(50_000 + chance() * 30_000, 1),
      quantity: decimal('10'),
      createdAt: began + index,
      updatedAt: began + index,
    }),
  );
  const perPulse = Math.max(1, Math.round((updates * PULSE_MS) / 1000));
  return {
    orders: () => rows,
    pulse: () => {
      now += PULSE_MS;
      return Array.from({ length: perPulse }, () => {
        const index = Math.floor(chance() * rows.length);
        const row = rows[index];
        if (row === undefined) throw new RangeError('There are no orders.');
        const changed: OrderRow = {
          ...row,
          status: 'PARTIAL_FILLED',
          executed: fixed(chance() * 9.9, 4),
          averagePrice: row.price,
          updatedAt: now,
        };
        rows[index] = changed;
        return changed;
      });
    },
    candles: () =>
      Array.from({ length: 500 }, (_, index) => {
        const open = 64_000 + Math.sin(index / 20) * 200;
        return {
          start: began + index * 60_000,
          open: fixed(open, 1),
          high: fixed(open + 40, 1),
          low: fixed(open - 30, 1),
          close: fixed(open + 10, 1),
          volume: decimal('1.5'),
        };
      }),
    book: () => {
      const middle = 64_000 + chance() * 400;
      const side = (direction: 1 | -1): [Decimal, Decimal][] =>
        Array.from({ length: 50 }, (_, level) => [
          fixed(middle + direction * (0.1 + level * 0.5), 1),
          fixed(0.01 + chance() * 2, 4),
        ]);
      return {
        id: SYMBOL,
        symbol: SYMBOL,
        rpi: false,
        bids: side(-1),
        asks: side(1),
        at: now,
        state: 'live',
        message: '',
      };
    },
  };
}
