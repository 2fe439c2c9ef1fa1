import { QueryClient } from '@tanstack/react-query';
import { onReached } from '../../link/bridge.ts';
import { followFeed, peekFeed } from './feeds.ts';
import { LEVERAGE } from './leverage.ts';

/**
 * For data that is asked for, never for what a feed brings. `networkMode: 'always'` and no retry: the
 * default holds a mutation while the browser believes itself offline and fires it later by itself,
 * which for an order is the worst that can happen. Retries belong to the core; what the loss of the core itself
 * broke is read once more when it is reached again, and what another terminal may have set while the private stream was
 * away when that is back.
 */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 1_000 },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });
  onReached(() => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }));
  let isLive = false;
  followFeed('connection', '', () => {
    const wasLive = isLive;
    isLive = peekFeed('connection').get('private')?.state === 'live';
    if (isLive && !wasLive) void queries.invalidateQueries({ queryKey: [LEVERAGE] });
  });
  return queries;
}
