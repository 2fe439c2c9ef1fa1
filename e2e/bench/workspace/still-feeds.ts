import { createFeed, type FeedSource } from '../../../electron/core/page/feeds.ts';
import { INSTRUMENT, MARKET } from './load.ts';

/** The feeds of a terminal in which nothing happens: an account, its connections, a symbol and its market. */
export function stillFeeds(): Readonly<Record<string, FeedSource<object>>> {
  return {
    terminal: feedOf('id', [
      {
        id: 'terminal',
        profile: 'practice',
        profileName: 'Practice',
        environment: 'practice',
        viewOnly: false,
        locked: false,
        version: '0',
        dataFolder: '',
      },
    ]),
    connection: feedOf(
      'id',
      ['rest', 'private', 'public', 'clock'].map((id) => ({
        id,
        state: 'live',
        since: Date.now(),
        retryAt: null,
        value: 0,
        detail: 0,
        message: '',
        refused: 0,
      })),
    ),
    instruments: feedOf('symbol', [INSTRUMENT]),
    market: feedOf('symbol', [MARKET]),
  };
}

function feedOf<Row extends object>(id: keyof Row & string, rows: readonly Row[]): FeedSource<Row> {
  const feed = createFeed<Row>(id);
  feed.put(...rows);
  return feed;
}
