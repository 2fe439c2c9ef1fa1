import type { ConnectionRow } from '../../../shared/contract/contract.ts';
import { formatLatency, formatOffset, formatSpan } from '../../ui/text/format.ts';

/** What is said of one link: a lamp, and words that say the same. */
export interface Lamp {
  readonly tone: 'good' | 'warn' | 'bad' | 'unknown';
  readonly word: string;
}

/** The same with the link that it is of. */
export interface NamedLamp extends Lamp {
  readonly id: ConnectionRow['id'];
  readonly title: string;
  /** Nothing comes by it that came before. */
  readonly broken: boolean;
}

const WORSE: Readonly<Record<Lamp['tone'], number>> = { bad: 3, warn: 2, unknown: 1, good: 0 };

/** The lamp to worry about most, the first of those that are equally bad; null while all links do their work. */
export function worstOf(lamps: readonly NamedLamp[]): NamedLamp | null {
  const [worst] = lamps.toSorted((one, other) => WORSE[other.tone] - WORSE[one.tone]);
  return worst === undefined || worst.tone === 'good' ? null : worst;
}

/** An offset above this is worth a look: signed requests are refused at some distance. */
const OFFSET_WARN_MS = 1_000;
const SLOW_MS = 1_000;

/**
 * Reads a link's row.
 *
 * @param row undefined before the first snapshot.
 * @param now the machine's clock in ms, for the countdown to the next attempt.
 * @param reached whether the core is reached: what it said before it was lost says nothing of now.
 * @param locked whether the person locked the terminal: what needs a key is down because of that, and nothing is wrong.
 */
export function lampOf(row: ConnectionRow | undefined, now: number, reached: boolean, locked = false): Lamp {
  if (!reached) return { tone: 'unknown', word: 'not known' };
  if (row === undefined) return { tone: 'unknown', word: '…' };
  switch (row.state) {
    case 'connecting':
      return { tone: 'warn', word: 'connecting' };
    case 'stale':
      return { tone: 'warn', word: `stale ${formatSpan(now - (row.heardAt ?? row.since))}` };
    case 'reconnecting':
      return { tone: 'bad', word: reconnecting(row.retryAt, now) };
    case 'down':
      if (locked && row.id === 'private') return { tone: 'unknown', word: 'locked' };
      return { tone: 'bad', word: 'down' };
    case 'live':
      return live(row);
  }
}

function reconnecting(retryAt: number | null, now: number): string {
  const seconds = retryAt === null ? 0 : Math.ceil((retryAt - now) / 1000);
  return seconds > 0 ? `reconnecting in ${seconds} s` : 'reconnecting';
}

function live(row: ConnectionRow): Lamp {
  if (row.missing !== undefined) return { tone: 'warn', word: 'live in part' };
  if (row.value === null) return { tone: 'good', word: 'live' };
  if (row.id === 'clock')
    return { tone: Math.abs(row.value) > OFFSET_WARN_MS ? 'warn' : 'good', word: formatOffset(row.value) };
  if (row.id === 'rest') return { tone: row.value > SLOW_MS ? 'warn' : 'good', word: formatLatency(row.value) };
  return { tone: 'good', word: 'live' };
}
