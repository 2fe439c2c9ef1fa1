import { useFeed } from './feeds.ts';

/** Names the account on screen in the keys of queries: environment and profile. Null before the core has said it. */
export const useAccountKey = (): string | null =>
  useFeed('terminal', '', (state) => {
    const row = state.rows.get('terminal');
    return row === undefined ? null : `${row.environment} ${row.profile}`;
  });
