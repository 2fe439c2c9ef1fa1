import { assertNever, type Fault } from '../errors.ts';
import { describeCode, outcomeUnknown } from '../v3/error-codes.ts';

/** A fault in words for a person. */
export interface FaultWords {
  /** What happened, in the exchange's own words where it has some. */
  readonly title: string;
  /** What is known about it: codes, reasons, whether anything was sent. */
  readonly detail: string;
  /** What to do next. */
  readonly next: string;
  /** Detail and next step as one paragraph. */
  readonly advice: string;
  /** All of it as one paragraph. */
  readonly line: string;
}

type Words = Omit<FaultWords, 'advice' | 'line'>;

/**
 * Says what happened and what to do next. The three kinds of no sound different: the exchange's, the
 * network's and our own.
 *
 * @param fault any fault.
 * @returns words of which none is empty.
 */
export function describeFault(fault: Fault): FaultWords {
  const words = wordsOf(fault);
  const advice = `${words.detail} ${words.next}`;
  // The exchange's own words may end as a sentence does, or not.
  return { ...words, advice, line: `${words.title}${words.title.endsWith('.') ? '' : '.'} ${advice}` };
}

function wordsOf(fault: Fault): Words {
  switch (fault.kind) {
    case 'ExchangeRejected':
      return rejected(fault);
    case 'ExchangeUnreachable':
      if (fault.isRead === true) return unread('The exchange cannot be reached', fault.reason);
      return {
        title: 'The exchange cannot be reached',
        detail: `Nothing was sent (${fault.reason}).`,
        next: 'It is safe to try again.',
      };
    case 'OutcomeUnknown':
      if (fault.isRead === true) return unread('No answer of use came', fault.reason);
      return {
        title: 'Sent, and no answer came',
        detail: `What became of it is not known (${fault.reason}).`,
        next: 'Do not send it again before you have seen what became of it.',
      };
    case 'RateLimited':
      return {
        title: 'The rate limit is used up',
        detail: `Nothing was carried out. The next slot of ${fault.endpoint} opens by itself.`,
        next: 'Try again in a moment.',
      };
    case 'InvalidInput':
      return {
        title: fault.problems.map((problem) => problem.reason).join(' ') || 'Something that was entered does not fit',
        detail: 'Nothing was sent.',
        next: nearest(fault.problems),
      };
    case 'NotAllowed':
      return { title: fault.reason, detail: 'Nothing was sent.', next: ALLOWED_BY[fault.policy] };
    case 'NeedsAnswer':
      return {
        title: 'This is asked about first',
        detail: `${fault.reasons.join(' ')} Nothing was sent.`,
        next: 'Press again and answer the question.',
      };
    case 'Defect':
      return {
        title: 'This is an error of ours',
        detail: `${fault.detail}.`,
        next: 'Please report it with the details.',
      };
    default:
      return assertNever(fault);
  }
}

const AGAIN = 'Read it again in a moment.';

/** A question that was not answered changed nothing, and says nothing of a command. */
const unread = (title: string, reason: string): Words => ({
  title,
  detail: `It could not be read (${reason}).`,
  next: AGAIN,
});

function nearest(problems: readonly { readonly suggestion?: string | undefined }[]): string {
  const value = problems.find((problem) => problem.suggestion !== undefined)?.suggestion;
  return value === undefined ? 'Correct it and try again.' : `The nearest value that fits is ${value}.`;
}

function rejected(fault: Extract<Fault, { kind: 'ExchangeRejected' }>): Words {
  if (fault.httpStatus === 0)
    return {
      title: fault.message,
      detail: 'No answer came; this was found out by asking the exchange.',
      next: 'Look at the account before you decide again.',
    };
  const words = describeCode(fault.code, fault.message);
  const undecided = outcomeUnknown(fault.code) || (fault.code === null && fault.httpStatus >= 500);
  const code = fault.code === null ? `HTTP ${fault.httpStatus}` : `code ${fault.code}`;
  const meaning = words.kind === 'unknown' ? '' : `${words.title}. `;
  if (fault.isRead === true)
    return {
      title: `It could not be read: ${fault.message === '' ? 'the exchange gave no reason' : fault.message}`,
      detail: `${meaning}The exchange said ${code} to ${fault.endpoint}. Reading sends no order and changes nothing.`,
      // What is advised where a code leaves an outcome open is about commands.
      next: words.kind === 'unknown' || undecided ? AGAIN : words.next,
    };
  return {
    title: `The exchange refused: ${fault.message === '' ? 'it gave no reason' : fault.message}`,
    detail: `${meaning}It said ${code} to ${fault.endpoint}.${undecided ? '' : ' Nothing was changed by this request.'}`,
    next: words.next,
  };
}

const ALLOWED_BY: Readonly<Record<Extract<Fault, { kind: 'NotAllowed' }>['policy'], string>> = {
  locked: 'Unlock the terminal first.',
  'view-only': 'Turn off "view only" in the profile to send anything.',
  environment: 'Look at the environment badge: the account has changed since the screen was drawn.',
  session: 'Wait until the core is reached again.',
  guard: 'One of your own guards stopped it. Change the order or the guard.',
  money: 'Look at it again, and begin anew once it is right.',
  journal: 'Make room on the disk that holds the data folder, or make the folder writable.',
  'cancel-all': 'Press again if you still mean it.',
  unsupported: 'The interface of the exchange does not offer this.',
};
