import { useEffect } from 'react';
import type { NoticeRow } from '../../shared/contract.ts';
import { followFeed, type FeedStep } from '../state/feeds.ts';
import { keepNotice, notify } from '../state/notices.ts';

/** Shows what the core has to say as it says it, also what it said while this page could not hear it. */
export function useNotices(): void {
  useEffect(() => followFeed('notices', '', takeNotices()), []);
}

/** What the core said before this page began is in the list alone. */
export function takeNotices(): (step: Pick<FeedStep<NoticeRow>, 'fresh' | 'put'>) => void {
  let heard: Set<string> | null = null;
  // Another run of the core counts from one again.
  const keyOf = ({ id, at }: NoticeRow): string => `${id} ${at}`;
  return ({ fresh, put }) => {
    const first = heard === null;
    const before = heard ?? new Set();
    heard = new Set([...(fresh ? [] : before), ...put.map(keyOf)]);
    for (const notice of put) {
      if (first) keepNotice(notice.level, notice.text, notice.at);
      else if (!before.has(keyOf(notice))) notify(notice.level, notice.text);
    }
  };
}
