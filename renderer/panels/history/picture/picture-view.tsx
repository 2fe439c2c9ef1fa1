import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { ArchiveRow, ArchiveWhere } from '../../../../shared/contract/archive.ts';
import { describeFault } from '../../../../shared/words/fault-words.ts';
import { faultOf } from '../../../../shared/errors.ts';
import { historyOf, type HistoryName } from '../../../../shared/history/tables.ts';
import { ask } from '../../../link/bridge.ts';
import { useSettings } from '../../../state/kept/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SegmentedRadio } from '../../../ui/controls/choices.tsx';
import { NumberText } from '../../../ui/text/numbers.tsx';
import { SkeletonRows } from '../../../ui/panel.tsx';
import { download } from '../archive/download-bar.tsx';
import { GroupTable } from './group-table.tsx';
import { createPictureChart, type PictureChart } from './picture-chart.ts';
import {
  barsOf,
  DAY_MS,
  groupLines,
  happened,
  isPictured,
  PICTURES,
  zonesBetween,
  type Bar,
  type GroupLine,
  type Pictured,
  type Slot,
} from './picture-data.ts';

/** A history as a picture with its table beside it, drawn from the archive. */
export function PictureView(props: {
  readonly history: HistoryName;
  readonly row: ArchiveRow;
  readonly where: ArchiveWhere;
}): ReactElement {
  const { history, row, where } = props;
  if (row.rows === 0)
    return (
      <div className="panel-message">
        <p className="panel-message-title">Nothing to draw yet</p>
        <p>Pictures are drawn from the archive. Download the whole history first.</p>
        <Button kind="primary" onClick={() => void download(history)}>
          Download all
        </Button>
      </div>
    );
  return isPictured(history) ? (
    <Timeline history={history} row={row} where={where} />
  ) : (
    <Tables history={history} row={row} where={where} />
  );
}

interface Drawn {
  readonly row: ArchiveRow;
  readonly where: ArchiveWhere;
}
/** Before any exchange of this interface. */
const EARLIEST = Date.UTC(2017, 0, 1);
const UTC = [{ from: EARLIEST, zoneMs: 0 }] as const;
const localOffset = (at: number): number => -new Date(at).getTimezoneOffset() * 60_000;

const KEPT = { staleTime: Number.POSITIVE_INFINITY } as const;

function Timeline({ history, row, where }: Drawn & { readonly history: Pictured }): ReactElement {
  const utc = useSettings((settings) => settings.utc);
  const [slot, setSlot] = useState<Slot>('day');
  const [chosen, setChosen] = useState<string | null>(null);
  const { field } = PICTURES[history];
  const zones = useMemo(
    () => (utc ? UTC : zonesBetween(where.from ?? EARLIEST, Math.max(row.reach ?? 0, Date.now()), localOffset)),
    [utc, where.from, row.reach],
  );
  const read = useQuery({
    queryKey: ['archive', 'series', where, utc, row.rows, row.reach],
    ...KEPT,
    placeholderData: (before) => before,
    queryFn: () => ask('archive.series', { ...where, field, slotMs: DAY_MS, zones: [...zones] }),
  });
  const points = useMemo(() => happened(history, read.data?.points ?? []), [history, read.data]);
  const lines = useMemo(() => groupLines(history, points), [history, points]);
  // What is in different tokens cannot be added up: one token at a time.
  const first = lines.find(({ name }) => name === chosen) ?? lines[0];
  const unit = first?.unit ?? '';
  const single = history === 'funding' ? chosen : (first?.name ?? null);
  const bars = useMemo(
    () =>
      barsOf(
        points,
        ({ by }) =>
          single === null ? lines.some(({ name, unit: of }) => name === by[0] && of === unit) : by[0] === single,
        slot,
      ),
    [points, lines, single, unit, slot],
  );
  if (read.isError) return <p className="field-error">{describeFault(faultOf(read.error)).advice}</p>;
  if (read.data === undefined) return <SkeletonRows />;
  return (
    <div className="picture">
      <BarChart
        history={history}
        title={single ?? `All in ${unit}`}
        bars={bars}
        unit={unit}
        slots={
          <SegmentedRadio
            label="Slots"
            value={slot}
            onChange={setSlot}
            choices={[
              { value: 'day', label: 'Days' },
              { value: 'week', label: 'Weeks' },
              { value: 'month', label: 'Months' },
            ]}
          />
        }
      />
      <LinesTable
        history={history}
        lines={lines}
        chosen={single}
        onChoose={(name) => setChosen(name === chosen && history === 'funding' ? null : name)}
      />
    </div>
  );
}

