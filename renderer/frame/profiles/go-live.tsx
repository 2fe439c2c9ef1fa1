import { useEffect, useState, type ReactElement } from 'react';
import { hostsOf } from '../../../shared/address/hosts.ts';
import type { ProfileRow } from '../../../shared/contract/profiles.ts';
import { openNow, stayHere, useGoingLive } from '../../state/profiles.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Field } from '../../ui/controls/field.tsx';

/** What is under the hand that opened the dialog must not be the answer. */
const PAUSE_MS = 1_000;

/** The question before real money: the profile's name is typed, and the button waits a moment. */
export function GoLiveDialog(): ReactElement | null {
  const profile = useGoingLive((state) => state.profile);
  return profile === null ? null : <Question key={profile.id} profile={profile} />;
}

function Question({ profile }: { readonly profile: ProfileRow }): ReactElement {
  const { id, name } = profile;
  const live = profile.environment === 'live';
  const [typed, setTyped] = useState('');
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), PAUSE_MS);
    return () => clearTimeout(timer);
  }, []);
  const missing = typed.trim() === name ? undefined : 'Type the name of the profile first';

  async function go(): Promise<void> {
    setBusy(true);
    if (await openNow({ id, name }, typed)) stayHere();
    setBusy(false);
  }
  return (
    <Dialog
      title={live ? 'Go live?' : 'Open an unknown exchange?'}
      tone="danger"
      onClose={stayHere}
      footer={
        <>
          <Button onClick={stayHere}>Stay here</Button>
          <Button
            kind="danger"
            busy={busy}
            whyDisabled={missing ?? (ready ? undefined : 'One moment')}
            onClick={() => void go()}
          >
            {live ? 'Go live' : 'Open it'}
          </Button>
        </>
      }
    >
      <p>
        <strong>{name}</strong> is at {hostsOf(profile).join(', ')}.{' '}
        {live ? 'From here on orders move real money.' : 'This program does not know that exchange.'} Everything of the
        profile that is open now stops first.
      </p>
      <Field label={`Type ${name} to ${live ? 'go live' : 'open it'}`} value={typed} onChange={setTyped} />
    </Dialog>
  );
}
