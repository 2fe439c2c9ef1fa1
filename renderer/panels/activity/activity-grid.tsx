import type { ColDef, GridApi } from 'ag-grid-community';
import type { ReactElement } from 'react';
import type { ActivityEntry } from '../../../shared/contract/activity.ts';
import { followFeed, peekFeed } from '../../state/feeds/feeds.ts';
import { formatLatency } from '../../ui/text/format.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { defineTable, type TableHandle } from '../../ui/table/definition.ts';
import { Table } from '../../ui/table/table.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { accountWords, ASKED_BY, plainText, RESULTS } from './words.ts';

interface Cell {
  readonly data?: ActivityEntry | undefined;
}
const At = ({ data }: Cell): ReactElement => <TimeText at={data?.at ?? null} day />;
function Result({ data }: Cell): ReactElement | null {
  if (data === undefined) return null;
  const { word, tone } = RESULTS[data.result];
  return <Badge tone={tone as 'neutral'}>{word}</Badge>; // the tones of RESULTS are those of a badge
}

const profileNames = (): ReadonlyMap<string, string> =>
  new Map([...peekFeed('profiles').values()].map(({ id, name }) => [id, name]));

const columns: readonly ColDef<ActivityEntry>[] = [
  { colId: 'at', headerName: 'Time', width: 120, valueGetter: ({ data }) => data?.at, cellRenderer: At },
  {
    colId: 'summary',
    headerName: 'What',
    flex: 3,
    minWidth: 200,
    valueGetter: ({ data }) => plainText(data?.summary ?? ''),
  },
  { colId: 'result', headerName: 'Result', width: 110, valueGetter: ({ data }) => data?.result, cellRenderer: Result },
  {
    colId: 'answer',
    headerName: 'Answer',
    flex: 3,
    minWidth: 160,
    valueGetter: ({ data }) => plainText(data?.answer ?? ''),
  },
  {
    colId: 'by',
    headerName: 'Asked by',
    width: 90,
    valueGetter: ({ data }) => (data === undefined ? '' : ASKED_BY[data.by]),
  },
  {
    colId: 'ms',
    headerName: 'Took',
    width: 80,
    type: 'rightAligned',
    valueGetter: ({ data }) => (data?.ms === undefined || data.ms === null ? '–' : formatLatency(data.ms)),
  },
  {
    colId: 'profile',
    headerName: 'Profile',
    width: 130,
    tooltipValueGetter: ({ value }) => String(value),
    valueGetter: ({ data }) => (data === undefined ? '' : accountWords(data, profileNames())),
  },
];

export const activityTable = defineTable<ActivityEntry>({
  id: 'activity',
  name: 'Activity',
  engine: 'react',
  columns,
  times: ['at'],
  csv: { ms: ({ ms }) => (ms === null ? '' : String(ms)) },
  rowId: ({ number }) => String(number),
  options: { defaultColDef: { sortable: false } },
});

/** The entries as rows; Enter or a press on one shows all of it. */
export function ActivityGrid(props: {
  readonly table: TableHandle<ActivityEntry>;
  readonly entries: readonly ActivityEntry[];
  onChoose(entry: ActivityEntry): void;
}): ReactElement {
  return (
    <div className="activity-grid">
      <Table table={props.table} rows={props.entries} opensAtOnce begun={followProfiles} onOpen={props.onChoose} />
    </div>
  );
}

const followProfiles = (api: GridApi<ActivityEntry>): (() => void) =>
  followFeed('profiles', '', () => api.refreshCells({ columns: ['profile'], force: true }));
