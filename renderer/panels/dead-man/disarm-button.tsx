import { useState, type ReactElement } from 'react';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import type { Press } from '../../state/commands/press.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { OnAccount, useAsked } from '../../ui/overlays/on-account.tsx';
import { disarm } from './requests.ts';

/** Off is said when the exchange has answered, and not before. */
export function DisarmButton({
  row,
  whyNot,
  size,
}: {
  readonly row: DeadManRow;
  readonly whyNot: string | undefined;
  readonly size?: 'small';
}): ReactElement {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        {...(size === undefined ? {} : { size })}
        busy={row.state === 'disarming'}
        whyDisabled={whyNot}
        onClick={() => setAsking(true)}
      >
        {row.state === 'disarming' ? 'Disarming' : 'Disarm'}
      </Button>
      {asking ? (
        <Question
          onLeave={() => setAsking(false)}
          onYes={(press) => {
            setAsking(false);
            void disarm(press);
          }}
        />
      ) : null}
    </>
  );
}

function Question(props: { onLeave(): void; onYes(press: Press): void }): ReactElement {
  const asked = useAsked();
  return (
    <Dialog
      title="Disarm the dead-man switch?"
      onClose={props.onLeave}
      footer={
        <>
          <Button onClick={props.onLeave}>Leave it armed</Button>
          <Button kind="danger" data-autofocus whyDisabled={asked.whyNot} onPress={() => props.onYes(asked.press())}>
            Disarm it
          </Button>
        </>
      }
    >
      <p>From then on orders stay in the market whatever happens to this terminal.</p>
      <OnAccount asked={asked} />
    </Dialog>
  );
}
