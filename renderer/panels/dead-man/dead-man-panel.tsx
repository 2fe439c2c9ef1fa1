import type { ReactElement } from 'react';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { useNow } from '../../state/feeds/now.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { whyNoCommand } from '../../state/commands/why-no-command.ts';
import { formatTime } from '../../ui/text/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { ArmForm } from './arm-form.tsx';
import { clockText, deadManWords, doubtWords, isPast, remaining, spokenState } from './countdown.ts';
import { DisarmButton } from './disarm-button.tsx';
import { GuardLimitsForm } from './guard-limits.tsx';
import { Ring } from './ring.tsx';
import { Report } from './report.tsx';
import { isPutAway, useFiring } from './firing.ts';
import './dead-man.css';

/** Cancels everything unless this terminal says in time that it is alive. */
export default function DeadManPanel(): ReactElement {
  const row = useFeedRow('deadman', 'deadman');
  const terminal = useFeedRow('terminal', 'terminal');
  const utc = useSettings((settings) => settings.utc);
  const now = useNow();
  const firing = useFiring();
  if (row === undefined || terminal === undefined) return <Panel label="Dead-man switch" state={{ kind: 'loading' }} />;
  const left = remaining(row, now);
  const words = deadManWords(row, left, row.deadlineLocal === null ? '' : formatTime(row.deadlineLocal, utc));
  const { deadline, deadlineLocal } = row;
  const ofHere = (at: number): string =>
    deadline === null || deadlineLocal === null ? '' : formatTime(at + deadlineLocal - deadline, utc);
  const counting = deadline !== null && row.state !== 'fired';
  const doubt = !counting || deadlineLocal === null || isPast(row, left) ? null : doubtWords(row, ofHere);
  const whyNot = whyNoCommand(terminal);
  return (
    <Panel label="Dead-man switch" className={`deadman deadman-${isPutAway(row, firing) ? 'quiet' : words.tone}`}>
      <div className="deadman-body">
        <div className="deadman-head">
          {counting && left !== null && !isPast(row, left) ? (
            <Ring share={row.timeoutMs === null ? 1 : Math.min(1, left / row.timeoutMs)} text={clockText(left)} />
          ) : null}
          <p className="unseen" role="status">
            {spokenState(row, left)}
          </p>
          <div className="deadman-words">
            <p className="deadman-title">{words.title}</p>
            <p>{words.sentence}</p>
            {row.message === '' || row.message === words.sentence ? null : (
              <p className="deadman-message">{row.message}</p>
            )}
          </div>
        </div>
        {doubt === null ? null : <p className="deadman-message">{doubt}</p>}
        {row.report === null ? null : <Report report={row.report} inDoubt={row.inDoubt} />}
        {counting ? (
          <DisarmButton row={row} whyNot={whyNot} />
        ) : (
          <ArmForm whyNot={whyNot} unavailable={row.state === 'unavailable'} busy={row.state === 'arming'} />
        )}
        {row.leftArmed && counting ? <ArmForm whyNot={whyNot} unavailable={false} busy={false} again /> : null}
        <GuardLimitsForm whyNot={terminal.locked ? 'The terminal is locked.' : undefined} />
      </div>
    </Panel>
  );
}
