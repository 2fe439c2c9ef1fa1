import { FaultError } from '../../../shared/errors.ts';

const refusal = (reason: string): FaultError => new FaultError({ kind: 'NotAllowed', policy: 'session', reason });

/** A renewal that would arm again what has ended. */
export const tooLate = (): FaultError => refusal('Its time has passed: there is nothing to renew.');
/** A request that would leave while the terminal ends. */
export const closing = (): FaultError => refusal('The terminal is closing.');
