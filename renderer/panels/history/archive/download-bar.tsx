import type { ReactElement } from 'react';
import type { ArchiveRow } from '../../../../shared/contract/archive.ts';
import { historyOf, type HistoryName } from '../../../../shared/history/tables.ts';
import { ask } from '../../../link/bridge.ts';
import { sayFault } from '../../../state/profiles.ts';
import { useSettings } from '../../../state/kept/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { formatSpan, fullTimestamp } from '../../../ui/text/format.ts';

/** Begins a download, or goes on with one. */
export const download = (history: HistoryName, anew = false): Promise<void> =>
  ask('archive.download', { history, anew }).then(
    () => undefined,
    (error: unknown) => sayFault(`The ${historyOf(history).title.toLowerCase()} is not downloaded.`, error),
  );
const cancel = (history: HistoryName): void =>
  void ask('archive.cancel', { history }).catch((error: unknown) => sayFault('It was not cancelled.', error));

/** What is kept of a history and up to when, how far a download is, and what can be done about it. */
export function DownloadBar({ row }: { readonly row: ArchiveRow }): ReactElement {
  const utc = useSettings((settings) => settings.utc);
  const { history, state, page, pages } = row;
  const going = state === 'running' || state === 'waiting';
  const share = pages === null || pages === 0 ? null : Math.min(1, page / pages);
  return (
    <div className="download-bar">
      <span className="page-note download-reach">{reachWords(row, utc)}</span>
      {going || (state === 'paused' && row.read > 0) ? (
        <>
          <progress
            className="download-progress"
            aria-label="Download"
            max={1}
            {...(share === null ? {} : { value: share })}
          />
          <span className="number page-note" role="status">
            {progressWords(row)}
          </span>
        </>
      ) : null}
      {row.message === '' ? null : <span className="download-message">{row.message}</span>}
      {going ? (
        <Button size="small" onClick={() => cancel(history)}>
          Cancel download
        </Button>
      ) : state === 'paused' ? (
        <>
          <Button
            size="small"
            tip="Forgets where it stopped; rows that are kept stay"
            onClick={() => void download(history, true)}
          >
            Start over
          </Button>
          <Button size="small" kind="primary" onClick={() => void download(history)}>
            Continue
          </Button>
        </>
      ) : (
        <Button size="small" kind={state === 'none' ? 'primary' : 'plain'} onClick={() => void download(history)}>
          {state === 'none' ? 'Download all' : 'Download new'}
        </Button>
      )}
    </div>
  );
}

/** How far the archive reaches. */
export function reachWords({ rows, reach, anchor, oldest, state }: ArchiveRow, utc: boolean): string {
  const kept = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} kept`;
  const time = (at: number): string => fullTimestamp(at, utc).slice(0, 16);
  if (reach !== null) return `${kept}: everything up to ${time(reach)}`;
  if (state === 'none') return 'Nothing is kept yet';
  return oldest === null || anchor === null ? kept : `${kept}: not complete, from ${time(oldest)} to ${time(anchor)}`;
}

/** How far a download is: "page 12 of 40 · 6,000 rows · about 2 min 05 s left". */
export function progressWords({ page, pages, read, leftMs, state }: ArchiveRow): string {
  const parts = [
    `page ${page.toLocaleString('en-US')}${pages === null ? '' : ` of ${pages.toLocaleString('en-US')}`}`,
    `${read.toLocaleString('en-US')} rows read`,
  ];
  if (state === 'paused') parts.unshift('Stopped');
  else if (leftMs !== null) parts.push(leftMs < 2_000 ? 'nearly done' : `about ${formatSpan(leftMs)} left`);
  return parts.join(' · ');
}
