import type { DeadManItem } from '../../../../shared/contract/deadman.ts';

/** The part of a proof that the message tells. */
interface FiringSummary {
  readonly went: readonly DeadManItem[];
  /** Orders that the switch may or may not have ended. */
  readonly doubtful: number;
  /** Whether more orders may have been cancelled. */
  readonly mayBeMore: boolean;
  /** Trees of algo orders from before the instant that are still open. */
  readonly spared: number;
  /** Symbols of positions that lost their stops; null when positions were never read. */
  readonly unprotected: readonly string[] | null;
}

const PASSED = 'The dead-man switch’s time passed';
const LOOK = 'Look in “Order history”.';

/** The message of a firing. An unknown number is never reported as zero. */
export function firedText(summary: FiringSummary): string {
  const { went, doubtful, mayBeMore } = summary;
  const stops = stopText(summary);
  if (went.length > 0) {
    const more = mayBeMore ? ` Whether it cancelled more is not known. ${LOOK}` : '';
    return `The dead-man switch fired. ${cancelledText(went, mayBeMore)}${stops}${more}`;
  }
  if (doubtful > 0)
    return `${PASSED} and no order is left. It may have fired: nothing shows what ended ${plural(doubtful, 'order')}. ${LOOK}${stops}`;
  return mayBeMore
    ? `${PASSED}. What it cancelled is not known. ${LOOK}${stops}`
    : `${PASSED}; no order was open.${stops}`;
}

export const notFiredText = (stillOpen: number): string =>
  `${PASSED} and ${plural(stillOpen, 'order')} still open: it did not fire.`;

function stopText({ spared, unprotected }: FiringSummary): string {
  if (spared > 0) return ` ${plural(spared, 'algo order')} from before ${spared === 1 ? 'is' : 'are'} still open.`;
  if (unprotected === null) return ' The positions were not read: some may have lost their stops.';
  return unprotected.length === 0 ? '' : ` Lost their stops: ${unprotected.join(', ')}.`;
}

/** "All 7 orders were cancelled (4 orders, 3 stops)." */
function cancelledText(went: readonly DeadManItem[], mayBeMore: boolean): string {
  const algos = went.filter(({ kind }) => kind === 'algo');
  const orders = went.length - algos.length;
  const noun = algos.every(({ type }) => STOPS.has(type)) ? 'stop' : 'algo order';
  const parts = [orders === 0 ? null : plural(orders, 'order'), algos.length === 0 ? null : plural(algos.length, noun)];
  const named = parts.filter((part) => part !== null);
  const all = mayBeMore ? 'At least' : 'All';
  if (went.length === 1) return `${mayBeMore ? 'At least ' : ''}${named.join('')} was cancelled.`;
  return named.length === 1
    ? `${all} ${named.join('')} were cancelled.`
    : `${all} ${went.length} orders were cancelled (${named.join(', ')}).`;
}

/** Types of algo orders that traders call stops. */
const STOPS: ReadonlySet<string> = new Set(['STOP', 'STOP_LOSS', 'TRAILING_STOP', 'TP_SL', 'POSITIONAL_TP_SL']);

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
