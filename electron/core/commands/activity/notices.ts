import type { NoticeRow } from '../../../../shared/contract/contract.ts';
import type { About } from '../notices.ts';
import type { Clock, Timer } from '../../world/ports.ts';
import type { NewEntry } from './record.ts';

/** The same words again within so long are counted and not written. */
const FOLD_MS = 60_000;
/** Most different notices written in that time; the rest is only counted. */
const MOST = 40;

/** An entry as the record takes it, without whose it is. */
export type NoticeEntry = Pick<NewEntry, 'kind' | 'by' | 'name' | 'symbol' | 'summary' | 'result' | 'answer'>;

/** Writes notices into the record: a toast is shown for seconds and may be missed. */
export interface NoticeRecord {
  noticed(notice: NoticeRow, about: About | null): void;
  /** Writes the pending counts. */
  stop(): void;
}

/** Makes it. A repeated notice is written once, then with its count. */
export function createNoticeRecord(clock: Clock, write: (entry: NoticeEntry) => void): NoticeRecord {
  /** Repeats of each notice since it was written. */
  const again = new Map<string, { readonly entry: NoticeEntry; count: number }>();
  let omitted = 0;
  let timer: Timer | null = null;
  let stopped = false;

  function flush(): void {
    timer?.cancel();
    timer = null;
    for (const { entry, count } of again.values())
      if (count > 0)
        write({ ...entry, answer: `Said ${count === 1 ? 'once' : `${count} times`} more within a minute.` });
    if (omitted > 0) write({ ...OMITTED, summary: `${omitted} more notices within a minute.` });
    again.clear();
    omitted = 0;
  }

  return {
    noticed({ level, text }, about) {
      if (!stopped) timer ??= clock.after(FOLD_MS, flush);
      const known = again.get(text);
      if (known !== undefined) {
        known.count += 1;
        return;
      }
      // Danger notices and alarms are never omitted.
      if (again.size >= MOST && level !== 'danger' && level !== 'alarm') {
        omitted += 1;
        return;
      }
      const entry: NoticeEntry = {
        kind: 'notice',
        by: 'program',
        name: about?.name ?? 'notice',
        symbol: about?.symbol ?? null,
        summary: text,
        result: level === 'info' ? 'noted' : 'warning',
        answer: '',
      };
      again.set(text, { entry, count: 0 });
      write(entry);
    },
    stop() {
      stopped = true;
      flush();
    },
  };
}

/** An entry on a change of a profile. */
export const profileNote = (name: string, summary: string): NoticeEntry => ({
  kind: 'profile',
  by: 'program',
  name,
  symbol: null,
  summary,
  result: 'noted',
  answer: '',
});

const OMITTED: NoticeEntry = {
  kind: 'notice',
  by: 'program',
  name: 'notice',
  symbol: null,
  summary: '',
  result: 'warning',
  answer: '',
};
