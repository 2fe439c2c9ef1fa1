import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { TerminalRow } from '../../../shared/contract/contract.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow, useFeedRows } from '../../state/feeds/feeds.ts';
import { faultLine, openProfile } from '../../state/profiles.ts';
import { seal } from '../../state/commands/seal.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Icon } from '../../ui/controls/icons.tsx';
import { expectFocus } from '../dock/dock-follow.ts';
import { ENVIRONMENT_WORDS } from '../dock/titles.ts';

/** In the place of every panel while the secrets are locked away. */
export function UnlockScreen({ terminal }: { readonly terminal: TerminalRow | undefined }): ReactElement {
  const [passphrase, setPassphrase] = useState('');
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const shut = useFeedRow('desk', 'desk')?.shut ?? true;
  const profiles = useFeedRows('profiles');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    return expectFocus;
  }, []);
  const practice = [...profiles.rows.values()].find(({ builtIn }) => builtIn);

  async function unlock(): Promise<void> {
    if (passphrase === '' || busy) return;
    setBusy(true);
    setRefused(undefined);
    try {
      const answer = await ask('desk.unlock', { passphrase: await seal(passphrase) });
      setRefused(answer.refused ?? undefined);
    } catch (error) {
      setRefused(faultLine(error));
    }
    setPassphrase('');
    setBusy(false);
  }

  return (
    <section className="unlock" role="region" aria-label="Unlock">
      <form
        className="unlock-box"
        onSubmit={(event) => {
          event.preventDefault();
          void unlock();
        }}
      >
        <Icon name="lock" size={28} />
        <h2>Locked</h2>
        {terminal === undefined ? null : (
          <p>
            {terminal.profileName}
            <span className={`environment environment-${terminal.environment}`}>
              {ENVIRONMENT_WORDS[terminal.environment].toUpperCase()}
            </span>
          </p>
        )}
        <p className="unlock-meaning">
          No order can be sent and no key is in memory. Orders at the exchange stay as they are.
        </p>
        <Field
          ref={field}
          label="Passphrase"
          type="password"
          value={passphrase}
          error={refused}
          onChange={(text) => {
            setPassphrase(text);
            setRefused(undefined);
          }}
          onEnter={() => void unlock()}
        />
        <Button kind="primary" size="large" busy={busy} onClick={() => void unlock()}>
          {busy ? 'Unlocking' : 'Unlock'}
        </Button>
        {shut || practice === undefined || practice.open ? null : (
          <Button kind="quiet" onClick={() => void openProfile(practice)}>
            Open Practice instead
          </Button>
        )}
      </form>
    </section>
  );
}
