import type { ReactElement } from 'react';
import type { ProfileRow } from '../../../shared/contract/profiles.ts';
import { useFeedRow, useFeedRows } from '../../state/feeds/feeds.ts';
import { lockNow, openProfile } from '../../state/profiles.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/controls/icons.tsx';
import { showPanel } from '../dock/dock-control.ts';
import { ENVIRONMENT_WORDS } from '../dock/titles.ts';

/** The profiles by name, and the way to their panel and to the lock. */
export function ProfileSwitch({ close }: { close(): void }): ReactElement {
  const { rows } = useFeedRows('profiles');
  const desk = useFeedRow('desk', 'desk');
  const choose = (profile: ProfileRow): void => {
    close();
    if (!profile.open) void openProfile(profile);
  };
  return (
    <div className="profile-switch">
      <ul aria-label="Switch profile">
        {[...rows.values()].map((profile) => (
          <li key={profile.id}>
            <button type="button" aria-current={profile.open || undefined} onClick={() => choose(profile)}>
              <span className={`environment environment-${profile.environment}`}>
                {ENVIRONMENT_WORDS[profile.environment].toUpperCase()}
              </span>
              <span className="profile-switch-name">{profile.name}</span>
              {profile.open ? <Icon name="check" /> : null}
            </button>
          </li>
        ))}
      </ul>
      <div className="profile-switch-foot">
        <Button
          size="small"
          onClick={() => {
            close();
            showPanel('profiles');
          }}
        >
          Edit profiles
        </Button>
        <Button
          size="small"
          whyDisabled={desk?.vault === 'none' ? 'Choose a passphrase in “Profiles” first' : undefined}
          onClick={() => {
            close();
            void lockNow();
          }}
        >
          Lock now
        </Button>
      </div>
    </div>
  );
}
