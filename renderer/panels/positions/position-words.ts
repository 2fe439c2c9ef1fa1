import type { InstrumentRow, OrderDraft, OrderRow, PositionRow } from '../../../shared/contract/contract.ts';
import {
  abs,
  add,
  atLeastPlaces,
  compare,
  decimal,
  cut,
  grouped,
  isNegative,
  isPositive,
  isZero,
  subtract,
  toDecimal,
  ZERO,
  type Decimal,
} from '../../../shared/decimal.ts';
import { sentence } from '../../../shared/words/order-sentence.ts';
import { positionAfter, unrealisedPnl, type LiquidationDistance } from '../../../shared/rules/account/position.ts';

/** Decimals of a profit or loss in a cell; the whole number stands in its tooltip. */
export const PNL_PLACES = 4;

/** "long" or "short", by the sign of the holding. */
export const direction = ({ holding }: Pick<PositionRow, 'holding'>): 'long' | 'short' =>
  isNegative(holding) ? 'short' : 'long';

/** A profit or loss: always with a sign, since colour alone says nothing to some. */
export interface SignedText {
  /** Cut after {@link PNL_PLACES} decimals. */
  readonly text: string;
  /** Every digit. */
  readonly exact: string;
  readonly tone: 'up' | 'down' | 'none';
}

export function signedText(value: Decimal): SignedText {
  const sign = isPositive(value) ? '+' : isNegative(value) ? '−' : '';
  const size = abs(value);
  const short = cut(size, PNL_PLACES);
  return {
    text: `${sign}${grouped(atLeastPlaces(short, Math.min(2, PNL_PLACES)))}`,
    exact: `${sign}${grouped(size)}`,
    tone: sign === '' ? 'none' : sign === '+' ? 'up' : 'down',
  };
}

/**
 * Profit or loss of what a fill took off a position, after its fee where that is known in the quote currency; null where
 * the entry is not known, and where the order went beyond the position: its average price is that of the new one too.
 */
export function realised(
  { holding, averageOpenPrice }: Pick<PositionRow, 'holding' | 'averageOpenPrice'>,
  { executed, averagePrice, fee, feeAsset }: Pick<OrderRow, 'executed' | 'averagePrice' | 'fee' | 'feeAsset'>,
  quote: string | undefined,
): { readonly sum: SignedText; readonly afterFee: boolean } | null {
  if (isZero(executed) || compare(executed, abs(holding)) > 0) return null;
  const side = isNegative(holding) ? 'BUY' : 'SELL';
  const fill = { side, quantity: executed, price: averagePrice, closes: true } as const;
  const profit = positionAfter({ holding, entry: averageOpenPrice }, fill).realised;
  if (profit === null) return null;
  const afterFee = fee !== null && feeAsset !== null && feeAsset === quote;
  return { sum: signedText(afterFee ? subtract(profit, fee) : profit), afterFee };
}

/** Unrealised profit and loss of all positions, by quote currency; without those of {@link leftOut}. */
export function totals(
  positions: Iterable<PositionRow>,
  quoteOf: (symbol: string) => string | undefined,
): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const position of positions) {
    const quote = quoteOf(position.symbol);
    const profit = unrealisedPnl(position);
    if (quote !== undefined && profit !== null) sums.set(quote, add(sums.get(quote) ?? ZERO, profit));
  }
  return sums;
}

/** Symbols of positions that no sum has: their mark price or their rules are not known. */
export const leftOut = (
  positions: Iterable<PositionRow>,
  quoteOf: (symbol: string) => string | undefined,
): readonly string[] =>
  [...positions]
    .filter((position) => quoteOf(position.symbol) === undefined || unrealisedPnl(position) === null)
    .map(({ symbol }) => symbol);

const CLOSE = { percent: decimal('2'), left: decimal('0.15') };
const NEAR = { percent: decimal('5'), left: decimal('0.4') };

/** How loudly the distance to liquidation is shown. */
export function distanceLevel({ percent, left }: LiquidationDistance): 'far' | 'near' | 'close' {
  const within = (bound: typeof CLOSE): boolean =>
    compare(percent, bound.percent) < 0 || (left !== null && compare(left, bound.left) < 0);
  return within(CLOSE) ? 'close' : within(NEAR) ? 'near' : 'far';
}

/** The position to say something of: as it is now, unless it is gone or was turned around. */
export const asIsNow = (asked: PositionRow, now: PositionRow | undefined): PositionRow =>
  now !== undefined && direction(now) === direction(asked) ? now : asked;

/**
 * Why a position is not turned around: the order is of the size that was asked about, and of another
 * position it would open more, or a new one.
 *
 * @param now the position as it is; undefined when it is closed.
 */
export function whyNotReversed(asked: PositionRow, now: PositionRow | undefined): string | null {
  if (now === undefined) return 'The position is closed by now: there is nothing to reverse.';
  return compare(now.holding, asked.holding) === 0
    ? null
    : 'The position is another by now. Close this question and press Reverse again.';
}

/**
 * The order and what it does to the position, in one sentence:
 * "Sell 0.25 BTC at market, reduce only: this closes the whole long."
 */
export function consequence(
  position: Pick<PositionRow, 'holding'>,
  draft: OrderDraft,
  instrument: Pick<InstrumentRow, 'base' | 'quote' | 'kind'>,
): string {
  const order = sentence(draft, instrument);
  const quantity = toDecimal(draft.quantity);
  return quantity === null ? `${order}.` : `${order}: this ${effect(position, draft, quantity, instrument.base)}.`;
}

function effect(position: Pick<PositionRow, 'holding'>, draft: OrderDraft, quantity: Decimal, base: string): string {
  const now = direction(position);
  const size = abs(position.holding);
  const rest = subtract(size, quantity);
  if (isZero(rest))
    return draft.type === 'MARKET' ? `closes the whole ${now}` : `closes the whole ${now} once it is filled`;
  if (isPositive(rest)) return `leaves a ${now} of ${grouped(rest)} ${base}`;
  if (draft.reduceOnly) return `is more than the ${now} of ${grouped(size)} ${base}`;
  const other = now === 'long' ? 'short' : 'long';
  return `turns the ${now} of ${grouped(size)} ${base} into a ${other} of ${grouped(abs(rest))} ${base}`;
}
