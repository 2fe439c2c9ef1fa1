import { QueryClient } from '@tanstack/react-query';

/**
 * For data that is asked for, never for what a feed brings. `networkMode: 'always'` and no retry: the
 * default holds a mutation while the browser believes itself offline and fires it later by itself,
 * which for an order is the worst that can happen. Retries belong to the core.
 */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, staleTime: 1_000 },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });
