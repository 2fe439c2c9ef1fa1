import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActivityEntry, ActivityFilter } from '../../../shared/contract/activity.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';

const PAGE = 200;
/** What happens many times a second is read this often. */
const EVERY_MS = 250;

export interface ActivityView {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly fault: Fault | null;
  readonly entries: readonly ActivityEntry[];
  readonly more: boolean;
  older(): void;
  again(): void;
}

/** The entries that a filter leaves, newest first, kept up to date; older ones are read when asked for. */
export function useActivity(filter: ActivityFilter): ActivityView {
  const newest = useFeedRow('activity', 'record')?.number ?? 0;
  const [view, setView] = useState<Omit<ActivityView, 'older' | 'again'>>({
    state: 'loading',
    fault: null,
    entries: [],
    more: false,
  });
  const [tries, setTries] = useState(0);
  // Stands for the filter, which is a new object at every draw.
  const key = JSON.stringify(filter);
  const shown = useRef('');

  useEffect(() => {
    let over = false;
    const timer = setTimeout(() => {
      ask('activity.page', { ...(JSON.parse(key) as ActivityFilter), before: null, limit: PAGE }).then(
        ({ entries, more }) => {
          if (over) return;
          const same = shown.current === key;
          shown.current = key;
          setView((before) => (same ? joined(before, entries, more) : { state: 'ready', fault: null, entries, more }));
        },
        (error: unknown) => {
          if (!over) setView({ state: 'failed', fault: faultOf(error), entries: [], more: false });
        },
      );
    }, EVERY_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key, newest, tries]);

  const before = view.entries.at(-1)?.number ?? null;
  const older = useCallback(() => {
    ask('activity.page', { ...(JSON.parse(key) as ActivityFilter), before, limit: PAGE }).then(
      ({ entries, more }) =>
        setView((now) => (shown.current === key ? { ...now, entries: [...now.entries, ...entries], more } : now)),
      (error: unknown) => setView((now) => ({ ...now, fault: faultOf(error) })),
    );
  }, [key, before]);

  return { ...view, older, again: () => setTries((count) => count + 1) };
}

/** The newest page before what was there already; where it does not reach that, only the page. */
function joined(
  before: Omit<ActivityView, 'older' | 'again'>,
  entries: readonly ActivityEntry[],
  more: boolean,
): Omit<ActivityView, 'older' | 'again'> {
  const last = entries.at(-1)?.number ?? 0;
  const rest = before.entries.filter(({ number }) => number < last);
  const meets = before.entries.some(({ number }) => number >= last) || !more;
  return meets && before.entries.length > 0
    ? { state: 'ready', fault: null, entries: [...entries, ...rest], more: rest.length === 0 ? more : before.more }
    : { state: 'ready', fault: null, entries, more };
}
