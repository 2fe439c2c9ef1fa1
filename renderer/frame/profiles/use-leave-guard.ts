import { useEffect } from 'react';
import { useLink } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';

const ARMED: ReadonlySet<string> = new Set(['arming', 'armed', 'renewing', 'failing', 'disarming']);

/**
 * Asks before the window closes while the dead-man switch is armed, in the browser's own words. A shell
 * with dialogs of its own asks better.
 */
export function useLeaveGuard(): void {
  const row = useFeedRow('deadman', 'deadman');
  const asksItself = useLink(({ link }) => link.state === 'up' && link.shell.nativeDialogs);
  const armed = row !== undefined && (ARMED.has(row.state) || row.inDoubt);
  useEffect(() => {
    if (!armed || asksItself) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [armed, asksItself]);
}
