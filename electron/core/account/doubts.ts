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
  /** Monotonic ms at which the last read that worked began; null before the first. */
  readonly orders: { readAt(): number | null };
  readonly algo: { readAt(): number | null };
  readonly paces: Paces;
  /** Told why they cannot be known to be new; null where they can. */
  readonly doubt: (words: string | null) => void;
}

/**
 * Orders, algo orders, balances and positions are kept new by the stream and by reads. A stream may be connected and say
 * nothing, and reads may fail at the same time: neither alone is a fault that shows, both together are.
 *
 * @returns the end of it.
 */
export function followDoubts(of: DoubtParts): Unsubscribe {
  const { clock, privateStream, figures, orders, algo, paces, doubt } = of;
  const parts = [
    { name: 'orders', kind: 'executionreport', readAt: orders.readAt, pace: paces.orders },
    { name: 'algo orders', kind: 'algoexecutionreport', readAt: algo.readAt, pace: paces.algoOrders },
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
    const names = listed(old.map(({ name }) => name));
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

/** "orders, balances and positions". */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
