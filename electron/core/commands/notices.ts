import type { NoticeRow } from '../../../shared/contract/contract.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Clock } from '../world/ports.ts';

/** Longest list of notices; the oldest are dropped first. */
const KEPT = 200;

/** The subject of a notice, for a later search. */
export interface About {
  /** Its kind: "liquidation". */
  readonly name: string;
  readonly symbol: string | null;
}

/** Messages for the person. */
export interface Notices {
  readonly feed: FeedSource<NoticeRow>;
  say(level: NoticeRow['level'], text: string, about?: About): void;
}

/**
 * Makes the feed "notices"; ids rise as integers in text.
 *
 * @param onNotice called with each notice, for the record: the page shows most notices for seconds only.
 */
export function createNotices(
  clock: Clock,
  onNotice: (notice: NoticeRow, about: About | null) => void = () => undefined,
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
      onNotice(notice, about ?? null);
    },
  };
}
