import type { ReactElement } from 'react';
import { useSettings } from '../../state/kept/settings.ts';
import { formatDayTime, formatTime, fullTimestamp } from './format.ts';

/** An instant in the zone of the settings; hovering shows all of it. */
export function TimeText(props: { readonly at: number | null; readonly day?: boolean }): ReactElement {
  const utc = useSettings((settings) => settings.utc);
  if (props.at === null) return <span className="number missing">–</span>;
  return (
    <time className="number" dateTime={new Date(props.at).toISOString()} title={fullTimestamp(props.at, utc)}>
      {props.day === true ? formatDayTime(props.at, utc) : formatTime(props.at, utc)}
    </time>
  );
}
