import { create } from 'zustand';
import { asksName } from '../../shared/address/hosts.ts';
import type { ProfileRow } from '../../shared/contract/profiles.ts';
import { describeFault } from '../../shared/words/fault-words.ts';
import { faultOf } from '../../shared/errors.ts';
import { ask } from '../link/bridge.ts';
import { notify } from './notices.ts';

/** The profile whose name is asked for before it is opened: a live one, or one of an exchange that is not known. */
export const useGoingLive = create<{ readonly profile: ProfileRow | null }>(() => ({ profile: null }));

export const stayHere = (): void => useGoingLive.setState({ profile: null });

/** Opens a profile; a live or unknown one asks first. What cannot be opened is said, and the one before stays. */
export async function openProfile(profile: ProfileRow): Promise<void> {
  if (asksName(profile)) useGoingLive.setState({ profile });
  else await openNow(profile, '');
}

/** @returns whether it was opened. */
export async function openNow(profile: Pick<ProfileRow, 'id' | 'name'>, typed: string): Promise<boolean> {
  try {
    await ask('profiles.open', { id: profile.id, typed });
    return true;
  } catch (error) {
    sayFault(`${profile.name} was not opened.`, error);
    return false;
  }
}

/** Says in the corner what went wrong. */
export function sayFault(what: string, error: unknown): void {
  notify('danger', what, faultLine(error));
}

/** A fault in one line; a refused field says its own reason. */
export function faultLine(error: unknown): string {
  const fault = faultOf(error);
  if (fault.kind === 'InvalidInput') return fault.problems.map(({ reason }) => reason).join(' ');
  if (fault.kind === 'NotAllowed') return fault.reason;
  return describeFault(fault).line;
}

export async function lockNow(): Promise<void> {
  try {
    await ask('desk.lock', {});
  } catch (error) {
    sayFault('It was not locked.', error);
  }
}
