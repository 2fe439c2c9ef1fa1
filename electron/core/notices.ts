import type { NoticeRow } from '../../shared/contract.ts';
import { createFeed, type FeedSource } from './feeds.ts';
import type { Clock } from './ports.ts';

/** Notices that stay readable; the oldest go first. */
const KEPT = 200;

/** What a person should read. */
export interface Notices {
  readonly feed: FeedSource<NoticeRow>;
  say(level: NoticeRow['level'], text: string): void;
}

/** Makes the feed "notices"; ids rise as integers in text. */
export function createNotices(clock: Clock): Notices {
  const feed = createFeed<NoticeRow>('id');
  let last = 0;
  return {
    feed,
    say(level, text) {
      last += 1;
      feed.put({ id: String(last), level, text, at: Math.round(clock.now()) });
      if (last > KEPT) feed.drop(String(last - KEPT));
    },
  };
}
