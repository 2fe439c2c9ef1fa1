import { AgGridReact } from 'ag-grid-react';
import type { ColDef, GetRowIdParams } from 'ag-grid-community';
import { useMemo, type ReactElement } from 'react';
import type { ActivityEntry } from '../../../shared/contract/activity.ts';
import { useFeedRows } from '../../state/feeds.ts';
import { formatLatency } from '../../ui/format.ts';
import { gridDefaults } from '../../theme/grid.ts';
import { Badge } from '../../ui/badge.tsx';
import { gridModules } from '../../ui/grid-modules.ts';
import { nameGrid } from '../../ui/grid-name.ts';
import { TimeText } from '../../ui/time-text.tsx';
import { accountWords, ASKED_BY, plainText, RESULTS } from './words.ts';

const rowId = ({ data }: GetRowIdParams<ActivityEntry>): string => String(data.number);

interface Cell {
  readonly data?: ActivityEntry | undefined;
}
const At = ({ data }: Cell): ReactElement => <TimeText at={data?.at ?? null} day />;
function Result({ data }: Cell): ReactElement | null {
  if (data === undefined) return null;
  const { word, tone } = RESULTS[data.result];
  return <Badge tone={tone as 'neutral'}>{word}</Badge>; // the tones of RESULTS are those of a badge
}

const columnsOf = (names: ReadonlyMap<string, string>): ColDef<ActivityEntry>[] => [
  { headerName: 'Time', width: 120, cellRenderer: At },
  { headerName: 'What', flex: 3, minWidth: 200, valueGetter: ({ data }) => plainText(data?.summary ?? '') },
  { headerName: 'Result', width: 110, cellRenderer: Result },
  { headerName: 'Answer', flex: 3, minWidth: 160, valueGetter: ({ data }) => plainText(data?.answer ?? '') },
  { headerName: 'Asked by', width: 90, valueGetter: ({ data }) => (data === undefined ? '' : ASKED_BY[data.by]) },
  {
    headerName: 'Took',
    width: 80,
    type: 'rightAligned',
    valueGetter: ({ data }) => (data?.ms === undefined || data.ms === null ? '–' : formatLatency(data.ms)),
  },
  {
    headerName: 'Profile',
    width: 130,
    tooltipValueGetter: ({ value }) => String(value),
    valueGetter: ({ data }) => (data === undefined ? '' : accountWords(data, names)),
  },
];

/** The entries as rows; Enter or a press on one shows all of it. */
export function ActivityGrid(props: {
  readonly entries: readonly ActivityEntry[];
  onChoose(entry: ActivityEntry): void;
}): ReactElement {
  const profiles = useFeedRows('profiles').rows;
  const columns = useMemo(
    () => columnsOf(new Map([...profiles.values()].map(({ id, name }) => [id, name]))),
    [profiles],
  );
  return (
    <div className="grid-box activity-grid">
      <AgGridReact<ActivityEntry>
        {...gridDefaults()}
        modules={[...gridModules]}
        columnDefs={columns}
        defaultColDef={{ sortable: false }}
        rowData={[...props.entries]}
        getRowId={rowId}
        suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
        onGridReady={({ api }) => nameGrid(api, 'Activity')}
        onCellClicked={({ data }) => {
          if (data !== undefined) props.onChoose(data);
        }}
        onCellKeyDown={({ data, event }) => {
          if (data !== undefined && event instanceof KeyboardEvent && event.key === 'Enter') props.onChoose(data);
        }}
      />
    </div>
  );
}
