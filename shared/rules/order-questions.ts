import type { Environment } from '../contract-kit.ts';
import {
  abs,
  add,
  compare,
  cut,
  decimal,
  decimalsOf,
  divide,
  grouped,
  isNegative,
  isPositive,
  isZero,
  multiply,
  subtract,
  toDecimal,
  type Decimal,
} from '../decimal.ts';

export const CONFIRM_MODES = ['off', 'large', 'always'] as const;
export type ConfirmMode = (typeof CONFIRM_MODES)[number];

/** The mode of questions before an order leaves, and the size of a large one. */
export interface ConfirmSettings {
  readonly mode: ConfirmMode;
  /** Value in quote currency from which an order is large; text as typed. */
  readonly largeFrom: string;
}

const DEFAULT_LARGE = decimal('50000');
/** An order of more than so many times the position is asked about. */
export const DEFAULT_TIMES = decimal('5');

/** Live starts at always; nothing is lost on the practice exchange. */
const FIRST: Readonly<Record<Environment, ConfirmSettings>> = {
  practice: { mode: 'large', largeFrom: DEFAULT_LARGE },
  staging: { mode: 'large', largeFrom: DEFAULT_LARGE },
  live: { mode: 'always', largeFrom: DEFAULT_LARGE },
};

/** The stored settings of an environment; unreadable ones turn no question off. */
export const settingsOf = (stored: ConfirmSettings | undefined, environment: Environment): ConfirmSettings =>
  stored !== undefined && CONFIRM_MODES.includes(stored.mode) && typeof stored.largeFrom === 'string'
    ? stored
    : FIRST[environment];

/** The value from which an order is large; the first one where the typed text is no number above zero. */
export const largeFrom = ({ largeFrom: text }: ConfirmSettings): Decimal => positive(text) ?? DEFAULT_LARGE;
/** The times of the position as typed; the first ones where the text is no number above zero. */
export const timesOf = (text: string): Decimal => positive(text) ?? DEFAULT_TIMES;

function positive(text: string): Decimal | null {
  const typed = toDecimal(text);
  return typed !== null && isPositive(typed) ? typed : null;
}

/** The kept choices of one environment about questions. */
export interface QuestionSettings {
  readonly environment: Environment;
  readonly confirm: ConfirmSettings;
  /** Times of the position; {@link timesOf}. */
  readonly times: Decimal;
}

/** An order as the questions see it. Quantities are of the base currency, amounts and values of the quote currency. */
export interface AskedOrder {
  readonly side: 'BUY' | 'SELL';
  readonly base: string;
  readonly quantityStep: Decimal;
  /** The quantity that may still be filled; null for an order that is sized by amount. */
  readonly quantity: Decimal | null;
  readonly amount: Decimal | null;
  /** Its own limit; null for an order at the market. */
  readonly price: Decimal | null;
  /** The price that values it: its limit, or the market's; null while none is known. */
  readonly valuedAt: Decimal | null;
  /** The price that its limit is compared with: the market's, or that of its trigger; null while none is known. */
  readonly market: Decimal | null;
  /** Whether that price is old. */
  readonly old: boolean;
  /** It may take liquidity: it is no order that only rests. */
  readonly takes: boolean;
  /** It can only make a position smaller. */
  readonly closes: boolean;
  /** Signed base quantity of the position that it would change; null on spot and while it is not known. */
  readonly holding: Decimal | null;
}

type SizedOrder = Pick<AskedOrder, 'quantity' | 'amount' | 'valuedAt' | 'quantityStep'>;

/** So many times the large value is asked about whatever the settings are. */
const HUGE_TIMES = decimal('10');
/** A price that is so much worse than the market is taken for a slip of the finger. */
const SLIP = decimal('0.1');
const HUNDRED = decimal('100');

/** The reason of the mode “always”. A dialog that shows order and account is such a question itself. */
export const alwaysAsked = (environment: Environment): string =>
  environment === 'live' ? 'This is the live account.' : 'You chose to be asked for every order.';
export const SAME_ORDER = 'The same order was placed a moment ago.';
export const AWAITED = 'The same order was sent before, and its end is not known yet.';
const NO_VALUE = 'Its value is not known: there is no quote.';
const NO_QUOTE = 'There is no quote: the distance of its price from the market is not known.';
const OLD_QUOTE = 'The market price is old: what it would fill at is not known.';
const CROSSES = 'It crosses the book and fills at once.';
const TRIGGERS = 'It triggers at once.';

/**
 * The reasons to ask before a new order leaves.
 *
 * @param repeated {@link SAME_ORDER}, {@link AWAITED}, or nothing.
 * @returns one sentence a reason; none for an order that can leave at once. No sentence has a number that every quote
 *   changes: an answer holds only for the sentences that were shown.
 */
export function placementQuestions(
  order: AskedOrder,
  settings: QuestionSettings,
  repeated: readonly string[] = [],
): readonly string[] {
  const { confirm, environment, times } = settings;
  const reasons = [
    ...repeated,
    ...positionQuestions(order, times),
    ...sizeQuestions(order, confirm),
    ...distanceQuestions(order),
  ];
  return reasons.length === 0 && confirm.mode === 'always' ? [alwaysAsked(environment)] : reasons;
}

