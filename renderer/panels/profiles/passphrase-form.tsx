import { useState, type ReactElement } from 'react';
import { ask } from '../../link/bridge.ts';
import { faultLine } from '../../state/profiles.ts';
import { seal } from '../../state/commands/seal.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';

/** Chooses the passphrase that every key is kept under, or asks for it. */
export function PassphraseForm({ isNew }: { readonly isNew: boolean }): ReactElement {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const missing =
    passphrase === ''
      ? 'Type a passphrase'
      : isNew && again !== passphrase
        ? 'The two are not the same yet'
        : undefined;

  async function send(): Promise<void> {
    if (missing !== undefined || busy) return;
    setBusy(true);
    try {
      const sealed = await seal(passphrase);
      if (isNew) await ask('desk.createVault', { passphrase: sealed });
      else setRefused((await ask('desk.unlock', { passphrase: sealed })).refused ?? undefined);
    } catch (error) {
      setRefused(faultLine(error));
    }
    setPassphrase('');
    setAgain('');
    setBusy(false);
  }
  return (
    <>
      <p className="profile-hint">
        {isNew
          ? 'Keys are kept encrypted under a passphrase of yours. Nobody can recover it: write it down where you keep such things.'
          : 'Keys are locked. Your passphrase opens them.'}
      </p>
      <Field
        label={isNew ? 'New passphrase' : 'Passphrase'}
        type="password"
        value={passphrase}
        error={refused}
        onChange={(text) => {
          setPassphrase(text);
          setRefused(undefined);
        }}
        {...(isNew ? {} : { onEnter: () => void send() })}
      />
      {isNew ? (
        <Field label="Passphrase again" type="password" value={again} onChange={setAgain} onEnter={() => void send()} />
      ) : null}
      <div className="profile-buttons">
        <Button kind="primary" busy={busy} whyDisabled={missing} onClick={() => void send()}>
          {isNew ? 'Choose passphrase' : 'Unlock'}
        </Button>
      </div>
    </>
  );
}
