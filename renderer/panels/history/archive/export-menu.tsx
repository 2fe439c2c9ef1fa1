import { useRef, useState, type ReactElement } from 'react';
import type { RequestInput } from '../../../../shared/contract/contract.ts';
import type { ArchiveRow } from '../../../../shared/contract/archive.ts';
import { historyOf, type HistoryName } from '../../../../shared/history/tables.ts';
import { ask } from '../../../link/bridge.ts';
import { notify } from '../../../state/notices.ts';
import { sayFault } from '../../../state/profiles.ts';
import { useSettings } from '../../../state/kept/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SegmentedRadio } from '../../../ui/controls/choices.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { historyTable } from '../history-grid.tsx';
import { shownColumns } from '../../../ui/table/kept-columns.ts';
import { reachWords } from './download-bar.tsx';

type Export = RequestInput<'archive.export'>;

/** Writes what is chosen into a file of the data folder, whose name comes back. */
export function ExportMenu(props: {
  readonly history: HistoryName;
  readonly row: ArchiveRow | undefined;
  /** The page on screen; null where none is. */
  readonly page: Extract<Export['of'], { kind: 'page' }> | null;
  /** What the filters leave of the archive, in the order on screen. */
  readonly filtered: Extract<Export['of'], { kind: 'archive' }>;
  onCopy(): void;
}): ReactElement {
  const { history, row, page, filtered, onCopy } = props;
  const [open, setOpen] = useState(false);
  const [format, setFormat] = useState<Export['format']>('csv');
  const [all, setAll] = useState<'shown' | 'all'>('shown');
  const anchor = useRef<HTMLButtonElement>(null);
  const utc = useSettings((settings) => settings.utc);
  const description = historyOf(history);
  const nothingKept = row === undefined || row.rows === 0 ? 'Nothing is kept yet. Download all first.' : undefined;
  const busy = row !== undefined && row.exporting !== null;

  async function write(of: Export['of']): Promise<void> {
    setOpen(false);
    const columns =
      all === 'all' ? description.columns.map(({ field }) => field) : shownColumns(historyTable(history, false));
    try {
      const { path, rows } = await ask('archive.export', { format, columns, of });
      notify('success', `${rows.toLocaleString('en-US')} rows were written.`, path);
    } catch (error) {
      sayFault('Nothing was exported.', error);
    }
  }

  if (busy)
    return (
      <Button size="small" onClick={() => void ask('archive.stopExport', { history })} tip="No file is kept">
        Stop export ({row.exporting?.rows.toLocaleString('en-US')} rows)
      </Button>
    );
  return (
    <>
      <Button ref={anchor} size="small" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        Export
      </Button>
      {open ? (
        <Popover label="Export" anchor={anchor} align="end" className="history-export" onClose={() => setOpen(false)}>
          <SegmentedRadio
            label="Format"
            showLabel
            value={format}
            onChange={setFormat}
            choices={[
              { value: 'csv', label: 'CSV' },
              { value: 'jsonl', label: 'JSON Lines' },
            ]}
          />
          <SegmentedRadio
            label="Columns"
            showLabel
            value={all}
            onChange={setAll}
            choices={[
              { value: 'shown', label: 'As shown' },
              { value: 'all', label: 'All' },
            ]}
          />
          <Button
            whyDisabled={page === null ? 'No page is on the screen.' : undefined}
            onClick={() => {
              if (page !== null) void write(page);
            }}
          >
            This page
          </Button>
          <Button whyDisabled={nothingKept} onClick={() => void write(filtered)}>
            What the filters leave of the archive
          </Button>
          <Button
            whyDisabled={nothingKept}
            onClick={() =>
              void write({ kind: 'archive', history, from: null, to: null, text: '', tests: [], sort: null })
            }
          >
            The whole archive
          </Button>
          <Button
            kind="quiet"
            whyDisabled={page === null ? 'No page is on the screen.' : undefined}
            onClick={() => {
              setOpen(false);
              onCopy();
            }}
          >
            Copy page as CSV
          </Button>
          <p className="page-note">
            {row === undefined ? '' : `${reachWords(row, utc)}. `}Times are written in UTC. Files go to “exports” in the
            data folder.
          </p>
        </Popover>
      ) : null}
    </>
  );
}