/**
 * The reasons to ask before an open order is changed: only those that the change brings.
 *
 * @param before the order as it is; null where its values are not known.
 */
export function editQuestions(
  before: AskedOrder | null,
  after: AskedOrder,
  settings: QuestionSettings,
): readonly string[] {
  const { confirm, times } = settings;
  if (after.closes) return [];
  const larger = before === null || isHigher(sizeOf(after), sizeOf(before));
  const nearer = before === null || isNearer(after, before);
  const crosses = nearer && isAcross(after) && (before === null || !isAcross(before));
  const known = new Set(larger || before === null ? [] : sizeQuestions(before, confirm));
  return [
    ...(larger || crosses ? positionQuestions(after, times) : []),
    ...sizeQuestions(after, confirm).filter((reason) => !known.has(reason)),
    ...(crosses ? [CROSSES] : []),
    ...(nearer ? distanceQuestions(after) : []),
  ];
}

/**
 * The reason to ask before a trigger is moved to a price that the market has reached.
 *
 * @param waits where the trigger waits for the market; null where that is not known.
 * @param market the price that it looks at; null while it is not known.
 */
export const triggerQuestions = (
  trigger: Decimal,
  waits: 'above' | 'below' | null,
  market: Decimal | null,
): readonly string[] =>
  waits === null || market === null || compare(trigger, market) === (waits === 'above' ? 1 : -1) ? [] : [TRIGGERS];

/** The reasons that a position gives: none without one, and none for an order that can only reduce it. */
export function positionQuestions(
  order: SizedOrder & Pick<AskedOrder, 'base' | 'side' | 'holding' | 'closes'>,
  times: Decimal,
): readonly string[] {
  const { holding, closes, side, base } = order;
  const size = sizeOf(order);
  if (holding === null || isZero(holding) || closes || size === null) return [];
  const after = side === 'BUY' ? add(holding, size) : subtract(holding, size);
  const opposite = !isZero(after) && isNegative(after) !== isNegative(holding);
  return [
    ...(opposite ? [`It turns the position around: ${grouped(holding)} → ${grouped(after)} ${base}.`] : []),
    ...(compare(size, multiply(abs(holding), times)) > 0
      ? [`It is more than ${grouped(times)} times the position of ${grouped(abs(holding))} ${base}.`]
      : []),
  ];
}

/** Its value in quote currency; null while no price above zero is known. */
export function valueOf({ quantity, amount, valuedAt }: AskedOrder): Decimal | null {
  const isPriced = valuedAt !== null && isPositive(valuedAt);
  return amount ?? (quantity === null || !isPriced ? null : multiply(quantity, valuedAt));
}

function sizeQuestions(order: AskedOrder, confirm: ConfirmSettings): readonly string[] {
  // A close of what is held is bounded by it, and nothing may hinder it.
  if (order.closes && order.holding !== null && !isHigher(sizeOf(order), abs(order.holding))) return [];
  const large = largeFrom(confirm);
  const value = valueOf(order);
  if (value === null) return order.closes ? [] : [NO_VALUE];
  if (compare(value, multiply(large, HUGE_TIMES)) >= 0)
    return [`It is more than ten times as large as your own limit of ${grouped(large)}.`];
  return confirm.mode === 'large' && compare(value, large) >= 0 ? [`It is worth ${grouped(large)} or more.`] : [];
}

function distanceQuestions({ side, price, market, old, closes }: AskedOrder): readonly string[] {
  const unsure = closes ? [] : market === null ? (price === null ? [] : [NO_QUOTE]) : old ? [OLD_QUOTE] : [];
  if (price === null || market === null) return unsure;
  const worse = divide(side === 'BUY' ? subtract(price, market) : subtract(market, price), market, 6);
  if (worse === null || compare(worse, SLIP) < 0) return unsure;
  const where = side === 'BUY' ? 'above' : 'below';
  return [`The price is ${percent(worse)} ${where} the market: it would fill there.`, ...unsure];
}

/** The size in base currency. */
function sizeOf({ quantity, amount, valuedAt, quantityStep }: SizedOrder): Decimal | null {
  if (quantity !== null) return isPositive(quantity) ? quantity : null;
  if (amount === null || valuedAt === null || !isPositive(amount)) return null;
  return divide(amount, valuedAt, decimalsOf(quantityStep));
}

const isHigher = (one: Decimal | null, other: Decimal | null): boolean =>
  one === null || other === null || compare(one, other) > 0;

/** Whether the price of an order is nearer to the market, or further through it, than before. */
const isNearer = (after: AskedOrder, before: AskedOrder): boolean =>
  after.price !== null &&
  (before.price === null || compare(after.price, before.price) === (after.side === 'BUY' ? 1 : -1));

const isAcross = ({ side, price, market, takes }: AskedOrder): boolean =>
  takes &&
  price !== null &&
  market !== null &&
  (side === 'BUY' ? compare(price, market) >= 0 : compare(price, market) <= 0);

/** Whole percents: a moving market does not make another sentence of the same reason each time. */
const percent = (share: Decimal): string => `${cut(multiply(share, HUNDRED), 0)} %`;
