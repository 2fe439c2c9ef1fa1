import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactElement } from 'react';
import type { ArchiveWhere } from '../../../shared/contract/archive.ts';
import { historyOf, type HistoryName } from '../../../shared/history/tables.ts';
import { faultOf } from '../../../shared/errors.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { leaveLink, useHistoryLink } from '../../state/links.ts';
import { notify } from '../../state/notices.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedRadio } from '../../ui/controls/choices.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { ColumnsMenu } from '../../ui/table/columns-menu.tsx';
import type { TableHandle } from '../../ui/table/definition.ts';
import { tableLines } from '../../ui/table/table-csv.ts';
import { useTable } from '../../ui/table/table.tsx';
import type { ArchiveSort } from './archive/archive-grid.tsx';
import { ArchiveView } from './archive/archive-view.tsx';
import { archiveWhere } from './archive/archive-where.ts';
import type { HistoryRow } from './column-defs.ts';
import { download, DownloadBar } from './archive/download-bar.tsx';
import { ExportMenu } from './archive/export-menu.tsx';
import { HistoryGrid, historyTable } from './history-grid.tsx';
import { HistoryFilters, TypedFilter } from './history-tools.tsx';
import { PageBar } from './page-bar.tsx';
import { PictureView } from './picture/picture-view.tsx';
import { isPictured } from './picture/picture-data.ts';
import { RecordDialog } from './record-dialog.tsx';
import { EVERYTHING, type Looking } from './presets.ts';
import { usePages, type Pages } from './use-pages.ts';
import './history.css';

const SIZES = [25, 50, 100, 250, 500, 1000] as const;
type View = 'pages' | 'archive' | 'picture';
const NO_ROWS: readonly HistoryRow[] = [];
const NO_TESTS: ArchiveWhere['tests'] = [];

const isScrolled = (element: Element): boolean =>
  [...element.querySelectorAll('.ag-grid-viewport')].some(({ scrollTop }) => scrollTop > 0);

