import { useEffect, type ReactElement } from 'react';
import type { TerminalRow } from '../../../shared/contract/contract.ts';
import { useLink } from '../../link/bridge.ts';
import { isArmed, lockKeys, useArmed } from '../../state/keys/armed.ts';
import { useKeyLabel } from '../../state/keys/key-bindings.ts';
import { notify } from '../../state/notices.ts';
import { useNow } from '../../state/feeds/now.ts';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { armOrLock, whyNotArmed } from './use-keys.ts';

/** Whether hotkeys that trade are armed; a press locks or arms them. */
export function KeysSwitch({ terminal }: { readonly terminal: TerminalRow | undefined }): ReactElement {
  const armed = useArmed((state) => state.until !== null);
  const key = useKeyLabel('arm');
  const does = armed ? 'locks them' : 'arms them';
  return (
    <Tooltip
      text={`Hotkeys that trade are ${armed ? 'armed' : 'off'}. A press${key === null ? '' : ` or ${key}`} ${does}.`}
    >
      <button
        type="button"
        role="switch"
        aria-checked={armed}
        aria-label="Trading keys"
        className={`status-button${armed ? ' status-armed' : ''}`}
        onClick={() => armOrLock(isArmed(useArmed.getState(), Date.now()))}
      >
        Hotkeys <b>{armed ? 'ARMED' : 'off'}</b>
        {armed ? <TimeLeft /> : null}
        {armed ? <Guard terminal={terminal} /> : null}
      </button>
    </Tooltip>
  );
}

/** In the top bar while they are armed, with the time that is left; a press locks them. */
export function ArmedSign(): ReactElement | null {
  const armed = useArmed((state) => state.until !== null);
  if (!armed) return null;
  return (
    <button
      type="button"
      className="armed-sign"
      aria-label="Lock the hotkeys"
      title="Lock the hotkeys"
      onClick={lockKeys}
    >
      <span className="armed-sign-word">Hotkeys armed</span> <TimeLeft />
    </button>
  );
}

function TimeLeft(): ReactElement {
  const { since, until } = useArmed();
  // The beat may be a moment older than the press.
  const now = Math.max(useNow(), since ?? 0);
  const seconds = Math.max(0, Math.ceil(((until ?? now) - now) / 1000));
  return (
    <span className="number" aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}

/** Locks the keys when their time is over and when nothing could be sent, and says so. */
function Guard({ terminal }: { readonly terminal: TerminalRow | undefined }): null {
  const armed = useArmed();
  const now = useNow();
  const reached = useLink(({ link }) => link.state !== 'down');
  const over = !isArmed(armed, Math.max(now, armed.since ?? now));
  const why = !reached
    ? 'Disconnected from the terminal.'
    : (whyNotArmed(terminal) ?? (over ? 'No trading key was used for the time you chose.' : null));
  useEffect(() => {
    if (why === null) return;
    lockKeys();
    notify('info', 'The trading keys are locked again.', why);
  }, [why]);
  return null;
}
