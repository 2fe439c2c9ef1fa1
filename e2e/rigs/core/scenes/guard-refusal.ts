import { faultOf } from '../../../../shared/errors.ts';

/** The words of the limit that refuses something; null where none does. */
export function refusal(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    const fault = faultOf(error);
    return fault.kind === 'NotAllowed' && fault.policy === 'guard' ? fault.reason : `not by a limit: ${fault.kind}`;
  }
}
