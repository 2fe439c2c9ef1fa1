import type { Environment, OrderDraft } from '../../../../shared/contract/contract.ts';
import { compare, decimal, grouped, multiply, toDecimal, type Decimal } from '../../../../shared/decimal.ts';
import { onlyCloses } from '../../../../shared/rules/position-math.ts';
import { percent, type Summary } from '../ticket/summary.ts';

export const CONFIRM_MODES = ['off', 'large', 'always'] as const;
export type ConfirmMode = (typeof CONFIRM_MODES)[number];

/** When a person wants to be asked before an order leaves. */
export interface ConfirmSettings {
  readonly mode: ConfirmMode;
  /** Value in quote currency from which an order is large; text as typed. */
  readonly largeFrom: string;
}

export const DEFAULT_LARGE = decimal('50000');

/** Live starts at always; nothing is lost on the practice exchange. */
const FIRST: Readonly<Record<Environment, ConfirmSettings>> = {
  practice: { mode: 'large', largeFrom: DEFAULT_LARGE },
  staging: { mode: 'large', largeFrom: DEFAULT_LARGE },
  live: { mode: 'always', largeFrom: DEFAULT_LARGE },
};
export const firstSettings = (environment: Environment): ConfirmSettings => FIRST[environment];

/** What is stored for an environment; where it cannot be read, no guard is off that nobody turned off. */
export const settingsOf = (stored: ConfirmSettings | undefined, environment: Environment): ConfirmSettings =>
  stored !== undefined && CONFIRM_MODES.includes(stored.mode) && typeof stored.largeFrom === 'string'
    ? stored
    : firstSettings(environment);

/** So many times the large value needs a question whatever the settings are. */
const HUGE_TIMES = decimal('10');
/** So much worse than the market is taken for a slip of the finger. */
const SLIP = decimal('0.1');
/** The same order again within this time is asked about. */
export const SAME_ORDER_MS = 3_000;

/** The last order that was placed, for noticing the same one again. */
export interface Placed {
  readonly draft: OrderDraft;
  /** This machine's clock. */
  readonly at: number;
}

/**
 * Why a question has to be answered before an order leaves.
 *
 * @param draft as shown.
 * @param last the order before, if any.
 * @param now this machine's clock.
 * @param anyway what is asked about whatever the settings are: what positionWarnings says of it, a twin on its way.
 * @returns one sentence a reason; none when it can leave at once.
 */
export function reasonsToAsk(
  draft: OrderDraft,
  summary: Summary,
  environment: Environment,
  settings: ConfirmSettings,
  last: Placed | null,
  now: number,
  anyway: readonly string[],
): readonly string[] {
  const reasons: string[] = [...anyway];
  const large = largeFrom(settings);
  const value = summary.value?.quote;
  if (value === undefined && !onlyCloses(draft)) reasons.push('What it is worth is not known: there is no quote.');
  else if (value !== undefined && compare(value, multiply(large, HUGE_TIMES)) >= 0)
    reasons.push(`It is more than ten times as large as your own limit of ${grouped(large)}.`);
  else if (value !== undefined && settings.mode === 'large' && compare(value, large) >= 0)
    reasons.push(`It is worth ${grouped(large)} or more.`);
  if (summary.worse !== null && compare(summary.worse, SLIP) >= 0)
    reasons.push(
      `The price is ${percent(summary.worse)} ${draft.side === 'BUY' ? 'above' : 'below'} the market: it would fill there.`,
    );
  if (last !== null && now - last.at < SAME_ORDER_MS && sameOrder(draft, last.draft))
    reasons.push('The same order was placed a moment ago.');
  if (settings.mode === 'always' && reasons.length === 0)
    reasons.push(environment === 'live' ? 'This is the live account.' : 'You chose to be asked for every order.');
  return reasons;
}

/** The limit as typed where it is a number; otherwise the first one, so that a slip does not turn the guard off. */
export function largeFrom(settings: ConfirmSettings): Decimal {
  const typed = toDecimal(settings.largeFrom);
  return typed !== null && compare(typed, decimal('0')) > 0 ? typed : DEFAULT_LARGE;
}

/** Whether two orders are the same but for their client order id, which is given to one alone. */
export function sameOrder(a: OrderDraft, b: OrderDraft): boolean {
  const { clientOrderId: _a, ...one } = a;
  const { clientOrderId: _b, ...other } = b;
  return JSON.stringify(one) === JSON.stringify(other);
}
