import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import {
  abs,
  add,
  atLeastPlaces,
  compare,
  cut,
  decimal,
  divide,
  grouped,
  isNegative,
  isPositive,
  isZero,
  known,
  multiply,
  subtract,
  toDecimal,
  ZERO,
  type Decimal,
} from '../../../../shared/decimal.ts';
import { onlyCloses } from '../../../../shared/rules/position-math.ts';

/** What is known of market and account; null where it is not. */
export interface Surroundings {
  readonly bid: Decimal | null;
  readonly ask: Decimal | null;
  /** Whether the quotes are old. */
  readonly old: boolean;
  /** Shares of the value, such as 0.0005. */
  readonly makerFee: Decimal | null;
  readonly takerFee: Decimal | null;
  /** Signed base quantity of the position that the order would change; null on spot. */
  readonly holding: Decimal | null;
}

/** What the order would do. */
export interface Summary {
  /** Value in quote currency; `about` where the market decides it. */
  readonly value: { readonly quote: Decimal; readonly about: boolean } | null;
  readonly fee: { readonly quote: Decimal; readonly role: 'maker' | 'taker' } | null;
  readonly position: { readonly before: Decimal; readonly after: Decimal } | null;
  /** Share of the market price by which the price is worse than it (above for a buy), negative when better. */
  readonly worse: Decimal | null;
  /** Whether it would fill at once. */
  readonly crosses: boolean;
  readonly warnings: readonly string[];
}

const FAR = decimal('0.05');
const HUNDRED = decimal('100');
const TAKES = new Set<OrderDraft['type']>(['MARKET', 'IOC', 'FOK']);

/** Shares of the value from the rates of the account, which count in hundredths of a percent (protocol.md, 3.2). */
export const feeShare = (rate: Decimal | null | undefined): Decimal | null =>
  rate === null || rate === undefined ? null : multiply(rate, decimal('0.0001'));

/** The price that an order of this type is valued by. */
export function valuedAt(draft: OrderDraft, around: Pick<Surroundings, 'bid' | 'ask'>): Decimal | null {
  switch (draft.type) {
    case 'MARKET':
      return known(draft.side === 'BUY' ? around.ask : around.bid);
    case 'ASK':
      return known(around.ask);
    case 'BID':
      return known(around.bid);
    default:
      return positive(draft.price);
  }
}

/**
 * Says what an order would cost and change, as far as that is known.
 *
 * @param draft as shown; texts that are no numbers count as not known.
 */
export function summaryOf(draft: OrderDraft, instrument: InstrumentRow, around: Surroundings): Summary {
  const price = valuedAt(draft, around);
  const quantity = positive(draft.quantity);
  const amount = positive(draft.amount);
  const quote = amount ?? (price === null || quantity === null ? null : multiply(price, quantity));
  const buys = draft.side === 'BUY';
  const market = known(buys ? around.ask : around.bid);
  const limit = positive(draft.price);
  const crosses =
    limit !== null && market !== null && (buys ? compare(limit, market) >= 0 : compare(limit, market) <= 0);
  const worse =
    limit === null || market === null
      ? null
      : divide(buys ? subtract(limit, market) : subtract(market, limit), market, 6);
  const role = takesLiquidity(draft, crosses) ? 'taker' : 'maker';
  const rate = role === 'taker' ? around.takerFee : around.makerFee;
  const summary = {
    value: quote === null ? null : { quote, about: limit === null && amount === null },
    fee: quote === null || rate === null ? null : ({ quote: multiply(quote, rate), role } as const),
    position: positionAfter(draft, quantity, around.holding),
    worse,
    crosses,
  };
  return { ...summary, warnings: warningsOf(draft, instrument, around, summary) };
}

function positive(text: string): Decimal | null {
  return known(toDecimal(text));
}

function takesLiquidity({ type, side }: OrderDraft, crosses: boolean): boolean {
  if (TAKES.has(type)) return true;
  // ASK joins the offers: a sell rests there, a buy takes them.
  if (type === 'ASK') return side === 'BUY';
  if (type === 'BID') return side === 'SELL';
  return type === 'LIMIT' && crosses;
}

function positionAfter(draft: OrderDraft, quantity: Decimal | null, holding: Decimal | null): Summary['position'] {
  if (holding === null || quantity === null) return null;
  const full = draft.side === 'BUY' ? add(holding, quantity) : subtract(holding, quantity);
  const overshoots = isNegative(holding) ? isPositive(full) : isNegative(full);
  const after =
    onlyCloses(draft) && (overshoots || compare(abs(full), abs(holding)) > 0) ? limitOf(holding, full) : full;
  return { before: holding, after };
}

/** What only closes goes to flat at most, and leaves a position that it would enlarge. */
const limitOf = (holding: Decimal, full: Decimal): Decimal =>
  isZero(holding) || isNegative(holding) === isNegative(full) ? holding : ZERO;

function warningsOf(
  draft: OrderDraft,
  instrument: InstrumentRow,
  around: Surroundings,
  summary: Omit<Summary, 'warnings'>,
): readonly string[] {
  const { worse, crosses } = summary;
  const words: string[] = [];
  // The ticket shows the best quotes whether a price is typed or not.
  if (around.old) words.push('The market price is old: what is worked out from it may be wrong.');
  if (worse !== null && compare(abs(worse), FAR) >= 0) {
    const above = (draft.side === 'BUY') === isPositive(worse);
    words.push(`The price is ${percent(abs(worse))} ${above ? 'above' : 'below'} the market.`);
  }
  if (crosses && draft.type === 'POST_ONLY') words.push('It would cross the book: a POST_ONLY order is then refused.');
  if (crosses && draft.type === 'RPI') words.push('It would cross the book.');
  if (crosses && draft.type === 'LIMIT') words.push('It crosses the book and fills at once.');
  const { holding } = around;
  if (onlyCloses(draft) && holding !== null && !reduces(draft, holding))
    words.push(
      isZero(holding)
        ? `There is no position in ${instrument.symbol} to reduce.`
        : `The position is ${grouped(holding)} ${instrument.base}: a ${draft.side.toLowerCase()} does not reduce it.`,
    );
  return words;
}

const reduces = (draft: OrderDraft, holding: Decimal): boolean =>
  draft.side === 'BUY' ? isNegative(holding) : isPositive(holding);

/** "5.2 %", cut after one decimal. */
export const percent = (share: Decimal): string => `${atLeastPlaces(cut(multiply(share, HUNDRED), 1), 1)} %`;

/** "≈ 16,052.625 USDT", or null while it is not known. */
export function valueWords({ value }: Pick<Summary, 'value'>, { quote }: Pick<InstrumentRow, 'quote'>): string | null {
  return value === null ? null : `${value.about ? '≈ ' : ''}${grouped(value.quote)} ${quote}`;
}
