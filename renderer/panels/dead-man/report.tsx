import type { ReactElement } from 'react';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { TimeText } from '../../ui/time-text.tsx';

/** What it did when it fired. */
export function Report(props: {
  readonly report: NonNullable<DeadManRow['report']>;
  readonly inDoubt: boolean;
}): ReactElement {
  const { at, before, after, positions } = props.report;
  return (
    <dl className="deadman-report">
      <div>
        <dt>At</dt>
        <dd>
          <TimeText at={at} day />
        </dd>
      </div>
      <div>
        <dt>Open before</dt>
        <dd className="number">{before}</dd>
      </div>
      <div>
        <dt>Open after</dt>
        <dd className="number">{after}</dd>
      </div>
      <div>
        <dt>Positions without a stop</dt>
        <dd>{positions === null ? 'not known' : positions.length === 0 ? 'none' : positions.join(', ')}</dd>
      </div>
      {props.inDoubt ? (
        <p className="deadman-message">
          A renewal that was not answered may still reach the exchange and arm it again.
        </p>
      ) : null}
    </dl>
  );
}
