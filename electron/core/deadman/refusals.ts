import { FaultError } from '../../../shared/errors.ts';

const refusal = (reason: string): FaultError => new FaultError({ kind: 'NotAllowed', policy: 'session', reason });

/** The error of a renewal that would arm an expired timer again. */
export const nothingToRenew = (): FaultError => refusal('Its time has passed: there is nothing to renew.');
/** The error of a request that would be sent while the terminal closes. */
export const terminalClosing = (): FaultError => refusal('The terminal is closing.');
