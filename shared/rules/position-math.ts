import type { OrderDraft, PositionRow } from '../contract/contract.ts';
import { abs, decimal, isPositive, isZero, multiply } from '../decimal.ts';

/** What is worked out from a position, exactly, and the orders that end it. */

/**
 * The id of a position's row. A symbol can be held with cross and with isolated margin at once: each is
 * a position of its own.
 *
 * @param marginMode anything but ISOLATED counts as CROSS, which is what an order without one has.
 */
export const positionId = (symbol: string, positionSide: string, marginMode: string | null): string =>
  `${symbol} ${positionSide}${marginMode === 'ISOLATED' ? ' ISOLATED' : ''}`;

/**
 * Whether an order can only reduce its position: it says so, or it closes one of hedge mode's two, a sell
 * of the long or a buy of the short (protocol.md, 2.1).
 */
export const onlyCloses = ({
  side,
  positionSide,
  reduceOnly,
}: {
  readonly side: string;
  readonly positionSide: string;
  readonly reduceOnly: boolean;
}): boolean =>
  reduceOnly || (positionSide === 'LONG' && side === 'SELL') || (positionSide === 'SHORT' && side === 'BUY');

const TWO = decimal('2');

/** How a position is closed: at market, or with a limit order at a price as typed. */
export type ClosePrice = { readonly type: 'MARKET' } | { readonly type: 'LIMIT'; readonly price: string };

/**
 * The order that closes a position, or part of it: the other side, reduce only, of the same position
 * side and margin mode.
 *
 * @param quantity as typed; the whole holding when left out.
 * @returns null where the position is flat or of a side that is not known.
 */
export function closeDraft(
  position: Pick<PositionRow, 'symbol' | 'holding' | 'positionSide' | 'marginMode'>,
  how: ClosePrice,
  quantity: string = abs(position.holding),
): OrderDraft | null {
  const positionSide = sideOf(position.positionSide);
  if (positionSide === null || isZero(position.holding)) return null;
  return {
    symbol: position.symbol,
    side: isPositive(position.holding) ? 'SELL' : 'BUY',
    type: how.type,
    price: how.type === 'LIMIT' ? how.price : '',
    quantity,
    amount: '',
    visibleQuantity: '',
    positionSide,
    marginMode: position.marginMode === 'ISOLATED' ? 'ISOLATED' : 'CROSS',
    bidAskLevel: '',
    reduceOnly: true,
    clientOrderId: '',
    orderTag: '',
  };
}

/**
 * The order that turns a one-way position into one of the same size on the other side: a market order of
 * twice the holding.
 *
 * @returns null where the position is flat, or is one of hedge mode's two, which no single order can turn.
 */
export function reverseDraft(
  position: Pick<PositionRow, 'symbol' | 'holding' | 'positionSide' | 'marginMode'>,
): OrderDraft | null {
  if (position.positionSide !== 'BOTH') return null;
  const close = closeDraft(position, { type: 'MARKET' }, multiply(abs(position.holding), TWO));
  return close === null ? null : { ...close, reduceOnly: false };
}

const sideOf = (word: string): OrderDraft['positionSide'] | null =>
  word === 'BOTH' || word === 'LONG' || word === 'SHORT' ? word : null;
