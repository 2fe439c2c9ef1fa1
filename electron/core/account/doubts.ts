import type { PrivateStream } from '../exchange/types.ts';
import type { Paces } from '../world/paces.ts';
import type { Clock, Timer, Unsubscribe } from '../world/ports.ts';
import type { AccountFigures } from './figures.ts';

/** A read may take so long, and begin so much later than planned, and what is shown is still called new. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 2_000;

export interface DoubtParts {
  readonly clock: Clock;
  readonly privateStream: Pick<PrivateStream, 'onMessage'> | null;
  readonly figures: Pick<AccountFigures, 'balances' | 'positions'>;
  readonly paces: Paces;
  /** Told why they cannot be known to be new; null where they can. */
  readonly doubt: (words: string | null) => void;
}

/**
 * Balances and positions are kept new by the stream and by reads. A stream may be connected and say nothing, and reads
 * may fail at the same time: neither alone is a fault that shows, both together are.
 *
 * @returns the end of it.
 */
export function followDoubts({ clock, privateStream, figures, paces, doubt }: DoubtParts): Unsubscribe {
  const parts = [
    { name: 'balances', kind: 'balance', readAt: figures.balances.readAt, pace: paces.balances },
    { name: 'positions', kind: 'position', readAt: figures.positions.readAt, pace: paces.positions },
  ] as const;
  const heardAt = new Map<string, number>();
  let timer: Timer | null = null;

  function look(): void {
    const now = clock.monotonic();
    const old = parts.filter(({ kind, readAt, pace }) => {
      const read = readAt();
      return read !== null && now - Math.max(read, heardAt.get(kind) ?? -Infinity) > pace + PATIENCE_MS;
    });
    const names = old.map(({ name }) => name).join(' and ');
    doubt(
      old.length === 0 ? null : `Nothing new of ${names}: the stream says nothing of them, and no read was answered.`,
    );
    timer = clock.after(LOOK_MS, look);
  }
  if (privateStream === null) return () => undefined;
  timer = clock.after(LOOK_MS, look);
  const unsubscribe = privateStream.onMessage(({ kind }) => void heardAt.set(kind, clock.monotonic()));
  return () => {
    timer?.cancel();
    unsubscribe();
  };
}
