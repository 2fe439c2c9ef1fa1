import { useEffect, useRef, useState, type ReactElement } from 'react';
import { addressPresets, type DeskRow, type ProfileRow } from '../../../shared/contract/profiles.ts';
import { faultOf } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';
import { notify } from '../../state/notices.ts';
import { openProfile, sayFault } from '../../state/profiles.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedRadio, Select, Switch } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { ConnectionChecks } from './connection-checks.tsx';
import { goesLive, movesAway, presetOf, problemsOf, saveInput, withEnvironment, type ProfileForm } from './form.ts';
import { KeyForm } from './key-form.tsx';

const FIELDS = [
  ['rest', 'REST address'],
  ['publicStream', 'Public stream address'],
  ['privateStream', 'Private stream address'],
] as const;

/** One profile: where it goes, its key, and whether all of it works. */
export function ProfileEditor(props: {
  readonly saved: ProfileRow | undefined;
  readonly start: ProfileForm;
  readonly desk: DeskRow | undefined;
  onSaved(id: string): void;
  onDuplicate?(): void;
  onRemoved?(): void;
}): ReactElement {
  const { saved, start, desk } = props;
  const [form, setForm] = useState(start);
  const [typed, setTyped] = useState('');
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const change = (part: Partial<ProfileForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    setProblems(new Map());
  };
  // A new profile begins with its name; not each time that its tab comes to the front.
  const unnamed = useRef(saved === undefined);
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!unnamed.current) return;
    unnamed.current = false;
    nameField.current?.select();
  }, []);
  const fixed = saved?.builtIn === true ? 'Practice comes with the program and stays as it is' : undefined;
  const changed = saved === undefined || JSON.stringify(form) !== JSON.stringify(start);
  const live = goesLive(form, saved);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const { id, keyDropped } = await ask('profiles.save', saveInput(form, typed));
      notify(
        'success',
        `${form.name.trim()} was saved.`,
        keyDropped ? 'Its key was removed: enter it again.' : undefined,
      );
      setTyped('');
      props.onSaved(id);
    } catch (error) {
      const found = problemsOf(faultOf(error));
      setProblems(found);
      if (found.size === 0) sayFault('The profile was not saved.', error);
    }
    setBusy(false);
  }
  async function remove(): Promise<void> {
    if (saved === undefined) return;
    try {
      await ask('profiles.remove', { id: saved.id });
      notify('success', `${saved.name} was removed, and its key with it.`);
      props.onRemoved?.();
    } catch (error) {
      sayFault(`${saved.name} was not removed.`, error);
      setRemoving(false);
    }
  }

  return (
    <div className="profile">
      <section className="profile-part" aria-label="Profile">
        <h3>{saved === undefined ? 'New profile' : saved.name}</h3>
        <Field
          ref={nameField}
          label="Name"
          value={form.name}
          maxLength={64}
          error={problems.get('name')}
          whyDisabled={fixed}
          onChange={(name) => change({ name })}
        />
        <SegmentedRadio
          label="Environment"
          showLabel
          value={form.environment}
          whyDisabled={fixed}
          choices={[
            { value: 'practice', label: 'Practice' },
            { value: 'staging', label: 'Staging' },
            { value: 'live', label: 'Live' },
          ]}
          onChange={(environment) => change(withEnvironment(form, environment))}
        />
        {problems.get('environment') === undefined ? null : (
          <p className="profile-problem" role="alert">
            {problems.get('environment')}
          </p>
        )}
        {fixed === undefined ? (
          <Select
            label="Addresses"
            value={presetOf(form)}
            choices={[
              { value: 'live', label: 'The exchange (live)' },
              { value: 'staging', label: 'The test system (staging)' },
              { value: 'own', label: 'My own' },
            ]}
            onChange={(preset) =>
              change(
                preset === 'own'
                  ? { rest: '', publicStream: '', privateStream: '' }
                  : { environment: preset, ...addressPresets[preset] },
              )
            }
          />
        ) : null}
        {FIELDS.map(([field, label]) => (
          <Field
            key={field}
            label={label}
            value={form[field]}
            error={problems.get(field)}
            whyDisabled={fixed}
            placeholder={field === 'rest' ? 'https://' : 'wss://'}
            onChange={(text) => change({ [field]: text })}
          />
        ))}
        <Switch
          label="View only"
          tip="Shows everything and sends nothing: every order, cancel and change is refused"
          checked={form.viewOnly}
          whyDisabled={fixed}
          onChange={(viewOnly) => change({ viewOnly })}
        />
        {saved !== undefined && saved.keyHint !== null && movesAway(form, saved) ? (
          <p className="profile-note">
            Saving removes the key of this profile: a key is only for the place that it was entered for.
          </p>
        ) : null}
        {live ? (
          <Field
            label={`Type ${form.name.trim()} to ${form.environment === 'live' ? 'go live' : 'open it'}`}
            value={typed}
            error={problems.get('typed')}
            onChange={setTyped}
          />
        ) : null}
        <div className="profile-buttons">
          <Button
            kind="primary"
            busy={busy}
            whyDisabled={fixed ?? (changed ? undefined : 'Nothing was changed')}
            onClick={() => void save()}
          >
            Save profile
          </Button>
          {saved === undefined ? null : (
            <>
              <Button
                whyDisabled={saved.open ? 'It is open' : changed ? 'Save it first' : undefined}
                onClick={() => void openProfile(saved)}
              >
                Open profile
              </Button>
              <Button onClick={props.onDuplicate}>Duplicate</Button>
              {removing ? (
                <Button kind="danger" onClick={() => void remove()}>
                  Remove for good
                </Button>
              ) : (
                <Button
                  whyDisabled={fixed ?? (saved.open ? 'Open another profile first' : undefined)}
                  onClick={() => setRemoving(true)}
                >
                  Remove
                </Button>
              )}
            </>
          )}
        </div>
      </section>
      <div className="profile-side">
        <KeyForm saved={saved} desk={desk} />
        {saved === undefined ? null : <ConnectionChecks profile={saved} />}
      </div>
    </div>
  );
}
