import { useEffect } from 'react';
import type { NoticeRow } from '../../../shared/contract/contract.ts';
import { followFeed, type FeedStep } from '../../state/feeds/feeds.ts';
import { createKept } from '../../state/kept/kept.ts';
import { keepNotice, notify, useNoticeList } from '../../state/notices.ts';
import { play, type Beep } from '../../ui/text/tone.ts';

/** Shows what the core has to say as it says it, also what it said while this page could not hear it. */
export function useNotices(): void {
  useEffect(() => {
    const { take, stop } = takeNotices();
    const unfollow = followFeed('notices', '', take);
    return () => {
      unfollow();
      stop();
    };
  }, []);
}

/** Alarms that were closed: one that was not comes again with the next page. */
const useClosedAlarms = createKept<{ readonly closed: readonly string[] }>('quarterdeck.alarms', { closed: [] });
const CLOSED_KEPT = 50;

const HIGH: Beep = { hertz: [1319], volume: 0.3, seconds: 0.18 };
const LOW: Beep = { hertz: [880], volume: 0.3, seconds: 0.18 };

/** What the core said before this page began is in the list alone, but for an alarm. */
export function takeNotices(): { take(step: Pick<FeedStep<NoticeRow>, 'fresh' | 'put'>): void; stop(): void } {
  let heard: Set<string> | null = null;
  // Another run of the core counts from one again.
  const keyOf = ({ id, at }: NoticeRow): string => `${id} ${at}`;
  /** Keys of the alarms on the screen, by the id of their notice. */
  const alarms = new Map<number, string>();
  const stop = useNoticeList.subscribe(({ toasts }) => {
    for (const [id, key] of alarms) {
      if (toasts.some((toast) => toast.id === id)) continue;
      alarms.delete(id);
      useClosedAlarms.setState(({ closed }) => ({ closed: [...closed, key].slice(-CLOSED_KEPT) }));
    }
  });

  function tell(notice: NoticeRow): void {
    const id = notify(notice.level, notice.text);
    if (notice.level !== 'alarm') return;
    alarms.set(id, keyOf(notice));
    // Whatever the settings say: money is gone already.
    play([HIGH, LOW, HIGH, LOW, HIGH, LOW]);
  }

  return {
    take: ({ fresh, put }) => {
      const first = heard === null;
      const before = heard ?? new Set();
      heard = new Set([...(fresh ? [] : before), ...put.map(keyOf)]);
      for (const notice of put) {
        const key = keyOf(notice);
        const open = notice.level === 'alarm' && !useClosedAlarms.getState().closed.includes(key);
        if (first && !open) keepNotice(notice.level, notice.text, notice.at);
        else if (first || !before.has(key)) tell(notice);
      }
    },
    stop,
  };
}
