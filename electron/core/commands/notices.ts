import type { NoticeRow } from '../../../shared/contract/contract.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Clock } from '../world/ports.ts';

/** Notices that stay readable; the oldest go first. */
const KEPT = 200;

/** What a notice is about, for who looks for it later. */
export interface About {
  /** A word for its kind: "liquidation". */
  readonly name: string;
  readonly symbol: string | null;
}

/** What a person should read. */
export interface Notices {
  readonly feed: FeedSource<NoticeRow>;
  say(level: NoticeRow['level'], text: string, about?: About): void;
}

/**
 * Makes the feed "notices"; ids rise as integers in text.
 *
 * @param onSaid told of each as it is said, for the record: the page shows most of them for seconds.
 */
export function createNotices(
  clock: Clock,
  onSaid: (notice: NoticeRow, about: About | null) => void = () => undefined,
): Notices {
  const feed = createFeed<NoticeRow>('id');
  let last = 0;
  return {
    feed,
    say(level, text, about) {
      last += 1;
      const notice = { id: String(last), level, text, at: Math.round(clock.now()) };
      feed.put(notice);
      if (last > KEPT) feed.drop(String(last - KEPT));
      onSaid(notice, about ?? null);
    },
  };
}
