import type { BalanceRow, InstrumentRow, MarketRow, PositionRow } from '../../../shared/contract/contract.ts';
import { add, ZERO, type Decimal } from '../../../shared/decimal.ts';

/** What is known of market and account, for limits and questions. */
export interface MarketFacts {
  readonly quote: (symbol: string) => Pick<MarketRow, 'bid' | 'ask' | 'mark' | 'last' | 'state'> | undefined;
  readonly positions: () => Iterable<PositionRow>;
  readonly balance: (token: string) => BalanceRow | undefined;
}

/** The signed base quantity that is held: of a position, or of the base token on spot. */
export function heldQuantity(
  { positions, balance }: MarketFacts,
  { symbol, kind, base }: InstrumentRow,
  positionSide: string | null,
): Decimal {
  if (kind === 'spot') return balance(base)?.holding ?? ZERO;
  let sum = ZERO;
  for (const position of positions()) {
    const isOfSide = position.symbol === symbol && (positionSide ?? 'BOTH') === position.positionSide;
    if (isOfSide) sum = add(sum, position.holding);
  }
  return sum;
}

/** The price at which the market takes an order of this side now; null while none is known. */
export function marketPrice({ quote }: MarketFacts, symbol: string, side: 'BUY' | 'SELL'): Decimal | null {
  const { bid = null, ask = null, mark = null, last = null } = quote(symbol) ?? {};
  return (side === 'BUY' ? ask : bid) ?? mark ?? last;
}
