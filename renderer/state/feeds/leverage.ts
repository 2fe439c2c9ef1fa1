import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { RequestInput, RequestOutput } from '../../../shared/contract/contract.ts';
import { ask } from '../../link/bridge.ts';
import { useAccountKey } from './account-key.ts';

/**
 * Another terminal may set the leverage of a symbol without a position, and no feed tells of it. The exchange answers
 * 10 reads in 60 s; the ticket and its panel may look at two margin modes.
 */
const EVERY_MS = 15_000;

/** First part of the query's key; queries.ts reads it anew when the private stream is back. */
export const LEVERAGE = 'account.leverage';

/** Leverage of a symbol as the exchange says it. */
export function useLeverage(
  { symbol, marginMode }: RequestInput<'account.leverage'>,
  enabled = true,
): UseQueryResult<RequestOutput<'account.leverage'>> {
  const account = useAccountKey();
  return useQuery({
    queryKey: [LEVERAGE, account, symbol, marginMode],
    queryFn: () => ask('account.leverage', { symbol, marginMode }),
    enabled: enabled && account !== null,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
}
