import type { CommandRow, OrderDraft, Outcome } from '../../../shared/contract.ts';
import { assertNever, type Fault } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/fault-words.ts';

/** A press of a ticket's button and what is known of it. */
export interface Sent {
  readonly commandId: string;
  /** The sentence that stood on the button. */
  readonly words: string;
  readonly state:
    | { readonly kind: 'sending' }
    | { readonly kind: 'answered'; readonly outcome: Outcome }
    /** It was stopped before or on its way to the core. */
    | { readonly kind: 'failed'; readonly fault: Fault };
}

/** The same of an ordinary order. */
export interface Submission extends Sent {
  readonly draft: OrderDraft;
}

/** What is shown of a submission. */
export interface Shown {
  readonly kind: 'sending' | 'accepted' | 'rejected' | 'unconfirmed';
  readonly title: string;
  readonly detail: string;
  /** For placing a refusal at its field. */
  readonly fault: Fault | null;
}

/** How a press that ended without an answer is told. */
const BEING_FOUND_OUT =
  'It was sent and no answer came. The exchange is being asked about it; it is not sent again, and neither should you.';

/**
 * What to show: the answer of the press itself, or the later end that the feed "commands" brings for
 * one that had none.
 */
export function shownOf(submission: Sent, row: CommandRow | undefined): Shown {
  const { state } = submission;
  switch (state.kind) {
    case 'sending':
      return endOf(row) ?? { kind: 'sending', title: 'Sending', detail: submission.words, fault: null };
    case 'failed':
      if (state.fault.kind === 'OutcomeUnknown') return endOf(row) ?? unconfirmed(BEING_FOUND_OUT);
      return rejected(state.fault);
    case 'answered':
      return ofOutcome(state.outcome, submission, row);
    default:
      return assertNever(state);
  }
}

function ofOutcome(outcome: Outcome, submission: Sent, row: CommandRow | undefined): Shown {
  switch (outcome.status) {
    case 'accepted':
      return { kind: 'accepted', title: 'Accepted', detail: accepted(submission.words, outcome.orderId), fault: null };
    case 'rejected':
      return rejected(outcome.fault);
    case 'unconfirmed':
      return endOf(row) ?? unconfirmed(`${BEING_FOUND_OUT} (${outcome.reason})`);
    default:
      return assertNever(outcome);
  }
}

const accepted = (words: string, orderId: string | null): string =>
  orderId === null ? words : `${words} · order ${orderId}`;

function rejected(fault: Fault): Shown {
  const words = describeFault(fault);
  const title = fault.kind === 'ExchangeRejected' ? 'Rejected' : 'Not sent';
  return { kind: 'rejected', title, detail: words.line, fault };
}

const unconfirmed = (detail: string): Shown => ({ kind: 'unconfirmed', title: 'Unconfirmed', detail, fault: null });

function endOf(row: CommandRow | undefined): Shown | null {
  if (row === undefined || row.status === 'sending') return null;
  return shownRow(row);
}

/** What is shown of a command of which only the feed tells, after the page was loaded again. */
export function shownRow(row: CommandRow): Shown {
  const detail = row.message === '' ? row.summary : `${row.summary} · ${row.message}`;
  switch (row.status) {
    case 'sending':
      return { kind: 'sending', title: 'Sending', detail, fault: null };
    case 'accepted':
      return { kind: 'accepted', title: 'Accepted', detail, fault: null };
    case 'rejected':
      return { kind: 'rejected', title: row.known ? 'Rejected' : 'Not known', detail, fault: null };
    case 'unconfirmed':
      return unconfirmed(`${row.summary} · ${row.message === '' ? BEING_FOUND_OUT : row.message}`);
    default:
      return assertNever(row.status);
  }
}

const isUnsettled = ({ name, status }: CommandRow): boolean =>
  (name === 'orders.place' || name === 'algo.place') && (status === 'unconfirmed' || status === 'sending');

/** Placements of before this page that are not settled: their button is gone, their order may live. */
export const unsettled = (rows: Iterable<CommandRow>, own: string | null): readonly CommandRow[] =>
  [...rows].filter((row) => isUnsettled(row) && row.commandId !== own);

/** Whether an order of the same words was sent and is not settled: it may live, and another would double it. */
export const isAwaited = (rows: Iterable<CommandRow>, symbol: string, words: string): boolean =>
  [...rows].some((row) => isUnsettled(row) && row.symbol === symbol && row.summary === words);
export const AWAITED = 'The same order was sent before, and what became of it is not known yet.';
