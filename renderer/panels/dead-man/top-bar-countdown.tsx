import type { ReactElement } from 'react';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { useNow } from '../../state/feeds/now.ts';
import { whyNoCommand } from '../../state/commands/why-no-command.ts';
import { clockText, deadManWords, isPast, remaining } from './countdown.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { DisarmButton } from './disarm-button.tsx';
import { dismissFiring, isPutAway, lookAtFiring, useFiring } from './firing.ts';
import './dead-man.css';

/** The countdown in the top bar, wherever the panel is; nothing while nothing can be armed. */
export function TopBarCountdown({ onOpen }: { onOpen(): void }): ReactElement | null {
  const row = useFeedRow('deadman', 'deadman');
  const terminal = useFeedRow('terminal', 'terminal');
  const now = useNow();
  const firing = useFiring();
  if (row === undefined || row.state === 'off' || row.state === 'unavailable' || isPutAway(row, firing)) return null;
  const left = remaining(row, now);
  const { tone, title } = deadManWords(row, left, '');
  const time = left === null || row.state === 'fired' || isPast(row, left) ? '' : clockText(left);
  const counting = row.deadline !== null && row.state !== 'fired';
  const whyNot = whyNoCommand(terminal);
  return (
    <span className="top-deadman-group">
      <button
        type="button"
        className={`top-deadman top-deadman-${tone}`}
        aria-label={`Dead-man switch: ${title} ${time}`.trim()}
        onClick={() => {
          lookAtFiring(row);
          onOpen();
        }}
      >
        <span>{tone === 'armed' ? 'Dead-man' : title}</span>
        {time === '' ? null : <span className="number">{time}</span>}
      </button>
      {row.state === 'fired' && firing.looked === row.since ? (
        <IconButton icon="close" size="small" label="Dismiss the firing" onClick={() => dismissFiring(row)} />
      ) : null}
      {counting ? <DisarmButton row={row} whyNot={whyNot} size="small" /> : null}
    </span>
  );
}
