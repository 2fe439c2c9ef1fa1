import { useRef, type ReactElement } from 'react';
import type { Environment, TerminalRow } from '../../../shared/contract/contract.ts';
import { useFeedStatus } from '../../state/feeds/feeds.ts';
import { Icon } from '../../ui/controls/icons.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { close, toggle, useOpened } from '../dock/open.ts';
import { ProfileSwitch } from './profile-switch.tsx';
import { ENVIRONMENT_WORDS } from '../dock/titles.ts';

const MEANING: Readonly<Record<Environment, string>> = {
  practice: 'Orders go to the practice exchange inside this program. No real money can move.',
  staging: 'Orders go to the exchange’s test system. Its money is not real.',
  live: 'Orders go to the real exchange and move real money.',
};

/** The environment, in a colour that no theme changes. */
export function AccountBadge({ terminal }: { readonly terminal: TerminalRow | undefined }): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const opened = useOpened('account');
  // Held while closed, so that nothing moves under the pointer once it is opened.
  useFeedStatus('profiles');
  if (terminal === undefined) return <span className="environment environment-unknown">STARTING</span>;
  const word = ENVIRONMENT_WORDS[terminal.environment];
  return (
    <>
      <button
        type="button"
        ref={button}
        className={`environment environment-${terminal.environment}`}
        aria-label={`Environment: ${word}`}
        title={`${word}, profile ${terminal.profileName}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => toggle('account')}
      >
        {word.toUpperCase()}
        <span className="environment-profile">{terminal.profileName}</span>
        <Icon name="caret" size={12} />
      </button>
      {terminal.viewOnly ? <span className="environment-note">View only</span> : null}
      {opened ? (
        <Popover label="Account" anchor={button} onClose={() => close('account')}>
          <div className="account">
            <h3>
              {word}: {terminal.profileName}
            </h3>
            <p className="link-meaning account-meaning">{MEANING[terminal.environment]}</p>
            <dl className="link-facts account-facts">
              <div>
                <dt>Sending</dt>
                <dd>{terminal.locked ? 'locked' : terminal.viewOnly ? 'off (view only)' : 'allowed'}</dd>
              </div>
              <div>
                <dt>Data</dt>
                <dd>{terminal.dataFolder}</dd>
              </div>
              <div>
                <dt>Version</dt>
                <dd className="number">{terminal.version}</dd>
              </div>
            </dl>
            <ProfileSwitch close={() => close('account')} />
          </div>
        </Popover>
      ) : null}
    </>
  );
}
