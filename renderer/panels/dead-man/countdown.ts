import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { countWords } from './report-words.ts';

/** The last seconds are loud. */
const LAST_MS = 10_000;

/** What the panel says in one word and one sentence. */
export interface DeadManWords {
  readonly tone: 'quiet' | 'armed' | 'last' | 'danger';
  readonly title: string;
  readonly sentence: string;
}

/** Milliseconds until it may fire, never below zero; null where nothing counts down. */
export const remaining = (row: Pick<DeadManRow, 'deadlineLocal'>, now: number): number | null =>
  row.deadlineLocal === null ? null : Math.max(0, row.deadlineLocal - now);

/** Whole seconds that are certainly left: "0:42", "14:05". */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The words of a state.
 *
 * @param left as of {@link remaining}.
 * @param at the moment of firing as it is written for this person; "" where there is none.
 */
export function deadManWords(row: DeadManRow, left: number | null, at: string): DeadManWords {
  const probably = row.inDoubt ? 'it may have' : 'it has probably';
  if (row.state !== 'unknown' && isPast(row, left))
    return {
      tone: 'danger',
      title: 'Fired or unknown',
      sentence: `Its time has passed: ${probably} fired. This is known once the connection is back and the exchange has answered.`,
    };
  const last = left !== null && left <= LAST_MS;
  const goes =
    at === '' ? 'All orders are cancelled at a time that is being measured' : `All orders are cancelled at ${at}`;
  switch (row.state) {
    case 'off':
      return { tone: 'quiet', title: 'Off', sentence: 'Nothing is cancelled by itself.' };
    case 'arming':
      return { tone: 'quiet', title: 'Arming', sentence: 'Waiting for the exchange to say when.' };
    case 'armed':
    case 'renewing':
      return {
        tone: last ? 'last' : 'armed',
        // While a renewal is on its way it is in doubt by nature.
        title:
          row.doubt !== null || (row.inDoubt && row.state !== 'renewing')
            ? 'Armed, in doubt'
            : row.leftArmed
              ? 'Still armed'
              : 'Armed',
        sentence: row.mode === 'renew' ? `${goes} unless it is renewed before.` : `${goes}.`,
      };
    case 'failing':
      return { tone: 'danger', title: 'Renewal failing', sentence: `${goes} if no renewal gets through.` };
    case 'disarming':
      return { tone: last ? 'last' : 'armed', title: 'Disarming', sentence: 'Still armed until the exchange answers.' };
    case 'unknown':
      return {
        tone: 'danger',
        title: 'Fired or unknown',
        sentence: `Its time has passed: ${probably} fired. The exchange is being asked what is left.`,
      };
    case 'fired':
      return { tone: 'danger', title: 'Fired', sentence: firedWords(row.report) };
    case 'unavailable':
      return { tone: 'quiet', title: 'Unavailable', sentence: row.message };
  }
}

const COUNTS: ReadonlySet<DeadManRow['state']> = new Set(['armed', 'renewing', 'failing', 'disarming']);

/** Whether its time has passed by the clock, and the terminal, which may not be reached, has not said so yet. */
export const isPast = ({ state }: Pick<DeadManRow, 'state'>, left: number | null): boolean =>
  state === 'unknown' || (left === 0 && COUNTS.has(state));

/**
 * Why it counts down to sooner than the exchange's newest answer says; null where it does not.
 *
 * @param time writes an instant of the exchange for this person.
 */
export function doubtWords({ doubt }: Pick<DeadManRow, 'doubt'>, time: (at: number) => string): string | null {
  if (doubt === null) return null;
  const { timeoutMs, until, known } = doubt;
  const answer = known === null ? '' : `The exchange’s last answer says ${time(known)}. `;
  const seconds = timeoutMs / 1000;
  return `${answer}An earlier request of ${seconds} s was not answered. Until ${time(until)} it may still reach the exchange and set the time to ${seconds} s: the countdown allows for that.`;
}

/** What it did, by the report of it alone. */
function firedWords(report: DeadManRow['report']): string {
  if (report === null || (report.before === 0 && report.mayBeMore === true)) return 'What it cancelled is not known.';
  if (report.before === 0) return 'No order was seen to be cancelled by it.';
  return `It cancelled ${countWords(report)}.`;
}

const SPOKEN: Readonly<Record<DeadManRow['state'], string>> = {
  off: 'is off.',
  arming: 'is being armed.',
  armed: 'is armed.',
  renewing: 'is armed.',
  failing: 'is not renewed: all orders will be cancelled, stops too.',
  disarming: 'is being disarmed.',
  unknown: 'may have fired.',
  fired: 'has fired.',
  unavailable: 'is not available.',
};

/** What a screen reader is told when it changes: the state, and nothing that a renewal changes every few seconds. */
export const spokenState = (row: Pick<DeadManRow, 'state'>, left: number | null): string =>
  `The dead-man switch ${SPOKEN[isPast(row, left) ? 'unknown' : row.state]}`;
