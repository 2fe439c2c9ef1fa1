import { FaultError } from '../../../shared/errors.ts';

const refusal = (reason: string): FaultError => new FaultError({ kind: 'NotAllowed', policy: 'session', reason });

/** The error of a renewal that would arm an expired timer again. */
export const nothingToRenew = (): FaultError => refusal('Its time has passed: there is nothing to renew.');
/** The error of an arming that a later run would not know of. */
export const notSaved = (): FaultError =>
  new FaultError({
    kind: 'NotAllowed',
    policy: 'journal',
    reason: 'The dead-man switch cannot be saved on disk, so that nothing was sent. Is the disk full?',
  });
/** The error of a request that would be sent while the terminal closes. */
export const terminalClosing = (): FaultError => refusal('The terminal is closing.');
