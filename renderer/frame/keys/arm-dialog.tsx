import type { ReactElement } from 'react';
import type { TerminalRow } from '../../../shared/contract/contract.ts';
import { useKeyLabel } from '../../state/keys/key-bindings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ArmedMinutes } from './armed-minutes.tsx';
import { close } from '../dock/open.ts';
import { ENVIRONMENT_WORDS } from '../dock/titles.ts';
import { armNow, whyNotArmed } from './use-keys.ts';

/** What armed keys can do, before they can. */
export function ArmDialog({ terminal }: { readonly terminal: TerminalRow }): ReactElement {
  const send = useKeyLabel('send');
  const arm = useKeyLabel('arm');
  const live = terminal.environment === 'live';
  return (
    <Dialog
      title="Arm the trading keys?"
      tone={live ? 'danger' : undefined}
      onClose={() => close('arm')}
      footer={
        <>
          <Button data-autofocus={live || undefined} onClick={() => close('arm')}>
            Keep them locked
          </Button>
          <Button
            kind={live ? 'danger' : 'primary'}
            data-autofocus={live ? undefined : true}
            whyDisabled={whyNotArmed(terminal)}
            onPress={armNow}
          >
            Arm
          </Button>
        </>
      }
    >
      <p>
        On <strong>{ENVIRONMENT_WORDS[terminal.environment].toUpperCase()}</strong>, profile {terminal.profileName},{' '}
        {send === null ? 'the key that sends (it has none yet)' : <kbd>{send}</kbd>} then sends the order that the
        ticket shows, without a click{live ? '. It moves real money.' : '.'}
      </p>
      <ul className="arm-rules">
        <li>Only what the ticket shows is sent. What it asks before an order, it still asks.</li>
        <li>Trading keys are ignored while you type, while a question is open, and while a key is held.</li>
        <li>
          {arm === null ? 'The sign in the top bar' : <kbd>{arm}</kbd>} locks them at once. They lock themselves when
          none was used for so long, when the core is not reached, and when this window is loaded again.
        </li>
      </ul>
      <ArmedMinutes />
    </Dialog>
  );
}
