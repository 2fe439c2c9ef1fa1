import type { OrderRow } from '../../../../shared/contract/contract.ts';
import {
  add,
  isNegative,
  isPositive,
  known,
  max,
  multiply,
  subtract,
  ZERO,
  type Decimal,
} from '../../../../shared/decimal.ts';

/**
 * What happened since the exchange said how much collateral is free: own orders claim some, and what is held loses
 * or gains. What grew is left out: the room never grows by what was not read.
 */
export interface SinceSaid {
  /** Local ms for which the free collateral was said. */
  readonly saidAt: number | null;
  /** Value that own orders came to claim, newest last: null where no price says how much, 0 where they let go of some. */
  readonly claims: readonly Claim[];
  /** Unrealised PnL of cross positions when it was said. */
  readonly pnlThen: Decimal;
}

interface Claim {
  readonly symbol: string;
  readonly value: Decimal | null;
  /** Local ms. */
  readonly at: number;
}

export const NOTHING_YET: SinceSaid = { saidAt: null, claims: [], pnlThen: ZERO };

/** What an order claims or has bought, in quote currency; null while no price says how much. */
export function claimOf(order: OrderRow, mark: Decimal | null): Decimal | null {
  if (order.reduceOnly) return ZERO;
  const price = known(max(order.price ?? ZERO, mark ?? ZERO));
  const paid = known(order.averagePrice) ?? price;
  const done = isPositive(order.executed) ? (paid === null ? null : multiply(order.executed, paid)) : ZERO;
  if (!order.open || done === null) return done;
  if (order.quantity === null) return order.amount === null ? null : max(order.amount, done);
  const rest = subtract(order.quantity, order.executed);
  if (!isPositive(rest)) return done;
  return price === null ? null : add(done, multiply(rest, price));
}

/** What comes within so many ms for the same symbol is one claim. */
const TOGETHER_MS = 250;

/** Notes a change of an order, and how much more it claims. */
export function claimed(since: SinceSaid, claim: Claim): SinceSaid {
  const last = since.claims.at(-1);
  if (last === undefined || last.symbol !== claim.symbol || claim.at - last.at >= TOGETHER_MS)
    return { ...since, claims: [...since.claims, claim] };
  const value = last.value === null || claim.value === null ? null : add(last.value, claim.value);
  return { ...since, claims: [...since.claims.slice(0, -1), { ...claim, value }] };
}

/** The exchange said anew how much is free: what came before that is in it. */
export const saidAnew = (since: SinceSaid, saidAt: number | null, pnl: Decimal): SinceSaid => ({
  saidAt,
  claims: since.claims.filter(({ at }) => saidAt === null || at > saidAt),
  pnlThen: pnl,
});

/** What has to be taken off the free collateral. */
export interface Taken {
  /** Margin and fees of what own orders claim; null where that is not known. */
  readonly margin: Decimal | null;
  /** Local ms of the last change of own orders that is not in what was said; null where there is none. */
  readonly changedAt: number | null;
}

/**
 * What own orders and the market took of the free collateral since it was said.
 *
 * @param shareOf margin and fee of a symbol as a share of the value; 1 where its leverage is not known.
 * @param pnl of cross positions now.
 */
export function takenSince(since: SinceSaid, shareOf: (symbol: string) => Decimal, pnl: Decimal): Taken {
  const change = subtract(pnl, since.pnlThen);
  let margin: Decimal | null = isNegative(change) ? subtract(ZERO, change) : ZERO;
  for (const { symbol, value } of since.claims)
    margin = margin === null || value === null ? null : add(margin, multiply(value, shareOf(symbol)));
  return { margin, changedAt: since.claims.at(-1)?.at ?? null };
}
