import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ArchiveRow, ArchiveWhere } from '../../../../shared/contract/archive.ts';
import { describeFault } from '../../../../shared/words/fault-words.ts';
import { faultOf } from '../../../../shared/errors.ts';
import type { HistoryName } from '../../../../shared/history/tables.ts';
import { ask } from '../../../link/bridge.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { TableHandle } from '../../../ui/table/definition.ts';
import { ArchiveGrid, type ArchiveSort } from './archive-grid.tsx';
import type { HistoryRow } from '../column-defs.ts';
import { download, DownloadBar } from './download-bar.tsx';
import { SumsBar } from '../picture/sums-bar.tsx';

/** The archive of a history: every kept row, what they come to, and how far they reach. */
export function ArchiveView(props: {
  readonly table: TableHandle<HistoryRow>;
  readonly history: HistoryName;
  readonly row: ArchiveRow;
  readonly where: ArchiveWhere;
  onSort(sort: ArchiveSort | null): void;
  onTests(tests: ArchiveWhere['tests']): void;
  onOpen(row: HistoryRow): void;
}): ReactElement {
  const { history, row, where } = props;
  // While a download runs what is added up is a little behind; at its end it is added up anew.
  const version = row.state === 'running' ? Math.floor(row.page / 20) : `${row.rows} ${row.reach}`;
  const sums = useQuery({
    queryKey: ['archive', 'sums', where, version],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    queryFn: () => ask('archive.sums', where),
  });
  if (row.rows === 0 && (row.state === 'none' || row.state === 'paused'))
    return (
      <div className="panel-message">
        <p className="panel-message-title">Nothing is kept yet</p>
        <p>Download the whole history to sort, filter, add up and export all of it, also without a connection.</p>
        {row.message === '' ? null : <p className="download-message">{row.message}</p>}
        <Button kind="primary" onClick={() => void download(history, row.state === 'paused')}>
          Download all
        </Button>
      </div>
    );
  return (
    <>
      <ArchiveGrid
        table={props.table}
        // A finished download shows its rows from the top; one on its way does not move what is read.
        version={row.state === 'running' ? 'running' : String(row.reach)}
        history={history}
        where={where}
        rows={sums.data?.rows ?? null}
        onSort={props.onSort}
        onTests={props.onTests}
        onOpen={props.onOpen}
      />
      <div className="history-foot">
        {sums.isError ? (
          <p className="field-error">{describeFault(faultOf(sums.error)).advice}</p>
        ) : (
          <SumsBar history={history} found={sums.data} busy={sums.isFetching} />
        )}
        <DownloadBar row={row} />
      </div>
    </>
  );
}
