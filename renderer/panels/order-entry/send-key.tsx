import { useEffect, useEffectEvent, type ReactElement } from 'react';
import { useArmed } from '../../state/keys/armed.ts';
import { useKeyLabel } from '../../state/keys/key-bindings.ts';
import { notify } from '../../state/notices.ts';
import { onTicketKey } from '../../state/keys/ticket-keys.ts';

/** The key that presses the order button, on the button while it does so. No part of the button's name. */
export function SendKey(): ReactElement | null {
  const armed = useArmed((state) => state.until !== null);
  const key = useKeyLabel('send');
  return armed && key !== null ? <kbd aria-hidden="true">{key}</kbd> : null;
}

/**
 * Lets the armed key press the order button as it stands.
 *
 * @param why the button is off, if it is.
 */
export function useSendKey(why: string | undefined, busy: boolean, place: () => void): void {
  const press = useEffectEvent(() => {
    if (why !== undefined) notify('warning', why);
    else if (!busy) place();
  });
  useEffect(
    () =>
      onTicketKey((key) => {
        if (key === 'send') press();
      }),
    [],
  );
}
