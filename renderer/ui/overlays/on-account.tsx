import { useState, type ReactElement } from 'react';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { accountOnScreen, newPress, whyAnotherAccount, type OnScreen, type Press } from '../../state/commands/press.ts';

/** What a question is bound to, from when it was asked until it is answered. */
export interface Asked {
  /** The account that was on screen then. */
  readonly on: OnScreen | null;
  /** Why its yes is off: the screen is on another account now. */
  readonly whyNot: string | undefined;
  /** A press for that account, whichever is on screen by now. @throws FaultError where it was not known. */
  press(): Press;
}

/** Binds a question to the account on screen. Call it in what is mounted when the question is asked. */
export function useAsked(): Asked {
  const [on] = useState(accountOnScreen);
  const now = useFeedRow('terminal', 'terminal') ?? null;
  return { on, whyNot: whyAnotherAccount(on, now), press: () => newPress(undefined, on) };
}

/** Where a yes goes: the environment and the profile; and why there can be none any more. */
export function OnAccount({ asked }: { readonly asked: Asked }): ReactElement | null {
  const { on, whyNot } = asked;
  return (
    <>
      {on === null ? null : (
        <p>
          On <strong>{on.environment.toUpperCase()}</strong>, profile {on.profileName}
        </p>
      )}
      {whyNot === undefined ? null : (
        <p className="other-account" role="alert">
          {whyNot}
        </p>
      )}
    </>
  );
}
