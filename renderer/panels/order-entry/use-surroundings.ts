import { useMemo } from 'react';
import type { InstrumentRow, OrderDraft } from '../../../shared/contract.ts';
import { ZERO } from '../../../shared/decimal.ts';
import type { OrderContext } from '../../../shared/order-rules.ts';
import { positionId } from '../../../shared/position-math.ts';
import { useFeed, useFeedRow } from '../../state/feeds.ts';
import type { Means } from './available.ts';
import type { Terms } from './use-terms.ts';
import { feeShare, valuedAt, type Surroundings } from './summary.ts';

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

/** Fees and position of what the order would change. */
export function useSurroundings(
  draft: OrderDraft,
  instrument: InstrumentRow,
  quotes: Pick<Surroundings, 'bid' | 'ask' | 'old'>,
  terms: Terms,
): Surroundings {
  // The symbol's own rates come before those of the account.
  const accountMaker = useFeed('account', '', (state) => state.rows.get('account')?.makerFeeRate ?? null);
  const accountTaker = useFeed('account', '', (state) => state.rows.get('account')?.takerFeeRate ?? null);
  const makerFee = terms.makerFee ?? accountMaker;
  const takerFee = terms.takerFee ?? accountTaker;
  const held = useFeed('positions', '', (state) => {
    if (state.status === 'loading') return null;
    return state.rows.get(positionId(draft.symbol, draft.positionSide, draft.marginMode))?.holding ?? ZERO;
  });
  const holding = instrument.kind === 'perpetual' ? held : null;
  return useMemo(
    () => ({ ...quotes, makerFee: feeShare(makerFee), takerFee: feeShare(takerFee), holding }),
    [quotes, makerFee, takerFee, holding],
  );
}

/** What the account can spend on the order. */
export function useMeans(draft: OrderDraft, instrument: InstrumentRow, around: Surroundings, terms: Terms): Means {
  const { base, quote } = instrument;
  const quoteAvailable = useFeed('balances', '', (state) => state.rows.get(quote)?.available ?? null);
  const baseAvailable = useFeed('balances', '', (state) => state.rows.get(base)?.available ?? null);
  const freeCollateral = useFeed('account', '', (state) => state.rows.get('account')?.freeCollateral ?? null);
  const freeCollateralAt = useFeed('account', '', (state) => state.rows.get('account')?.freeCollateralAt ?? null);
  const held = useFeed('positions', '', (state) => {
    const own = state.rows.get(positionId(draft.symbol, draft.positionSide, draft.marginMode));
    return own?.leverage ?? null;
  });
  const leverage = held ?? terms.leverage;
  const { bid, ask, holding, takerFee } = around;
  // Without a price of its own an order is sized by the one it would be filled at.
  const price = valuedAt(draft, { bid, ask }) ?? (draft.side === 'BUY' ? ask : bid);
  return { quoteAvailable, baseAvailable, freeCollateral, freeCollateralAt, leverage, holding, price, takerFee };
}
