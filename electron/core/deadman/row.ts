import type { DeadManRow } from '../../../shared/contract/deadman.ts';

/** The request that is on its way. */
export type Doing = 'nothing' | 'arming' | 'renewing' | 'disarming';

/** What decides the state that is shown. */
export interface Facts {
  /** The earliest that it may fire; null where nothing can be armed. */
  readonly deadline: number | null;
  /** Whether that instant may have passed. */
  readonly past: boolean;
  readonly doing: Doing;
  readonly failing: boolean;
  readonly unavailable: boolean;
  /** Whether it was found to have fired, and neither armed nor renewed since. */
  readonly fired: boolean;
}

/** One word for all of it. */
export function stateOf({ deadline, past, doing, failing, unavailable, fired }: Facts): DeadManRow['state'] {
  if (past) return 'unknown';
  if (doing === 'arming' || doing === 'disarming') return doing;
  // What was not answered before it fired may arm it again; that stands beside it.
  if (fired) return 'fired';
  if (deadline === null) return unavailable ? 'unavailable' : 'off';
  if (failing) return 'failing';
  return doing === 'renewing' ? 'renewing' : 'armed';
}

/** A deadline that moves later by less than this on the local clock is the measurement's noise; an earlier one is news. */
const NOISE_MS = 20;

/** Whether two rows say the same to a person. */
export function saysTheSame(before: DeadManRow, now: DeadManRow): boolean {
  const later =
    before.deadlineLocal === null || now.deadlineLocal === null ? null : now.deadlineLocal - before.deadlineLocal;
  const near = before.deadlineLocal === now.deadlineLocal || (later !== null && later >= 0 && later < NOISE_MS);
  return near && JSON.stringify({ ...before, deadlineLocal: 0 }) === JSON.stringify({ ...now, deadlineLocal: 0 });
}
