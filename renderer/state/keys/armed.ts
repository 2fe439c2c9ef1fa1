import { create } from 'zustand';
import type { Environment } from '../../../shared/contract/contract.ts';

/** Minutes after which trading keys lock themselves when none was used. */
export const ARMED_MINUTES = ['1', '5', '15', '60'] as const;
export type ArmedMinutes = (typeof ARMED_MINUTES)[number];

/** Whether keys of this window trade; never kept: a window begins with locked keys. */
export interface Armed {
  /** This machine's clock: from when on, and until when. Null while they are locked. */
  readonly since: number | null;
  readonly until: number | null;
  /** The first question of this window was answered. */
  readonly asked: boolean;
}

export const LOCKED: Armed = { since: null, until: null, asked: false };

/** Armed, or armed again because a trading key was used. */
export const armedFrom = (now: number, minutes: ArmedMinutes): Armed => ({
  since: now,
  until: now + Number(minutes) * 60_000,
  asked: true,
});

/** Whether a person is asked before they are armed: the first time in a window, and each time where real money moves. */
export const asksFirst = ({ asked }: Armed, environment: Environment): boolean => !asked || environment === 'live';

/** Whether they are armed at this instant; a clock that was set back arms nothing. */
export const isArmed = ({ since, until }: Armed, now: number): boolean =>
  since !== null && until !== null && now >= since && now < until;

export const useArmed = create<Armed>(() => LOCKED);

export const armKeys = (now: number, minutes: ArmedMinutes): void => useArmed.setState(armedFrom(now, minutes));

/** Locks them at once; whether a person was asked before is remembered. */
export const lockKeys = (): void => useArmed.setState({ since: null, until: null });
