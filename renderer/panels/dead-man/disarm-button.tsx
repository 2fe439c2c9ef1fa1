import { useState, type ReactElement } from 'react';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
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
        <Dialog
          title="Disarm the dead-man switch?"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Leave it armed</Button>
              <Button
                kind="danger"
                data-autofocus
                onPress={() => {
                  setAsking(false);
                  void disarm();
                }}
              >
                Disarm it
              </Button>
            </>
          }
        >
          <p>From then on orders stay in the market whatever happens to this terminal.</p>
        </Dialog>
      ) : null}
    </>
  );
}
