import type { ReactElement } from 'react';
import type { ActivityEntry } from '../../../shared/contract/activity.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { ASKED_BY, plainText, prettySent, RESULTS } from './words.ts';

/** All of one entry. */
export function EntryDetails(props: { readonly entry: ActivityEntry; onClose(): void }): ReactElement {
  const { entry } = props;
  return (
    <aside className="activity-details" aria-label={`Entry ${entry.number}`}>
      <header>
        <h3>
          {RESULTS[entry.result].word}: {plainText(entry.summary)}
        </h3>
        <IconButton icon="close" size="small" label="Close entry" onClick={props.onClose} />
      </header>
      <dl>
        <dt>Time</dt>
        <dd>
          <TimeText at={entry.at} day />
        </dd>
        <dt>Asked by</dt>
        <dd>{ASKED_BY[entry.by]}</dd>
        <dt>Request</dt>
        <dd>{plainText(entry.name)}</dd>
        <dt>Answer</dt>
        <dd>{entry.answer === '' ? '–' : plainText(entry.answer)}</dd>
        <dt>Entry</dt>
        <dd className="number">
          {entry.number}, {entry.hash.slice(0, 16)}…
        </dd>
      </dl>
      {entry.sent === null ? null : <pre aria-label="What was sent">{prettySent(entry.sent)}</pre>}
    </aside>
  );
}
