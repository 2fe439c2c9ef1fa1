import type { InstrumentRow, OrderRow } from '../../../shared/contract/contract.ts';
import { atLeastPlaces, cut, decimalsOf, grouped, isPositive, isZero, type Decimal } from '../../../shared/decimal.ts';
import { averageText } from '../../ui/text/average-text.ts';
import { followFeed } from '../feeds/feeds.ts';

/** How an order goes on after it was accepted, in the words of the screen. */
export interface OrderEnd {
  /** `working` while it can still change. */
  readonly kind: 'working' | 'filled' | 'cancelled' | 'rejected';
  /** "Bought 0.1000 BTC at 64,196.5", "Rejected", "Cancelled". */
  readonly title: string;
  /** Fee, time taken, or the exchange's reason; "" for none. */
  readonly detail: string;
}

/** An order of this page that is followed to its end. */
export interface Followed {
  readonly order: OrderRow;
  /** Ms from the press to the word that is shown, by this machine's clock. */
  readonly tookMs: number;
}

type Units = Pick<InstrumentRow, 'base' | 'priceTick' | 'quantityStep'>;

/**
 * What became of an accepted order.
 *
 * @param followed undefined while the orders do not tell of it yet.
 * @param units of its instrument; undefined while its rules are not known.
 * @returns null while there is nothing to say beyond that it was accepted.
 */
export function endOfOrder(followed: Followed | undefined, units: Units | undefined): OrderEnd | null {
  if (followed === undefined) return null;
  const { order, tookMs } = followed;
  const { open, executed, status } = order;
  const reason = sentenceOf(order.reason);
  if (isZero(executed)) {
    if (open) return null;
    const refused = status === 'REJECTED';
    const word = refused ? 'Rejected' : /^CANCELL?ED$/.test(status) ? 'Cancelled' : status;
    return { kind: refused ? 'rejected' : 'cancelled', title: word, detail: reason };
  }
  const size = sizeWords(executed, units);
  const whole = order.quantity;
  const partly = whole !== null && executed !== whole && (open || status !== 'FILLED');
  const title = `${order.side === 'BUY' ? 'Bought' : 'Sold'} ${size}${partly ? ` of ${sizeWords(whole, units)}` : ''}${baseWord(units)}${priceWords(order.averagePrice, units)}`;
  const rest = !partly
    ? ''
    : open
      ? 'The rest is working.'
      : `The rest was cancelled${reason === '' ? '.' : `: ${reason}`}`;
  const facts = [feeWords(order), spanWords(tookMs)].filter((word) => word !== '').join(' · ');
  return {
    kind: open ? 'working' : partly ? 'cancelled' : 'filled',
    title,
    detail: [facts, rest].filter(Boolean).join('. '),
  };
}

const baseWord = (units: Units | undefined): string => (units === undefined ? '' : ` ${units.base}`);
const sizeWords = (size: Decimal, units: Units | undefined): string =>
  grouped(units === undefined ? size : atLeastPlaces(size, decimalsOf(units.quantityStep)));

function priceWords(price: Decimal | null, units: Units | undefined): string {
  if (price === null || !isPositive(price)) return '';
  if (units === undefined) return ` at ${grouped(price)}`;
  const places = decimalsOf(units.priceTick);
  return ` at ${averageText(price, places)}`;
}

/** A fee that is money back has its sign. */
const feeWords = ({ fee, feeAsset }: OrderRow): string =>
  fee === null || isZero(fee) ? '' : `fee ${grouped(cut(fee, 8))}${feeAsset === null ? '' : ` ${feeAsset}`}`;

const spanWords = (ms: number): string =>
  ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : '';

/** The exchange's reason as the end of a sentence. */
const sentenceOf = (reason: string | null): string => {
  const text = reason?.trim() ?? '';
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
};

/**
 * Follows an order that was accepted until it ends.
 *
 * @param ids one of them is enough.
 * @param pressedAt this machine's ms.
 * @param tell called at each word on it, the last time when it is not open any more.
 */
export function followOrder(
  { orderId, clientOrderId }: { readonly orderId: string | null; readonly clientOrderId: string | null },
  pressedAt: number,
  tell: (followed: Followed) => void,
): void {
  if (orderId === null && clientOrderId === null) return;
  const isMine = (row: OrderRow): boolean =>
    (orderId !== null && row.orderId === orderId) || (clientOrderId !== null && row.clientOrderId === clientOrderId);
  let stop = (): void => undefined;
  let ended = false;
  let last: OrderRow | null = null;
  stop = followFeed('orders', '', (step) => {
    const order = ended ? undefined : step.put.find(isMine);
    // A row that comes again unchanged is no word.
    if (order === undefined || order === last) return;
    last = order;
    ended = !order.open;
    tell({ order, tookMs: Date.now() - pressedAt });
    // The follower may be called before it is known how to end it.
    if (ended) queueMicrotask(() => stop());
  });
}
