import type { BalanceRow, PositionRow } from '../../contract/contract.ts';
import { add, cut, decimal, known, multiply, subtract, ZERO, type Decimal } from '../../decimal.ts';
import { unrealisedPnl } from './position.ts';

const ONE = decimal('1');
const CENTS = 2;

type Priced = Pick<BalanceRow, 'token' | 'markPrice'>;

/** USDT for one of a token; null where it has no price. */
const priceOf = ({ token, markPrice }: Priced): Decimal | null => (token === 'USDT' ? ONE : known(markPrice));

/** What a holding is worth at its mark price in USDT, cut to cents; null where it has no price. A debt is negative. */
export function valueOf(row: Priced & Pick<BalanceRow, 'holding'>): Decimal | null {
  const price = priceOf(row);
  return price === null ? null : cut(multiply(row.holding, price), CENTS);
}

/** What the account is worth and what that is made of, in USDT and exact. */
export interface Worth {
  readonly total: Decimal;
  /** Tokens at their mark prices. */
  readonly tokens: Decimal;
  /** Interest owed, without a sign. */
  readonly interest: Decimal;
  /** Money that was set aside as the margin of single positions: it is in no balance. */
  readonly isolated: Decimal;
  readonly unrealised: Decimal;
  /** Tokens and symbols that are left out: they have no price, or their rules are not known. */
  readonly without: readonly string[];
}

/**
 * Adds up what the account is worth, as the exchange does for `totalAccountValue`: tokens less interest owed at
 * mark prices, margin of isolated positions, and profit that is not taken yet.
 *
 * @param quoteOf currency in which a symbol's profit and margin count; undefined while its rules are not known.
 */
export function worthOf(
  balances: Iterable<BalanceRow>,
  positions: Iterable<PositionRow>,
  quoteOf: (symbol: string) => string | undefined,
): Worth {
  let [tokens, interest, isolated, unrealised] = [ZERO, ZERO, ZERO, ZERO];
  const without: string[] = [];
  const prices = new Map<string, Decimal | null>([['USDT', ONE]]);
  for (const row of balances) {
    const price = priceOf(row);
    prices.set(row.token, price);
    if (price === null) {
      without.push(row.token);
      continue;
    }
    tokens = add(tokens, multiply(row.holding, price));
    interest = add(interest, multiply(row.interest ?? ZERO, price));
  }
  for (const row of positions) {
    const price = prices.get(quoteOf(row.symbol) ?? '') ?? null;
    const profit = unrealisedPnl(row);
    if (price === null || profit === null) without.push(row.symbol);
    if (price === null) continue;
    unrealised = add(unrealised, multiply(profit ?? ZERO, price));
    isolated = add(isolated, multiply(row.isolatedMargin ?? ZERO, price));
  }
  const total = add(subtract(tokens, interest), add(isolated, unrealised));
  return { total, tokens, interest, isolated, unrealised, without };
}
