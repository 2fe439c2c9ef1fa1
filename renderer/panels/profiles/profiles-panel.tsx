import { useState, type ReactElement } from 'react';
import type { ProfileRow } from '../../../shared/contract/profiles.ts';
import { useFeedRow, useFeedRows } from '../../state/feeds/feeds.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { copyOf, formOf, newForm, type ProfileForm } from './form.ts';
import { LockSettings } from './lock-settings.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import './profiles.css';

const WORDS = { practice: 'Practice', staging: 'Staging', live: 'Live' } as const;

/** What is edited: a saved profile, or a new one that begins as `start`. */
type Chosen = { readonly id: string } | { readonly id: null; readonly start: ProfileForm; readonly number: number };

/** The list of profiles, the one that is edited, and the lock. */
export default function ProfilesPanel(): ReactElement {
  const { rows, status } = useFeedRows('profiles');
  const desk = useFeedRow('desk', 'desk');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const all = [...rows.values()];
  const saved =
    all.find(({ id }) => (chosen === null ? false : id === chosen.id)) ??
    (chosen?.id === null ? undefined : all.find(({ open }) => open));
  const begin = (start: ProfileForm): void =>
    setChosen((before) => ({ id: null, start, number: before?.id === null ? before.number + 1 : 1 }));

  return (
    <Panel label="Profiles" state={status === 'loading' ? { kind: 'loading' } : { kind: 'ready' }}>
      <div className="profiles">
        <nav className="profiles-list" aria-label="All profiles">
          <ul>
            {all.map((profile) => (
              <li key={profile.id}>
                <button
                  type="button"
                  className="profiles-row"
                  aria-current={profile.id === saved?.id || undefined}
                  onClick={() => setChosen({ id: profile.id })}
                >
                  <span className={`environment environment-${profile.environment}`}>
                    {WORDS[profile.environment].toUpperCase()}
                  </span>
                  <span className="profiles-name">{profile.name}</span>
                  <Marks profile={profile} />
                </button>
              </li>
            ))}
          </ul>
          <Button onClick={() => begin(newForm())}>Add profile</Button>
          {desk === undefined ? null : <LockSettings desk={desk} />}
        </nav>
        {chosen?.id === null ? (
          <ProfileEditor
            key={`new ${chosen.number}`}
            saved={undefined}
            start={chosen.start}
            desk={desk}
            onSaved={(id) => setChosen({ id })}
          />
        ) : saved === undefined ? null : (
          <ProfileEditor
            key={saved.id}
            saved={saved}
            start={formOf(saved)}
            desk={desk}
            onSaved={(id) => setChosen({ id })}
            onDuplicate={() =>
              begin(
                copyOf(
                  saved,
                  all.map(({ name }) => name),
                ),
              )
            }
            onRemoved={() => setChosen(null)}
          />
        )}
      </div>
    </Panel>
  );
}

function Marks({ profile }: { readonly profile: ProfileRow }): ReactElement {
  return (
    <span className="profiles-marks">
      {profile.viewOnly ? <Badge>View only</Badge> : null}
      {profile.keyHint === null ? <Badge tone="warn">No key</Badge> : null}
      {profile.open ? <Badge tone="accent">Open</Badge> : null}
    </span>
  );
}
