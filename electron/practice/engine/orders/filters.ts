import type { Account } from '../model.ts';
import { bestShown, ladderOf, type Book } from './book.ts';
import { fixed, times, unitsOf, type Fixed } from '../money/fixed.ts';
import type { Draft } from './draft.ts';
import { refuse } from '../refusal.ts';
import { CAPS, type Instrument } from '../symbols.ts';
import { pricesOf, type Venue } from '../venue.ts';

/** Numbers of an order in ticks and lots. */
export interface Sizes {
  readonly price: number;
  readonly quantity: number;
  readonly visible: number;
}

const BID_CAP = fixed(CAPS.bidCap);
const ASK_FLOOR = fixed(CAPS.askFloor);

/** A price in ticks, within quoteMin and quoteMax (protocol.md, 2.1; -1103). */
export function ticksOf(price: Fixed | null, instrument: Instrument, name = 'price'): number {
  if (price === null) throw refuse('invalidParameter', `${name} is required for this order type.`);
  if (price <= 0n) throw refuse('invalidParameter', `${name} must be above zero.`);
  const ticks = unitsOf(price, instrument.tick);
  if (ticks === null) throw refuse('priceTick', `${name} must be a multiple of ${instrument.quoteTick}.`);
  if (ticks < instrument.minTicks || ticks > instrument.maxTicks)
    throw refuse('priceTick', `${name} must be from ${instrument.quoteMin} to ${instrument.quoteMax}.`);
  return ticks;
}

/** A quantity in lots, within baseMin and baseMax (-1104, 302164, -1008). */
export function lotsOf(quantity: Fixed, instrument: Instrument, name = 'quantity'): number {
  if (quantity <= 0n) throw refuse('invalidParameter', `${name} must be above zero.`);
  const lots = unitsOf(quantity, instrument.lot);
  if (lots === null) throw refuse('quantityStep', `${name} must be a multiple of ${instrument.baseTick}.`);
  if (lots < instrument.minLots) throw refuse('tooSmall', `${name} must be at least ${instrument.baseMin}.`);
  if (lots > instrument.maxLots) throw refuse('tooLarge', `${name} must be at most ${instrument.baseMax}.`);
  return lots;
}

/** Price, size, notional and distance from the market of an order against the filters of its symbol. */
export function checkFilters(
  venue: Venue,
  account: Account,
  instrument: Instrument,
  book: Book,
  draft: Draft,
  price: number,
): Sizes {
  if (draft.amount !== null && draft.amount <= 0n) throw refuse('invalidParameter', 'amount must be above zero.');
  // Without margin a spot market, ask or bid order is sized by amount to buy and by quantity to sell (protocol.md, 2.1).
  if (instrument.kind === 'spot' && account.mode === 'PURE_SPOT' && ['MARKET', 'ASK', 'BID'].includes(draft.type)) {
    if (draft.side === 'BUY' && draft.amount === null)
      throw refuse('buyNeedsAmount', `A spot ${draft.type} buy needs amount.`);
    if (draft.side === 'SELL' && draft.quantity === null)
      throw refuse('sellNeedsQuantity', `A spot ${draft.type} sell needs quantity.`);
  }
  const quantity = sizeOf(instrument, draft, price);
  const reference = price !== 0 ? price : (bestPrice(book, draft) ?? pricesOf(venue, instrument.symbol).mark);
  const worth = draft.amount ?? BigInt(reference) * BigInt(quantity) * instrument.unit;
  if (worth < instrument.minimum && !draft.reduceOnly && !draft.forced)
    throw refuse('belowNotional', `The order must be worth at least ${instrument.minNotional} ${instrument.quote}.`);
  if (price !== 0 && !account.house) checkDistance(instrument, book, draft, price);
  const visible =
    draft.visible === null || draft.visible === 0n ? null : lotsOf(draft.visible, instrument, 'visibleQuantity');
  if (visible !== null && visible > quantity)
    throw refuse('invalidParameter', 'visibleQuantity must not be above quantity.');
  return { price, quantity, visible: draft.visible === 0n ? 0 : (visible ?? quantity) };
}

function sizeOf(instrument: Instrument, draft: Draft, price: number): number {
  if (draft.quantity !== null) return lotsOf(draft.quantity, instrument);
  if (price === 0 || draft.amount === null) return 0;
  const lots = draft.amount / (BigInt(price) * instrument.unit);
  if (lots < BigInt(instrument.minLots)) throw refuse('tooSmall', 'amount buys less than the smallest quantity.');
  if (lots > BigInt(instrument.maxLots)) throw refuse('tooLarge', 'amount buys more than the largest quantity.');
  return Number(lots);
}

const bestPrice = (book: Book, draft: Draft): number | null =>
  bestShown(ladderOf(book, draft.side === 'BUY' ? 'SELL' : 'BUY', false))?.price ?? null;

/** BUY at most bestAsk * bidCapRatio, SELL at least bestBid * askFloorRatio (-1105). */
export function checkDistance(instrument: Instrument, book: Book, draft: Pick<Draft, 'side'>, price: number): void {
  const buys = draft.side === 'BUY';
  const best = bestShown(ladderOf(book, buys ? 'SELL' : 'BUY', false));
  if (best === null) return;
  const value = BigInt(price) * instrument.tick;
  const bound = times(BigInt(best.price) * instrument.tick, buys ? BID_CAP : ASK_FLOOR);
  if (buys ? value > bound : value < bound)
    throw refuse('priceTooFar', `price is too far from the market (${buys ? 'bid cap' : 'ask floor'}).`);
}
