import { crossPnl } from '../../../../shared/rules/account/position.ts';
import { useEffect, useMemo } from 'react';
import type { BalanceRow, InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { add, decimal, divide, isZero, known, toDecimal, ZERO, type Decimal } from '../../../../shared/decimal.ts';
import type { OrderContext } from '../../../../shared/rules/order-rules.ts';
import { positionId } from '../../../../shared/rules/position-math.ts';
import { leverageOf } from '../../../../shared/rules/leverage-rules.ts';
import { useFees } from '../../../state/feeds/fees.ts';
import { useLeverage } from '../../../state/feeds/leverage.ts';
import { peekFeed, useFeed, useFeedRow } from '../../../state/feeds/feeds.ts';
import type { Means, SaidMeans } from './available.ts';
import { followSinceSaid, reducingKey, restingKey, useSinceSaid } from './follow-since-said.ts';
import { takenSince } from './since-said.ts';
import type { Loans } from './use-loans.ts';
import { valuedAt, type Surroundings } from '../ticket/summary.ts';

/** Best quotes of the symbol. */
export function useQuotes(symbol: string): Pick<Surroundings, 'bid' | 'ask' | 'old'> {
  const bid = useFeed('market', symbol, (state) => state.rows.get(symbol)?.bid ?? null);
  const ask = useFeed('market', symbol, (state) => state.rows.get(symbol)?.ask ?? null);
  const old = useFeed('market', symbol, (state) => state.rows.get(symbol)?.state === 'stale');
  return useMemo(() => ({ bid, ask, old }), [bid, ask, old]);
}

/** What the rules want to know besides the order. */
export function useOrderContext(quotes: Pick<Surroundings, 'bid' | 'ask'>): OrderContext {
  const account = useFeedRow('account', 'account');
  const accountMode = account?.accountMode ?? null;
  const positionMode = account?.positionMode ?? null;
  const { bid, ask } = quotes;
  return useMemo(
    () => ({ accountMode, positionMode, bestBid: bid, bestAsk: ask }),
    [accountMode, positionMode, bid, ask],
  );
}

/** Signed base quantity of a position, zero where none is held; null while that is not known. */
export const useHolding = (order: Pick<OrderDraft, 'symbol' | 'positionSide' | 'marginMode'>): Decimal | null =>
  useFeed('positions', '', (state) => {
    if (state.status === 'loading') return null;
    return state.rows.get(positionId(order.symbol, order.positionSide, order.marginMode))?.holding ?? ZERO;
  });

/** The position that an order would change, with its entry; null where there is none or it is not known. */
export function useHeld(
  order: Pick<OrderDraft, 'symbol' | 'positionSide' | 'marginMode'>,
): { readonly holding: Decimal; readonly entry: Decimal | null } | null {
  const row = useFeedRow('positions', positionId(order.symbol, order.positionSide, order.marginMode));
  return row === undefined || isZero(row.holding) ? null : { holding: row.holding, entry: row.averageOpenPrice };
}

/** Fees and position of what the order would change. */
export function useSurroundings(
  draft: OrderDraft,
  instrument: InstrumentRow,
  quotes: Pick<Surroundings, 'bid' | 'ask' | 'old'>,
): Omit<Surroundings, 'books'> {
  const { maker, taker } = useFees(draft.symbol);
  const held = useHolding(draft);
  const holding = instrument.kind === 'perpetual' ? held : null;
  return useMemo(() => ({ ...quotes, makerFee: maker, takerFee: taker, holding }), [quotes, maker, taker, holding]);
}

/** What own orders and the market took of it since it was said; of a component that is cheap to draw. */
export function useMeansNow(draft: OrderDraft, means: SaidMeans): Means {
  const pnl = useFeed('positions', '', (state) => crossPnl(state.rows.values()));
  const since = useSinceSaid((state) => state.since);
  const other = { ...draft, side: draft.side === 'BUY' ? 'SELL' : 'BUY' };
  const resting = useSinceSaid((state) => state.resting.get(restingKey(draft)) ?? ZERO);
  const restingOther = useSinceSaid((state) => state.resting.get(restingKey(other)) ?? ZERO);
  const reducing = useSinceSaid((state) => state.resting.get(reducingKey(draft)) ?? ZERO);
  useEffect(followSinceSaid, []);
  const share = (symbol: string): Decimal =>
    marginShare(symbol, symbol === draft.symbol ? means.leverage : null, means.takerFee);
  const { margin, changedAt } = takenSince(since, share, pnl);
  return { ...means, resting, restingOther, reducing, taken: margin, changedAt };
}

/** What the account can spend on the order, by what was said last. */
export function useMeans(
  draft: OrderDraft,
  instrument: InstrumentRow,
  around: Omit<Surroundings, 'books'>,
  loans: Loans,
): SaidMeans {
  const { base, quote } = instrument;
  const quoteAvailable = useFeed('balances', '', (state) => state.rows.get(quote)?.available ?? null);
  const baseAvailable = useFeed('balances', '', (state) => state.rows.get(base)?.available ?? null);
  const quoteMark = useFeed('balances', '', (state) => markOf(state.rows.get(quote), quote));
  const baseMark = useFeed('balances', '', (state) => markOf(state.rows.get(base), base));
  const loanLeverage = useFeed('account', '', (state) => state.rows.get('account')?.spotMarginLeverage ?? null);
  const freeCollateral = useFeed('account', '', (state) => state.rows.get('account')?.freeCollateral ?? null);
  const freeCollateralAt = useFeed('account', '', (state) => state.rows.get('account')?.freeCollateralAt ?? null);
  const held = useFeed('positions', '', (state) => {
    const own = state.rows.get(positionId(draft.symbol, draft.positionSide, draft.marginMode));
    return own?.leverage ?? null;
  });
  const { symbol, marginMode, side, positionSide } = draft;
  const terms = useLeverage({ symbol, marginMode }, instrument.kind === 'perpetual');
  const leverage = held ?? leverageOf(terms.data?.sides ?? [], { side, positionSide });
  const mark = useFeed('market', draft.symbol, (state) => known(state.rows.get(draft.symbol)?.mark ?? null));
  const { bid, ask, holding, takerFee } = around;
  // Without a price of its own an order is sized by the one it would be filled at.
  const price = valuedAt(draft, { bid, ask }) ?? known(draft.side === 'BUY' ? ask : bid);
  return {
    quoteAvailable,
    baseAvailable,
    quoteLoan: loans.quote.most,
    baseLoan: loans.base.most,
    loanLeverage,
    quoteMark,
    baseMark,
    freeCollateral,
    freeCollateralAt,
    leverage,
    holding,
    price,
    ownPrice: known(toDecimal(draft.price)) !== null,
    mark,
    takerFee,
  };
}

/** Price of a token in USDT, by which its loan claims collateral. */
const markOf = (row: BalanceRow | undefined, token: string): Decimal | null =>
  token === 'USDT' ? decimal('1') : known(row?.markPrice ?? null);

/** Margin and fee as a share of an order's value; all of it where the leverage is not known. */
function marginShare(symbol: string, leverage: number | null, fee: Decimal | null): Decimal {
  const held = [...peekFeed('positions').values()].find((row) => row.symbol === symbol)?.leverage ?? null;
  const times = leverage ?? held;
  const margin = times === null ? null : divide(decimal('1'), decimal(String(times)));
  return margin === null ? decimal('1') : add(margin, fee ?? ZERO);
}
