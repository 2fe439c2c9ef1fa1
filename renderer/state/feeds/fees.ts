import { useQuery } from '@tanstack/react-query';
import { feeShare } from '../../../shared/rules/account/order-value.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { ask } from '../../link/bridge.ts';
import { useAccountKey } from './account-key.ts';
import { useFeed } from './feeds.ts';

/** Fees are asked for again this often: no feed tells all of them. */
const EVERY_MS = 30_000;

/** What fills pay, as shares of the value such as 0.0005; null where the exchange has not said. */
export interface FeeShares {
  readonly maker: Decimal | null;
  readonly taker: Decimal | null;
}

/** Fees of a symbol: its own rates come before those of the account. */
export function useFees(symbol: string): FeeShares {
  const account = useAccountKey();
  const accountMaker = useFeed('account', '', (state) => state.rows.get('account')?.makerFeeRate ?? null);
  const accountTaker = useFeed('account', '', (state) => state.rows.get('account')?.takerFeeRate ?? null);
  const { data } = useQuery({
    enabled: account !== null,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
    queryKey: ['account.fees', account, symbol],
    queryFn: () => ask('account.fees', { symbol }),
  });
  return { maker: feeShare(data?.makerFee ?? accountMaker), taker: feeShare(data?.takerFee ?? accountTaker) };
}
