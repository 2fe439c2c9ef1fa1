import type { NoticeRow } from '../../../../shared/contract/contract.ts';
import type { About } from '../notices.ts';
import type { Clock, Timer } from '../../world/ports.ts';
import type { NewEntry } from './record.ts';

/** The same words again within so long are counted and not written. */
const FOLD_MS = 60_000;
/** So many different notices are written in that time; of what comes beyond only the number is. */
const MOST = 40;

/** An entry as the record takes it, without whose it is. */
export type NoticeEntry = Pick<NewEntry, 'kind' | 'by' | 'name' | 'symbol' | 'summary' | 'result' | 'answer'>;

/** Writes notices into the record: a toast is gone after seconds, and nobody may have been there. */
export interface NoticeRecord {
  said(notice: NoticeRow, about: About | null): void;
  /** Writes down what is still counted. */
  stop(): void;
}

/** Makes it. What is said over and over is written once, and then how often. */
export function createNoticeRecord(clock: Clock, write: (entry: NoticeEntry) => void): NoticeRecord {
  /** How often each was said since it was written. */
  const again = new Map<string, { readonly entry: NoticeEntry; count: number }>();
  let leftOut = 0;
  let timer: Timer | null = null;
  let stopped = false;

  function flush(): void {
    timer?.cancel();
    timer = null;
    for (const { entry, count } of again.values())
      if (count > 0)
        write({ ...entry, answer: `Said ${count === 1 ? 'once' : `${count} times`} more within a minute.` });
    if (leftOut > 0) write({ ...LEFT_OUT, summary: `${leftOut} more notices within a minute.` });
    again.clear();
    leftOut = 0;
  }

  return {
    said({ level, text }, about) {
      if (!stopped) timer ??= clock.after(FOLD_MS, flush);
      const known = again.get(text);
      if (known !== undefined) {
        known.count += 1;
        return;
      }
      // What is dangerous is never left out.
      if (again.size >= MOST && level !== 'danger' && level !== 'alarm') {
        leftOut += 1;
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

const LEFT_OUT: NoticeEntry = {
  kind: 'notice',
  by: 'program',
  name: 'notice',
  symbol: null,
  summary: '',
  result: 'warning',
  answer: '',
};
