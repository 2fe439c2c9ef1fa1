import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { feeOf, orderValue, type Fee } from '../../../../shared/rules/account/order-value.ts';
import { positionAfter } from '../../../../shared/rules/account/position.ts';
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
  neighbours,
  subtract,
  toDecimal,
  ZERO,
  type Decimal,
} from '../../../../shared/decimal.ts';
import { onlyCloses } from '../../../../shared/rules/position-math.ts';
import type { Books } from '../available/use-book.ts';
import { takesLiquidity, takingOf, type Taking } from './taking.ts';

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
  readonly books: Books;
}

/** What the order would do. */
export interface Summary {
  /** Value in quote currency; `about` where the market decides it. */
  readonly value: { readonly quote: Decimal; readonly about: boolean } | null;
  /** Base quantity: its own, or what its amount buys. */
  readonly quantity: Decimal | null;
  readonly fee: (Fee & { readonly role: 'maker' | 'taker' }) | null;
  readonly position: { readonly before: Decimal; readonly after: Decimal } | null;
  /** What it finds in the book; null for one that rests, or where the book is not known. */
  readonly taking: Taking | null;
  /** Share of the market price by which the price is worse than it (above for a buy), negative when better. */
  readonly worse: Decimal | null;
  /** Whether it would fill at once. */
  readonly crosses: boolean;
  readonly warnings: readonly string[];
}

const FAR = decimal('0.05');
const HUNDRED = decimal('100');

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

/** Whether the price of an order is at the other side of the book or beyond it. */
export function crossesBook(
  draft: Pick<OrderDraft, 'side' | 'price'>,
  around: Pick<Surroundings, 'bid' | 'ask'>,
): boolean {
  const limit = positive(draft.price);
  const market = known(draft.side === 'BUY' ? around.ask : around.bid);
  if (limit === null || market === null) return false;
  return draft.side === 'BUY' ? compare(limit, market) >= 0 : compare(limit, market) <= 0;
}

/**
 * Says what an order would cost and change, as far as that is known.
 *
 * @param draft as it would be sent; texts that are no numbers count as not known.
 */
export function summaryOf(draft: OrderDraft, instrument: InstrumentRow, around: Surroundings): Summary {
  const market = known(draft.side === 'BUY' ? around.ask : around.bid);
  const limit = positive(draft.price);
  const crosses = crossesBook(draft, around);
  const takes = takesLiquidity(draft, crosses);
  const taking = takes ? takingOf(draft, instrument, around.books) : null;
  const worse =
    limit === null || market === null
      ? null
      : divide(draft.side === 'BUY' ? subtract(limit, market) : subtract(market, limit), market, 6);
  const quantity = quantityOf(draft, instrument, around, taking);
  const value = valueOf(draft, around, taking);
  const role = takes ? ('taker' as const) : ('maker' as const);
  const fee = feeOf(instrument, draft.side, quantity, value?.quote ?? null, takes ? around.takerFee : around.makerFee);
  const summary = {
    value,
    quantity,
    fee: fee === null ? null : { ...fee, role },
    position: changeOf(draft, quantity, around.holding),
    taking,
    worse,
    crosses,
  };
  return { ...summary, warnings: warningsOf(draft, instrument, around, summary) };
}

/** What the order is worth: what it finds in the book, and the rest at its own price or at the worst that was found. */
function valueOf(
  draft: OrderDraft,
  around: Pick<Surroundings, 'bid' | 'ask'>,
  taking: Taking | null,
): Summary['value'] {
  const limit = positive(draft.price);
  const cost = taking?.found?.cost ?? null;
  if (cost === null || taking === null) {
    const amount = positive(draft.amount);
    const quote = orderValue(positive(draft.quantity), amount, valuedAt(draft, around));
    return quote === null ? null : { quote, about: limit === null };
  }
  const rest = taking.rest ?? ZERO;
  const beyond = taking.sizedBy === 'amount' ? rest : multiply(rest, limit ?? cost.worst);
  return { quote: add(cost.value, beyond), about: true };
}

function quantityOf(
  draft: OrderDraft,
  { quantityStep }: InstrumentRow,
  around: Pick<Surroundings, 'bid' | 'ask'>,
  taking: Taking | null,
): Decimal | null {
  const quantity = positive(draft.quantity);
  const amount = positive(draft.amount);
  if (quantity !== null || amount === null) return quantity;
  const found = taking?.found ?? null;
  if (found !== null && taking?.rest === null) return found.cost.filled;
  const price = valuedAt(draft, around);
  const size = price === null ? null : divide(amount, price);
  return size === null ? null : neighbours(size, quantityStep).below;
}

function positive(text: string): Decimal | null {
  return known(toDecimal(text));
}

function changeOf(draft: OrderDraft, quantity: Decimal | null, holding: Decimal | null): Summary['position'] {
  if (holding === null || quantity === null) return null;
  const fill = { side: draft.side, quantity, price: null, closes: onlyCloses(draft) };
  return { before: holding, after: positionAfter({ holding, entry: null }, fill).holding };
}

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
  const missing = missingWords(draft, instrument, summary.taking);
  if (missing !== null) words.push(missing);
  const { holding } = around;
  if (onlyCloses(draft) && holding !== null && !reduces(draft, holding))
    words.push(
      isZero(holding)
        ? `There is no position in ${instrument.symbol} to reduce.`
        : `The position is ${grouped(holding)} ${instrument.base}: a ${draft.side.toLowerCase()} does not reduce it.`,
    );
  return words;
}

/** What of an order finds nothing in the book; null where all of it does, or the book is not known. */
function missingWords(draft: OrderDraft, { base, quote }: InstrumentRow, taking: Taking | null): string | null {
  if (taking === null || taking.rest === null) return null;
  const rests = draft.type === 'LIMIT';
  const what = `${grouped(taking.rest)} ${taking.sizedBy === 'amount' ? quote : base}`;
  if (taking.goesOn && positive(draft.price) === null)
    return `${what} are beyond the levels of the book that are known: they cost more.`;
  if (rests) return null;
  return taking.found === null
    ? `Nothing in the book is there for it: it would not be filled.`
    : `${what} find nothing in the book and would not be filled.`;
}

const reduces = (draft: OrderDraft, holding: Decimal): boolean =>
  draft.side === 'BUY' ? isNegative(holding) : isPositive(holding);

/** "5.2 %", cut after one decimal. */
export const percent = (share: Decimal): string => `${atLeastPlaces(cut(multiply(share, HUNDRED), 1), 1)} %`;

/** "≈ 16,052.62 USDT": an estimate is cut to cents, anything else is whole; null while it is not known. */
export function valueWords({ value }: Pick<Summary, 'value'>, { quote }: Pick<InstrumentRow, 'quote'>): string | null {
  return value === null
    ? null
    : `${value.about ? '≈ ' : ''}${grouped(value.about ? cut(value.quote, 2) : value.quote)} ${quote}`;
}
