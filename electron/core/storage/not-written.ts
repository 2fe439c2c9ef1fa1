import { FaultError } from '../../../shared/errors.ts';

/**
 * A disk that is full or read-only, as a refusal in words instead of a defect of ours.
 *
 * @param what begins the sentence: "The settings".
 * @param error of the file system.
 */
export function notWritten(what: string, error: unknown): FaultError {
  const why = error instanceof Error ? error.message : String(error);
  const reason = `${what} cannot be written (${why}). What was there is unchanged.`;
  return new FaultError({ kind: 'NotAllowed', policy: 'journal', reason });
}
