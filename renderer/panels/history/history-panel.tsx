import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { csvLine } from '../../../shared/csv.ts';
import { historyOf, type HistoryName } from '../../../shared/history.ts';
import { faultOf } from '../../../shared/errors.ts';
import { ask } from '../../bridge.ts';
import { useFeedRow } from '../../state/feeds.ts';
import { notify } from '../../state/notices.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { HistoryGrid } from './history-grid.tsx';
import { PageBar } from './page-bar.tsx';
import { PRESETS, startOf, type Preset } from './presets.ts';
import './history.css';

const SIZES = [25, 50, 100, 250, 500, 1000] as const;
const NEW_EVERY_MS = 30_000;

/** One history, a page at a time, as of the moment when its first page was read. */
export function HistoryPanel({ history }: { readonly history: HistoryName }): ReactElement {
  const description = historyOf(history);
  const account = useFeedRow('terminal', 'terminal');
  const utc = useSettings((settings) => settings.utc);
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(50);
  const [preset, setPreset] = useState<Preset>('All');
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const queries = useQueryClient();
  const who = account === undefined ? null : `${account.environment} ${account.profile}`;

  // Rows that come later must not push others from page to page: every page is as of this instant.
  const anchor = useQuery({
    queryKey: ['history', history, who, 'anchor'],
    enabled: who !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { local, offset } = await ask('terminal.time', {});
      return Math.round(local + (offset ?? 0));
    },
  });
  const from = anchor.data === undefined ? null : startOf(preset, anchor.data, utc);
  const range = { history, startTime: from, filters };
  const read = useQuery({
    queryKey: ['history', history, who, anchor.data, preset, filters, size, page],
    enabled: anchor.data !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => ask('history.page', { ...range, page, size, endTime: anchor.data ?? null }),
  });
  const newer = useQuery({
    queryKey: ['history', history, who, anchor.data, 'newer', filters],
    enabled: anchor.data !== undefined && read.data !== undefined,
    refetchInterval: NEW_EVERY_MS,
    queryFn: async () => {
      const found = await ask('history.page', {
        ...range,
        page: 1,
        size: 1,
        startTime: (anchor.data ?? 0) + 1,
        endTime: null,
      });
      return found.total ?? found.rows.length;
    },
  });

  function reload(): void {
    setPage(1);
    void queries.invalidateQueries({ queryKey: ['history', history, who] });
  }
  function choose(change: () => void): void {
    change();
    setPage(1);
  }

  const rows = read.data?.rows ?? [];
  const filtered = Object.values(filters).some((value) => value !== '') || preset !== 'All';
  const state: PanelState = read.isError
    ? { kind: 'error', fault: faultOf(read.error), retry: () => void read.refetch() }
    : anchor.isError
      ? { kind: 'error', fault: faultOf(anchor.error), retry: () => void anchor.refetch() }
      : read.data === undefined
        ? { kind: 'loading' }
        : rows.length === 0
          ? {
              kind: 'empty',
              title: filtered ? 'Nothing in this range' : 'Nothing yet',
              hint: page > 1 ? 'This page is beyond the last one.' : 'What happens later stands here.',
              ...(page > 1 ? { action: <Button onClick={() => setPage(1)}>First page</Button> } : {}),
            }
          : { kind: 'ready' };

  return (
    <Panel
      label={description.title}
      className="history"
      state={state}
      tools={
        <>
          <div className="history-filter">
            <Select
              label="Range"
              showLabel={false}
              value={preset}
              onChange={(chosen) => choose(() => setPreset(chosen))}
              choices={PRESETS.map((value) => ({ value, label: value }))}
            />
          </div>
          {description.filters.map(({ name, title, choices }) =>
            choices === undefined ? (
              <TypedFilter
                key={name}
                title={title}
                value={filters[name] ?? ''}
                onChange={(text) => choose(() => setFilters({ ...filters, [name]: text }))}
              />
            ) : (
              <div key={name} className="history-filter">
                <Select
                  label={title}
                  showLabel={false}
                  value={filters[name] ?? ''}
                  onChange={(chosen) => choose(() => setFilters({ ...filters, [name]: chosen }))}
                  choices={[
                    { value: '', label: `${title}: any` },
                    ...choices.map((value) => ({ value: value as string, label: value as string })),
                  ]}
                />
              </div>
            ),
          )}
          <span className="panel-tools-space" />
          {newer.data !== undefined && newer.data > 0 ? (
            <Button size="small" kind="primary" onClick={reload}>
              {newer.data} new
            </Button>
          ) : null}
          <Button
            size="small"
            whyDisabled={rows.length === 0 ? 'There is nothing on this page.' : undefined}
            tip="This page, as comma-separated values"
            onClick={() => copyPage(history, rows)}
          >
            Copy page as CSV
          </Button>
          <Button size="small" onClick={reload}>
            Reload
          </Button>
        </>
      }
    >
      <div className={`history-body${read.isPlaceholderData ? ' history-waiting' : ''}`} aria-busy={read.isFetching}>
        <HistoryGrid description={description} rows={rows} />
        <PageBar
          page={page}
          size={size}
          sizes={SIZES.filter((each) => each <= description.mostSize)}
          total={read.data?.total ?? null}
          shown={rows.length}
          capped={read.data?.capped === true}
          busy={read.isFetching}
          onPage={setPage}
          onSize={(chosen) => choose(() => setSize(chosen))}
        />
      </div>
    </Panel>
  );
}

/** Sent when it is finished: each letter would be a request. */
function TypedFilter(props: {
  readonly title: string;
  readonly value: string;
  onChange(text: string): void;
}): ReactElement {
  const [text, setText] = useState(props.value);
  const done = (): void => {
    const plain = text.trim().toUpperCase();
    if (plain !== props.value) props.onChange(plain);
  };
  return (
    <div className="history-filter">
      <Field
        label={props.title}
        value={text}
        onChange={setText}
        onEnter={done}
        onBlur={done}
        maxLength={64}
        placeholder="any"
      />
    </div>
  );
}

function copyPage(history: HistoryName, rows: readonly Readonly<Record<string, string>>[]): void {
  const { columns } = historyOf(history);
  const cell = (value: string, kind: string): string =>
    kind === 'time' && value !== '' ? new Date(Number(value)).toISOString() : value;
  const lines = [
    csvLine(columns.map(({ title }) => title)),
    ...rows.map((row) => csvLine(columns.map(({ field, kind }) => cell(row[field] ?? '', kind)))),
  ];
  navigator.clipboard.writeText(`${lines.join('\r\n')}\r\n`).then(
    () => notify('success', `${rows.length} rows are in the clipboard`),
    () => notify('warning', 'Copying is not allowed here'),
  );
}
