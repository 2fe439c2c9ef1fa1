import type { ReactElement } from 'react';
import type { DeskRow } from '../../../shared/contract/profiles.ts';
import { ask } from '../../link/bridge.ts';
import { lockNow, sayFault } from '../../state/profiles.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/choices.tsx';

const MINUTES = ['never', '5', '15', '30', '60', '240'] as const;

/** The lock: now, and after a while without a sign of a person. */
export function LockSettings({ desk }: { readonly desk: DeskRow }): ReactElement {
  const whyDisabled = desk.vault === 'none' ? 'Choose a passphrase first' : undefined;
  const now = String(desk.lockAfterMinutes ?? 'never');
  async function choose(value: string): Promise<void> {
    try {
      await ask('desk.lockAfter', { minutes: value === 'never' ? null : Number(value) });
    } catch (error) {
      sayFault('The lock was not changed.', error);
    }
  }
  return (
    <section className="profiles-lock" aria-label="Lock">
      <Select
        label="Lock when away for"
        value={now}
        whyDisabled={whyDisabled}
        choices={[...new Set([...MINUTES, now])].map((value) => ({
          value,
          label: value === 'never' ? 'Never' : `${value} minutes`,
        }))}
        onChange={(value) => void choose(value)}
      />
      <Button whyDisabled={whyDisabled} onClick={() => void lockNow()}>
        Lock now
      </Button>
      <p className="profile-hint">
        Locked, nothing can be sent: a dead-man switch is no longer renewed and cancels its orders when it ends. While
        it is being renewed, the terminal does not lock by itself.
      </p>
      {desk.keychain === null ? null : (
        <p className="profile-hint">At the start this computer’s keychain unlocks; after a lock the passphrase does.</p>
      )}
    </section>
  );
}
