import { useState, type ReactElement } from 'react';
import type { DeskRow, ProfileRow } from '../../../shared/contract/profiles.ts';
import { ask } from '../../link/bridge.ts';
import { notify } from '../../state/notices.ts';
import { faultLine, sayFault } from '../../state/profiles.ts';
import { seal } from '../../state/commands/seal.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { PassphraseForm } from './passphrase-form.tsx';

/** The key and its secret: they go in, and never come out again. */
export function KeyForm(props: {
  readonly saved: ProfileRow | undefined;
  readonly desk: DeskRow | undefined;
}): ReactElement {
  const { saved, desk } = props;
  return (
    <section className="profile-part" aria-label="Key">
      <h3>Key</h3>
      {saved === undefined ? (
        <p className="profile-hint">Save the profile first, then enter its key here.</p>
      ) : saved.builtIn ? (
        <p className="profile-hint">Practice has a key of its own that is worth nothing.</p>
      ) : desk?.vault === 'unreadable' ? (
        <p className="profile-problem" role="alert">
          The file with the keys is damaged. It was left as it is. Restore it from a copy, or move it away, and start
          again.
        </p>
      ) : desk?.vault === 'unlocked' ? (
        <SecretFields key={saved.keyHint ?? 'none'} saved={saved} />
      ) : (
        <PassphraseForm isNew={desk?.vault === 'none'} />
      )}
    </section>
  );
}

function SecretFields({ saved }: { readonly saved: ProfileRow }): ReactElement {
  const [key, setKey] = useState('');
  const [secret, setSecret] = useState('');
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const missing = key.trim() === '' ? 'Enter the key' : secret === '' ? 'Enter the secret' : undefined;

  async function save(): Promise<void> {
    if (missing !== undefined || busy) return;
    setBusy(true);
    setRefused(undefined);
    try {
      await ask('profiles.setKey', { id: saved.id, key: key.trim(), secret: await seal(secret.trim()) });
      setKey('');
      notify('success', `The key of ${saved.name} was saved. Test the connection now.`);
    } catch (error) {
      setRefused(faultLine(error));
    }
    // Whatever became of it: the page keeps no secret.
    setSecret('');
    setBusy(false);
  }
  async function remove(): Promise<void> {
    try {
      await ask('profiles.removeKey', { id: saved.id });
    } catch (error) {
      sayFault('The key was not removed.', error);
    }
  }
  return (
    <>
      <p className="profile-hint">
        {saved.keyHint === null
          ? 'Make a key at the exchange with the rights to read and trade. Leave out the right to withdraw.'
          : `A key ending in ${saved.keyHint} is saved. It can be replaced or removed, and never read.`}
      </p>
      <Field label="API key" value={key} maxLength={200} onChange={setKey} />
      <Field
        label="API secret"
        type="password"
        value={secret}
        maxLength={400}
        error={refused}
        onChange={setSecret}
        onEnter={() => void save()}
      />
      <div className="profile-buttons">
        <Button kind="primary" busy={busy} whyDisabled={missing} onClick={() => void save()}>
          {saved.keyHint === null ? 'Save key' : 'Replace key'}
        </Button>
        {saved.keyHint === null ? null : <Button onClick={() => void remove()}>Remove key</Button>}
      </div>
    </>
  );
}
