import type { ReactElement } from 'react';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { TimeText } from './time-text.tsx';
import type { Fault } from '../../../shared/errors.ts';

/** What happened, and what to do next. */
export function FaultText({ fault }: { readonly fault: Fault }): ReactElement {
  const { title, advice } = describeFault(fault);
  return (
    <div className="fault">
      <p className="panel-message-title">{title}</p>
      <p>{advice}</p>
      {fault.kind === 'RateLimited' ? (
        <p>
          The next slot opens at <TimeText at={fault.retryAt} />.
        </p>
      ) : null}
    </div>
  );
}
