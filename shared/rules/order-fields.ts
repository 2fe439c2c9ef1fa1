import type { InstrumentRow, OrderDraft, OrderType } from '../contract/contract.ts';
import type { Decimal } from '../decimal.ts';

/** The fields of E7's body in the order in which they are sent; absent ones are left out. */
export interface PlaceOrder {
  readonly symbol: string;
  readonly clientOrderId?: string;
  readonly orderTag?: string;
  readonly side: 'BUY' | 'SELL';
  readonly positionSide?: 'BOTH' | 'LONG' | 'SHORT';
  readonly type: OrderType;
  readonly price?: Decimal;
  readonly quantity?: Decimal;
  readonly amount?: Decimal;
  readonly reduceOnly?: boolean;
  readonly visibleQuantity?: Decimal;
  readonly marginMode?: 'CROSS' | 'ISOLATED';
  readonly bidAskLevel?: number;
}

/** What is known besides the order; every part may be unknown, and then its rule is left to the exchange. */
export interface OrderContext {
  readonly accountMode?: string | null;
  readonly positionMode?: string | null;
  /** For the notional of an order without a price. */
  readonly bestBid?: Decimal | null;
  readonly bestAsk?: Decimal | null;
}

export type DraftField =
  | 'price'
  | 'quantity'
  | 'amount'
  | 'visibleQuantity'
  | 'positionSide'
  | 'marginMode'
  | 'bidAskLevel'
  | 'reduceOnly'
  | 'clientOrderId'
  | 'orderTag';

export type Applicability =
  | { readonly applies: true; readonly required: boolean }
  | { readonly applies: false; readonly why: string };

/** Types that carry a price. */
export const PRICED: ReadonlySet<OrderType> = new Set(['LIMIT', 'IOC', 'FOK', 'POST_ONLY', 'RPI']);
const JOINS_BOOK: ReadonlySet<OrderType> = new Set(['ASK', 'BID']);
const RESTS: ReadonlySet<OrderType> = new Set(['LIMIT', 'POST_ONLY', 'RPI', 'ASK', 'BID']);
/** Highest book level that ASK and BID may join (protocol.md, section 8). */
export const MAX_BID_ASK_LEVEL = 5;

const yes = (required: boolean): Applicability => ({ applies: true, required });
const no = (why: string): Applicability => ({ applies: false, why });

/**
 * Says for each field whether it can be filled in, and why not.
 *
 * @param draft only `type` and `side` are read.
 * @param kind of the instrument.
 * @param context account and position mode where known.
 */
export function applicability(
  draft: Pick<OrderDraft, 'type' | 'side'>,
  kind: InstrumentRow['kind'],
  context: OrderContext = {},
): Readonly<Record<DraftField, Applicability>> {
  const { type, side } = draft;
  const priced = PRICED.has(type);
  const perpetual = kind === 'perpetual';
  const perpetualOnly = (what: string): Applicability =>
    perpetual ? yes(false) : no(`${what} is for perpetuals; this is a spot symbol.`);
  // Spot without margin sizes its market, ask and bid buys by amount and its sells by quantity (302147 to 302152).
  const pureSpot = !perpetual && !priced && (context.accountMode ?? 'PURE_SPOT') === 'PURE_SPOT';
  return {
    price: priced ? yes(true) : no(`${type} ignores price: it takes what the book offers.`),
    quantity:
      pureSpot && side === 'BUY'
        ? no(`A spot ${type} buy is sized by amount: what to spend in quote currency.`)
        : yes(priced || pureSpot),
    amount: priced
      ? no(`${type} is sized by quantity; amount is for MARKET, ASK and BID.`)
      : pureSpot && side === 'SELL'
        ? no(`A spot ${type} sell is sized by quantity.`)
        : yes(pureSpot),
    visibleQuantity: RESTS.has(type)
      ? yes(false)
      : no(`${type} never rests in the book, so nothing of it can be hidden.`),
    positionSide: perpetualOnly('Position side'),
    marginMode: perpetualOnly('Margin mode'),
    bidAskLevel: JOINS_BOOK.has(type) ? yes(false) : no('Only ASK and BID join a level of the book.'),
    reduceOnly: perpetualOnly('Reduce only'),
    clientOrderId: yes(false),
    orderTag: yes(false),
  };
}
