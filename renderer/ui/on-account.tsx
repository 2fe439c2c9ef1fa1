import type { ReactElement } from 'react';
import { useFeedRow } from '../state/feeds.ts';

/** Where a yes goes: the environment and the profile. */
export function OnAccount(): ReactElement | null {
  const terminal = useFeedRow('terminal', 'terminal');
  return terminal === undefined ? null : (
    <p>
      On <strong>{terminal.environment.toUpperCase()}</strong>, profile {terminal.profileName}
    </p>
  );
}
