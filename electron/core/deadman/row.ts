import type { DeadManRow } from '../../../shared/contract/deadman.ts';

/** The purpose of the request in flight. */
export type InFlight = 'nothing' | 'arming' | 'renewing' | 'disarming';

/** The input of the shown state. */
export interface StateInput {
  /** The earliest firing; null when nothing can be armed. */
  readonly deadline: number | null;
  /** Whether the deadline may have passed. */
  readonly past: boolean;
  readonly inFlight: InFlight;
  readonly failing: boolean;
  readonly unavailable: boolean;
  /** Whether it has fired and was not armed since. */
  readonly fired: boolean;
}

/** The state of the row. */
export function stateOf({ deadline, past, inFlight, failing, unavailable, fired }: StateInput): DeadManRow['state'] {
  if (past) return 'unknown';
  if (inFlight === 'arming' || inFlight === 'disarming') return inFlight;
  // An unanswered request may arm it again: `inDoubt` shows that.
  if (fired) return 'fired';
  if (deadline === null) return unavailable ? 'unavailable' : 'off';
  if (failing) return 'failing';
  return inFlight === 'renewing' ? 'renewing' : 'armed';
}

/** A deadline that moves later by less than this is noise of the measurement. An earlier one is a change. */
const NOISE_MS = 20;

/** Whether two rows look the same to a person. */
export function looksTheSame(before: DeadManRow, now: DeadManRow): boolean {
  const later =
    before.deadlineLocal === null || now.deadlineLocal === null ? null : now.deadlineLocal - before.deadlineLocal;
  const near = before.deadlineLocal === now.deadlineLocal || (later !== null && later >= 0 && later < NOISE_MS);
  return near && JSON.stringify({ ...before, deadlineLocal: 0 }) === JSON.stringify({ ...now, deadlineLocal: 0 });
}
