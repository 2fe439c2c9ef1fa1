import type { ReactElement } from 'react';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { TimeText } from '../../ui/text/time-text.tsx';
import { countWords, itemWords } from './report-words.ts';

/** What it did when it fired. */
export function Report(props: {
  readonly report: NonNullable<DeadManRow['report']>;
  readonly inDoubt: boolean;
}): ReactElement {
  const { at, until, before, after, went, positions, unprotected } = props.report;
  return (
    <>
      <dl className="deadman-report">
        <div>
          <dt>{until === undefined ? 'At' : 'Between'}</dt>
          <dd>
            <TimeText at={at} day />
            {until === undefined ? null : (
              <>
                {' and '}
                <TimeText at={until} day />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Cancelled</dt>
          <dd>{countWords(props.report)}</dd>
        </div>
        <div>
          <dt>Open after</dt>
          <dd className="number">{after}</dd>
        </div>
        {unprotected.length === 0 ? null : (
          <div>
            <dt>Lost their stops</dt>
            <dd>{unprotected.join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>Positions left</dt>
          <dd>{positions === null ? 'not known' : positions.length === 0 ? 'none' : positions.join(', ')}</dd>
        </div>
      </dl>
      {went.length === 0 ? null : (
        <details className="deadman-went">
          <summary>What was cancelled</summary>
          <ul aria-label="What was cancelled">
            {went.map((item) => (
              <li key={`${item.kind} ${item.id}`}>{itemWords(item)}</li>
            ))}
            {before > went.length ? <li>{before - went.length} more</li> : null}
          </ul>
        </details>
      )}
      {props.inDoubt ? (
        <p className="deadman-message">
          A renewal that was not answered may still reach the exchange and arm it again.
        </p>
      ) : null}
    </>
  );
}
