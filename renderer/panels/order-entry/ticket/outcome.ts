import type { CommandRow, OrderDraft, Outcome } from '../../../../shared/contract/contract.ts';
import { assertNever, type Fault } from '../../../../shared/errors.ts';
import { describeFault } from '../../../../shared/words/fault-words.ts';
import { endOfOrder, type Followed } from '../../../state/orders/order-outcome.ts';

type Units = Parameters<typeof endOfOrder>[1];

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
  /** The accepted order itself, as it goes on. */
  readonly followed?: Followed;
  /** This machine's ms of the last word on it. */
  readonly at?: number;
}

/** What went well stands for so long, and what did not until another order is written, or for so long. */
const STANDS_MS = { good: 20_000, bad: 120_000 };

/** Whether the outcome is over and may leave the screen; what is not known stays. */
export function isPast({ kind }: Shown, at: number | undefined, now: number): boolean {
  if (at === undefined || kind === 'sending' || kind === 'unconfirmed') return false;
  return now - at >= (kind === 'rejected' ? STANDS_MS.bad : STANDS_MS.good);
}

/** The same of an ordinary order. */
export interface Submission extends Sent {
  readonly draft: OrderDraft;
}

/** What is shown of a submission. */
export interface Shown {
  readonly kind: 'sending' | 'accepted' | 'filled' | 'cancelled' | 'rejected' | 'unconfirmed';
  readonly title: string;
  readonly detail: string;
  /** It has not left yet: it can be taken back. */
  readonly waits?: boolean;
  /** For placing a refusal at its field. */
  readonly fault: Fault | null;
}

/** How a press that ended without an answer is told. */
const BEING_FOUND_OUT =
  'It was sent and no answer came. The exchange is being asked about it; it is not sent again, and neither should you.';

/**
 * What to show: what became of the order itself; before that the answer of the press, or the later end that the
 * feed "commands" brings for one that had none.
 *
 * @param units of the order's instrument.
 */
export function shownOf(submission: Sent, row: CommandRow | undefined, units?: Units): Shown {
  const { state } = submission;
  const end = endOfOrder(submission.followed, units);
  if (end !== null) {
    // The reason first: on a narrow screen the rest is behind “All of it”.
    const why = end.detail === '' ? '' : `${end.detail} · `;
    const detail = end.kind === 'filled' || end.kind === 'working' ? end.detail : `${why}${submission.words}`;
    return { kind: end.kind === 'working' ? 'accepted' : end.kind, title: end.title, detail, fault: null };
  }
  switch (state.kind) {
    case 'sending':
      if (row?.waits === true) return shownRow(row);
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
      return row.waits === true
        ? { kind: 'sending', title: 'Not sent yet', detail, waits: true, fault: null }
        : { kind: 'sending', title: 'Sending', detail, fault: null };
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
/** Edits show in their cells; one that has not left can be taken back here. */
const isWaitingEdit = ({ name, waits }: CommandRow): boolean =>
  waits === true && (name === 'orders.edit' || name === 'algo.edit');

/** So many are shown one by one. */
const MOST_SHOWN = 3;

/** Placements of before this page that are not settled: their button is gone, their order may live. */
export interface Unsettled {
  /** The newest, oldest of them first. */
  readonly shown: readonly CommandRow[];
  readonly more: number;
}
export function unsettled(rows: Iterable<CommandRow>, own: string | null): Unsettled {
  const all: CommandRow[] = [];
  for (const row of rows) if ((isUnsettled(row) || isWaitingEdit(row)) && row.commandId !== own) all.push(row);
  const shown = all.slice(-MOST_SHOWN);
  return { shown, more: all.length - shown.length };
}

/** Whether an order of the same words was sent and is not settled: it may live, and another would double it. */
export const isAwaited = (rows: Iterable<CommandRow>, symbol: string, words: string): boolean =>
  [...rows].some((row) => isUnsettled(row) && row.symbol === symbol && row.summary === words);
