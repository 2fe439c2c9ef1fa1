import { useEffect } from 'react';
import { followFeed } from '../state/feeds.ts';
import { notify } from '../state/notices.ts';

/** Shows what the core has to say as it says it; what it said before this page came is in the activity list. */
export function useNotices(): void {
  useEffect(
    () =>
      followFeed('notices', '', (step) => {
        if (step.fresh) return;
        for (const notice of step.put) notify(notice.level, notice.text);
      }),
    [],
  );
}
