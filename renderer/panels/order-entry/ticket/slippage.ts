import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { worstAllowed } from '../../../../shared/rules/account/book-cost.ts';
import {
  compare,
  decimal,
  divide,
  grouped,
  isPositive,
  known,
  multiply,
  neighbours,
  toDecimal,
  type Decimal,
} from '../../../../shared/decimal.ts';
import { onlyCloses } from '../../../../shared/rules/position-math.ts';
import type { Taking } from './taking.ts';

/** What becomes of a market order that the book would fill beyond the limit. */
export const SLIPPAGE_WAYS = ['refuse', 'limit'] as const;

/** How much worse than the best price a market order may be filled. */
export interface SlippageLimit {
  /** Text as typed, in percent; "" is no limit. */
  readonly percent: string;
  readonly way: (typeof SLIPPAGE_WAYS)[number];
}

const ONE_PERCENT = decimal('0.01');
const HUNDRED = decimal('100');

/** The limit as a share; null for none, and for a text that is no percentage, which `problem` then names. */
export function slippageShare({ percent }: Pick<SlippageLimit, 'percent'>): {
  readonly share: Decimal | null;
  readonly problem: string | undefined;
} {
  const typed = percent.trim();
  if (typed === '') return { share: null, problem: undefined };
  const value = toDecimal(typed);
  if (value === null || !isPositive(value) || compare(value, HUNDRED) >= 0)
    return { share: null, problem: 'Above 0 and below 100 percent, or empty for no limit. No market order goes out.' };
  return { share: multiply(value, ONE_PERCENT), problem: undefined };
}

/** What leaves for a market order under the limit. */
export interface Limited {
  /** The order itself, or the IOC order that keeps the limit by its price. */
  readonly order: OrderDraft;
  /** Why it cannot leave; null where it can. */
  readonly refusal: string | null;
  /** What a person should know of an order that leaves all the same; null where there is nothing. */
  readonly warning: string | null;
}

/**
 * Holds a market order to the limit on slippage. What only reduces a position is never held back: it is warned of.
 *
 * @param draft as typed.
 * @param best the best price of the side that it takes; null where that is empty or not known.
 * @param takingOf what an order finds in the book.
 */
export function limitSlippage(
  draft: OrderDraft,
  instrument: InstrumentRow,
  best: Decimal | null,
  limit: SlippageLimit,
  takingOf: (draft: OrderDraft) => Taking | null,
): Limited {
  const free: Limited = { order: draft, refusal: null, warning: null };
  const { share, problem } = slippageShare(limit);
  const sized = known(toDecimal(draft.quantity)) ?? known(toDecimal(draft.amount));
  if (draft.type !== 'MARKET' || sized === null || (share === null && problem === undefined)) return free;
  const closes = onlyCloses(draft);
  if (problem !== undefined || share === null)
    return closes ? free : { ...free, refusal: `The slippage limit is no percentage: ${problem ?? ''}` };
  const beyond = beyondWords(takingOf(draft), share, limit.percent);
  if (closes) return { ...free, warning: beyond };
  if (limit.way === 'refuse') return { ...free, refusal: beyond };
  if (best === null) return { ...free, refusal: 'There is no quote by which your slippage limit could be kept.' };
  return { ...free, order: asLimited(draft, instrument, worstAllowed(best, share, draft.side, instrument.priceTick)) };
}

/** Why an order would pass the limit, or cannot be compared with it; null where it keeps it. */
function beyondWords(taking: Taking | null, share: Decimal, percent: string): string | null {
  const mine = `your slippage limit is ${percent.trim()} %.`;
  if (taking === null) return `The book is not known, and ${mine}`;
  if (taking.found === null || taking.rest !== null)
    return `The book that is known does not fill it whole, and ${mine}`;
  const { slippage } = taking.found;
  if (compare(slippage.share, share) <= 0) return null;
  return `It would be filled ${slippagePercent(slippage.share)} worse than the best price; ${mine}`;
}

/** The IOC order that fills as the market order would, and not beyond a price; sized by quantity, as all priced ones. */
function asLimited(draft: OrderDraft, { quantityStep }: InstrumentRow, price: Decimal): OrderDraft {
  const amount = known(toDecimal(draft.amount));
  const bought = amount === null ? null : divide(amount, price);
  const quantity = bought === null ? draft.quantity : neighbours(bought, quantityStep).below;
  return { ...draft, type: 'IOC', price, quantity, amount: '' };
}

/** "0.0142 %", cut after four decimals. */
export const slippagePercent = (share: Decimal): string =>
  `${grouped(divide(multiply(share, HUNDRED), decimal('1'), 4) ?? share)} %`;