function BarChart(props: {
  readonly history: Pictured;
  readonly title: string;
  readonly slots: ReactElement;
  readonly bars: readonly Bar[];
  readonly unit: string;
}): ReactElement {
  const { history, bars, unit } = props;
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<PictureChart | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const theme = useSettings((settings) => `${settings.theme} ${settings.updown}`);
  const { plus, minus } = PICTURES[history];
  useEffect(() => {
    if (box.current === null) return undefined;
    const made = createPictureChart(box.current, setHovered);
    setChart(made);
    return () => {
      setChart(null);
      made.destroy();
    };
  }, []);
  useEffect(() => chart?.draw(bars), [chart, bars]);
  // The theme's attributes are set by an effect of the frame, which runs after those of its panels.
  useEffect(() => {
    const frame = requestAnimationFrame(() => chart?.restyle());
    return () => cancelAnimationFrame(frame);
  }, [chart, theme]);
  const bar = (hovered === null ? undefined : bars[hovered]) ?? bars.at(-1);
  return (
    <div className="picture-side">
      <div className="picture-head">
        <strong>{props.title}</strong>
        {bar === undefined ? null : (
          <span className="picture-legend number">
            {new Date(bar.start).toISOString().slice(0, 10)} <span className="picture-key picture-plus">▲ {plus}</span>{' '}
            <NumberText value={bar.plus} /> <span className="picture-key picture-minus">▼ {minus}</span>{' '}
            <NumberText value={bar.minus} /> <span className="picture-key picture-total">— In all</span>{' '}
            <NumberText value={bar.total} unit={unit} />
          </span>
        )}
        {props.slots}
      </div>
      <div className="picture-box">
        <div
          ref={box}
          className="picture-canvas"
          role="img"
          aria-label={`${historyOf(history).title} over time, in ${unit}`}
        />
      </div>
    </div>
  );
}

function LinesTable(props: {
  readonly history: Pictured;
  readonly lines: readonly GroupLine[];
  readonly chosen: string | null;
  onChoose(name: string): void;
}): ReactElement {
  const { history, lines, chosen, onChoose } = props;
  const { plus, minus } = PICTURES[history];
  return (
    <div className="picture-table">
      <table className="group-table" aria-label={history === 'funding' ? 'By symbol' : 'By token'}>
        <thead>
          <tr>
            <th scope="col">{history === 'funding' ? 'Symbol' : 'Token'}</th>
            <th scope="col">{plus}</th>
            <th scope="col">{minus}</th>
            <th scope="col">Net</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name} aria-selected={line.name === chosen}>
              <td>
                <Button
                  kind="quiet"
                  size="small"
                  aria-pressed={line.name === chosen}
                  onClick={() => onChoose(line.name)}
                >
                  {line.name}
                </Button>
              </td>
              <td className="number">
                <NumberText value={line.plus} />
              </td>
              <td className="number">
                <NumberText value={line.minus} />
              </td>
              <td className="number">
                <NumberText value={line.net} unit={line.unit} tone={line.net.startsWith('-') ? 'down' : 'up'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Rewards carry no date of their own: what each token came to, and no line over time. */
function Tables({ history, row, where }: Drawn & { readonly history: HistoryName }): ReactElement {
  const read = useQuery({
    queryKey: ['archive', 'sums', where, row.rows, row.reach],
    ...KEPT,
    queryFn: () => ask('archive.sums', where),
  });
  if (read.isError) return <p className="field-error">{describeFault(faultOf(read.error)).advice}</p>;
  if (read.data === undefined) return <SkeletonRows />;
  return (
    <div className="picture picture-tables">
      {read.data.sums.map(({ field, groups }) => (
        <GroupTable key={field} history={history} field={field} groups={groups} />
      ))}
      <p className="page-note">These records carry no date of their own, so there is no line over time.</p>
    </div>
  );
}
