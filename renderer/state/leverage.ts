import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RequestInput, RequestOutput } from '../../shared/contract.ts';
import { ask } from '../bridge.ts';
import { useFeed } from './feeds.ts';

/**
 * Another terminal may set the leverage of a symbol without a position, and no feed tells of it. The exchange answers
 * 10 reads in 60 s; the ticket and its panel may look at two margin modes.
 */
const EVERY_MS = 15_000;

/** First part of the query's key. */
export const LEVERAGE = 'account.leverage';

/** Leverage of a symbol as the exchange says it: read in turns, and at once when the private stream is back. */
export function useLeverage(
  { symbol, marginMode }: RequestInput<'account.leverage'>,
  enabled = true,
): UseQueryResult<RequestOutput<'account.leverage'>> {
  const queries = useQueryClient();
  const account = useFeed('terminal', '', (state) => {
    const row = state.rows.get('terminal');
    return row === undefined ? null : `${row.environment} ${row.profile}`;
  });
  const live = useFeed('connection', '', (state) => state.rows.get('private')?.state === 'live');
  useEffect(() => {
    // One read for all who look.
    if (live) void queries.invalidateQueries({ queryKey: [LEVERAGE] }, { cancelRefetch: false });
  }, [live, queries]);
  return useQuery({
    queryKey: [LEVERAGE, account, symbol, marginMode],
    queryFn: () => ask('account.leverage', { symbol, marginMode }),
    enabled: enabled && account !== null,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
}