/** One history: as pages of the exchange, as the archive of this machine, or as a picture. */
export function HistoryPanel({ history }: { readonly history: HistoryName }): ReactElement {
  const description = historyOf(history);
  const [view, setView] = useState<View>('pages');
  const [looking, setLooking] = useState(EVERYTHING);
  const [text, setText] = useState('');
  const [tests, setTests] = useState(NO_TESTS);
  const [sort, setSort] = useState<ArchiveSort | null>(null);
  const [opened, setOpened] = useState<HistoryRow | null>(null);
  const utc = useSettings((settings) => settings.utc);
  const archive = useFeedRow('archives', history);
  const pages = usePages(history, looking, view === 'pages');
  const link = useHistoryLink(history);
  useEffect(() => {
    if (link === null) return;
    setView('archive');
    // Filters of before would hide what the link leads to.
    setLooking(EVERYTHING);
    setText('');
  }, [link]);

  const body = useRef<HTMLDivElement>(null);
  const { newer, newerAt, page, reload } = pages;
  const reloads = useEffectEvent(reload);
  useEffect(() => {
    const { current } = body;
    // Nothing moves below a pointer, a focus or an eye further down.
    const isRead = current === null || current.matches(':hover, :focus-within') || isScrolled(current);
    if (view === 'pages' && newer !== 0 && page === 1 && !isRead) reloads();
  }, [view, newer, newerAt, page]);

  const where = useMemo(
    () => archiveWhere(history, looking, text, [...tests, ...(link?.tests ?? [])], Date.now(), utc),
    [history, looking, text, tests, link, utc],
  );
  const table = useTable(historyTable(history, view === 'archive'));
  const rows = pages.read.data?.rows ?? NO_ROWS;
  const going = archive !== undefined && (archive.state === 'running' || archive.state === 'waiting');

  return (
    <Panel
      label={description.title}
      className="history"
      state={
        view === 'pages'
          ? stateOf(pages, looking, description.hint)
          : { kind: archive === undefined ? 'loading' : 'ready' }
      }
      tools={
        <>
          <SegmentedRadio
            label="View"
            value={view}
            onChange={setView}
            choices={[
              { value: 'pages', label: 'Pages' },
              { value: 'archive', label: 'Archive' },
              ...(isPictured(history) || history === 'rewards'
                ? [{ value: 'picture' as const, label: 'Picture' }]
                : []),
            ]}
          />
          <HistoryFilters history={history} looking={looking} archive={view !== 'pages'} onChange={setLooking} />
          {view === 'archive' ? (
            <TypedFilter title="Find" value={text} placeholder="in any column" onChange={setText} />
          ) : null}
          {view === 'archive' && link !== null ? (
            <Button size="small" kind="primary" tip="Shows everything again" onClick={leaveLink}>
              {link.label} ×
            </Button>
          ) : null}
          <div className="panel-tools-end">
            {view === 'pages' && pages.newer !== 0 ? (
              <Button size="small" kind="primary" onClick={pages.reload}>
                {pages.newer === null ? 'New rows' : `${pages.newer} new`}
              </Button>
            ) : null}
            {view === 'pages' && !going ? (
              <Button
                size="small"
                tip="Keeps the whole history on this machine, to sort, add up and export"
                onClick={() => {
                  setView('archive');
                  void download(history);
                }}
              >
                Download all
              </Button>
            ) : null}
            {view === 'picture' ? null : <ColumnsMenu table={table} exports={false} />}
            <ExportMenu
              history={history}
              row={archive}
              page={
                view === 'pages' && pages.asked !== null && rows.length > 0 ? { kind: 'page', ...pages.asked } : null
              }
              filtered={{ kind: 'archive', ...where, sort }}
              onCopy={() => copyPage(table)}
            />
            {view === 'pages' ? (
              <Button size="small" onClick={pages.reload}>
                Reload
              </Button>
            ) : null}
          </div>
        </>
      }
    >
      <div
        ref={body}
        className={`history-body${view === 'pages' && pages.read.isPlaceholderData ? ' history-waiting' : ''}`}
        aria-busy={view === 'pages' && pages.read.isFetching}
      >
        {view === 'pages' ? (
          <>
            <HistoryGrid table={table} rows={rows} onOpen={setOpened} />
            <PageBar
              page={pages.page}
              size={pages.size}
              sizes={SIZES.filter((each) => each <= description.mostSize)}
              total={pages.read.data?.total ?? null}
              shown={rows.length}
              capped={pages.read.data?.capped === true}
              busy={pages.read.isFetching}
              onPage={pages.goTo}
              onSize={pages.setSize}
            />
          </>
        ) : archive === undefined ? null : view === 'archive' ? (
          <ArchiveView
            table={table}
            history={history}
            row={archive}
            where={where}
            onSort={setSort}
            onTests={setTests}
            onOpen={setOpened}
          />
        ) : (
          <PictureView history={history} row={archive} where={where} />
        )}
        {archive !== undefined && (view === 'picture' || (view === 'pages' && going)) ? (
          <div className="history-foot">
            <DownloadBar row={archive} />
          </div>
        ) : null}
      </div>
      {opened === null ? null : <RecordDialog history={history} row={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}

function stateOf(pages: Pages, { preset, filters }: Looking, hint: string): PanelState {
  const { read, anchor, page, goTo } = pages;
  if (pages.backward)
    return { kind: 'empty', title: 'Nothing in this range', hint: 'Its last day lies before its first.' };
  if (read.isError) return { kind: 'error', fault: faultOf(read.error), retry: () => void read.refetch() };
  if (anchor.isError) return { kind: 'error', fault: faultOf(anchor.error), retry: () => void anchor.refetch() };
  if (read.data === undefined) return { kind: 'loading' };
  if (read.data.rows.length > 0) return { kind: 'ready' };
  const filtered = Object.values(filters).some((value) => value !== '') || preset !== 'All';
  return {
    kind: 'empty',
    title: filtered ? 'Nothing in this range' : 'Nothing yet',
    hint:
      page > 1 ? 'This page is beyond the last one.' : filtered ? 'Choose a wider range or take a filter away.' : hint,
    ...(page > 1 ? { action: <Button onClick={() => goTo(1)}>First page</Button> } : {}),
  };
}

function copyPage({ definition, grid }: TableHandle<HistoryRow>): void {
  const { api } = grid.getState();
  if (api === null) return;
  const lines = tableLines(definition, api);
  navigator.clipboard.writeText(`${lines.join('\r\n')}\r\n`).then(
    () => notify('success', `${lines.length - 1} rows are in the clipboard`),
    () => notify('warning', 'Copying is not allowed here'),
  );
}
