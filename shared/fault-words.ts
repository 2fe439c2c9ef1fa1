import { assertNever, type Fault } from './errors.ts';

/** A fault in words for a person. */
export interface FaultWords {
  /** What happened, in the exchange's own words where it has some. */
  readonly title: string;
  /** What to do next. */
  readonly advice: string;
}

/**
 * Says what happened and what to do next. The three kinds of no sound different: the exchange's, the
 * network's and our own.
 *
 * @param fault any fault.
 * @returns two sentences, neither empty.
 */
export function describeFault(fault: Fault): FaultWords {
  switch (fault.kind) {
    case 'ExchangeRejected':
      return {
        title: `The exchange refused: ${fault.message === '' ? 'it gave no reason' : fault.message}`,
        advice: `Its code is ${fault.code ?? `HTTP ${fault.httpStatus}`} (${fault.endpoint}).`,
      };
    case 'ExchangeUnreachable':
      return {
        title: 'The exchange cannot be reached',
        advice: `Nothing was sent (${fault.reason}). It is safe to try again.`,
      };
    case 'OutcomeUnknown':
      return {
        title: 'Sent, and no answer came',
        advice: `What became of it is being found out (${fault.reason}). Do not send it again.`,
      };
    case 'RateLimited':
      return {
        title: 'The rate limit is used up',
        advice: `Nothing was sent. The next slot of ${fault.endpoint} opens by itself; try again in a moment.`,
      };
    case 'InvalidInput':
      return {
        title: fault.problems.map((problem) => problem.reason).join(' ') || 'Something that was entered does not fit',
        advice: 'Nothing was sent. Correct it and try again.',
      };
    case 'NotAllowed':
      return { title: fault.reason, advice: ALLOWED_BY[fault.policy] };
    case 'Defect':
      return {
        title: 'This is an error of ours',
        advice: `${fault.detail}. Please report it with the details.`,
      };
    default:
      return assertNever(fault);
  }
}

const ALLOWED_BY: Readonly<Record<Extract<Fault, { kind: 'NotAllowed' }>['policy'], string>> = {
  locked: 'Unlock the terminal first.',
  'view-only': 'Turn off "view only" in the profile to send anything.',
  environment: 'Look at the environment badge: the account has changed since the screen was drawn.',
  session: 'Wait until the core is reached again.',
  guard: 'One of your own guards stopped it. Change the order or the guard.',
  unsupported: 'The interface of the exchange does not offer this.',
};
