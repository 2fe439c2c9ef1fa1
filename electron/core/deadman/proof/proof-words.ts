import type { DeadManItem } from '../../../../shared/contract/deadman.ts';

/** What a proof found, as far as a sentence says it. */
interface Told {
  readonly went: readonly DeadManItem[];
  /** Orders of which it is not known whether it ended them. */
  readonly doubtful: number;
  /** Whether more may have gone than is known. */
  readonly mayBeMore: boolean;
  /** Trees of algo orders from before the instant that are still open. */
  readonly spared: number;
  /** Symbols of positions that lost their stops; null where positions were never read. */
  readonly unprotected: readonly string[] | null;
}

const PASSED = 'The dead-man switch’s time passed';
const LOOK = 'Look in “Order history”.';

/** The sentences of a firing. Nothing that was not seen is said to be none. */
export function firedWords(told: Told): string {
  const { went, doubtful, mayBeMore } = told;
  const stops = stopWords(told);
  if (went.length > 0) {
    const more = mayBeMore ? ` Whether it cancelled more is not known. ${LOOK}` : '';
    return `The dead-man switch fired. ${cancelledWords(went, mayBeMore)}${stops}${more}`;
  }
  if (doubtful > 0)
    return `${PASSED} and no order is left. Whether it fired is not known: ${plural(doubtful, 'order')} not seen to have been ended by it. ${LOOK}${stops}`;
  return mayBeMore
    ? `${PASSED}. What it cancelled is not known. ${LOOK}${stops}`
    : `${PASSED}; no order was open.${stops}`;
}

export const notFiredWords = (left: number): string =>
  `${PASSED} and ${plural(left, 'order')} still open: it did not fire.`;

function stopWords({ spared, unprotected }: Told): string {
  if (spared > 0) return ` ${plural(spared, 'algo order')} from before ${spared === 1 ? 'is' : 'are'} still open.`;
  if (unprotected === null) return ' Which positions lost their stops is not known: they were not read.';
  return unprotected.length === 0 ? '' : ` Lost their stops: ${unprotected.join(', ')}.`;
}

/** "All 7 orders were cancelled (4 orders, 3 stops)." */
function cancelledWords(went: readonly DeadManItem[], mayBeMore: boolean): string {
  const algos = went.filter(({ kind }) => kind === 'algo');
  const orders = went.length - algos.length;
  const word = algos.every(({ type }) => STOPS.has(type)) ? 'stop' : 'algo order';
  const parts = [orders === 0 ? null : plural(orders, 'order'), algos.length === 0 ? null : plural(algos.length, word)];
  const named = parts.filter((part) => part !== null);
  const all = mayBeMore ? 'At least' : 'All';
  if (went.length === 1) return `${mayBeMore ? 'At least ' : ''}${named.join('')} was cancelled.`;
  return named.length === 1
    ? `${all} ${named.join('')} were cancelled.`
    : `${all} ${went.length} orders were cancelled (${named.join(', ')}).`;
}

/** Types of algo orders that a trader calls a stop. */
const STOPS: ReadonlySet<string> = new Set(['STOP', 'STOP_LOSS', 'TRAILING_STOP', 'TP_SL', 'POSITIONAL_TP_SL']);

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
