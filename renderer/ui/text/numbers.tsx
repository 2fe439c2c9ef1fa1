import type { ReactElement } from 'react';
import { atLeastPlaces, grouped, type Decimal } from '../../../shared/decimal.ts';
import { useNow } from '../../state/feeds/now.ts';
import { ageLevel, formatSpan } from './format.ts';

/**
 * A number as the exchange has it, with thousands marked. Zeros are added up to `places`, never a
 * digit changed; `align` leaves the room of missing decimals empty, so that points stand in line.
 */
export function NumberText(props: {
  readonly value: Decimal | null | undefined;
  readonly places?: number;
  readonly align?: number | undefined;
  readonly tone?: 'up' | 'down' | 'muted' | undefined;
  readonly unit?: string | undefined;
}): ReactElement {
  const { value, places = 0, align = 0, tone, unit } = props;
  if (value === null || value === undefined) return <span className="number missing">–</span>;
  const text = grouped(atLeastPlaces(value, places));
  const point = text.indexOf('.');
  const missing = align - (point === -1 ? 0 : text.length - point - 1);
  return (
    <span className={`number${tone === undefined ? '' : ` tone-${tone}`}`}>
      {text}
      {missing > 0 ? (
        <span className="number-room" aria-hidden="true">
          {(point === -1 ? '.' : '') + '0'.repeat(missing)}
        </span>
      ) : null}
      {unit === undefined ? null : <span className="number-unit"> {unit}</span>}
    </span>
  );
}

/** Time since an instant of this machine's clock, beginning to warn at 3 s and to alarm at 10 s. */
export function Age(props: { readonly since: number | null; readonly quiet?: boolean }): ReactElement {
  const now = useNow();
  if (props.since === null) return <span className="number missing">–</span>;
  const age = Math.max(0, now - props.since);
  return (
    <span className={props.quiet === true ? 'number age' : `number age age-${ageLevel(age)}`}>{formatSpan(age)}</span>
  );
}
