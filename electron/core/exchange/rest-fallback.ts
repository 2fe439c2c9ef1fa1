import type { Reads } from '../../../shared/contract/contract.ts';
import { faultOf } from '../../../shared/errors.ts';
import type { Clock, Timer } from '../world/ports.ts';
import { PACES, type Paces } from '../world/paces.ts';

/**
 * The private stream may be away for long: while it leaves the account's one key to another terminal, up to half an
 * hour. What it brings is then read over REST. That shows how things stand and not what happened: the fills of
 * an order one by one, the words of a refused edit or cancel, and what came and went between two reads are
 * missing until the histories are read.
 */

/** A short cut is none of it: the next connection reads everything. */
const FIRST_MS = 5_000;
/** After failures a read waits twice as long each time, and at most so long. */
const SLOWEST_MS = 30_000;

/** How often each is read while the stream is away. In ms. */
const everyMs = ({ ordersAway, balances, positions }: Paces): Readonly<Record<keyof Reads, number>> => ({
  orders: ordersAway,
  algoOrders: balances,
  balances,
  positions,
});

export const ALL_PARTS = Object.keys(everyMs(PACES)) as readonly (keyof Reads)[]; // the keys of an object literal

export interface RestFallback {
  /** Reads these, and nothing else, from now on; to be told the same again changes nothing. */
  read(parts: readonly (keyof Reads)[]): void;
  stop(): void;
}

/**
 * Makes the reading.
 *
 * @param read reads one; rejects with FaultError.
 * @param onRead told when each was last read, as of the local ms at which that began; null once the stream is back.
 */
export function createRestFallback(
  clock: Clock,
  read: Readonly<Record<keyof Reads, () => Promise<void>>>,
  onRead: (reads: Reads | null) => void,
  paces: Paces = PACES,
): RestFallback {
  const every = everyMs(paces);
  let reads: Reads = NONE;
  /** Rises whenever the reading begins or ends; what belongs to an earlier one is ignored. */
  let turn = 0;
  let now: readonly (keyof Reads)[] = [];
  const timers = new Map<keyof Reads, Timer>();

  function plan(part: keyof Reads, ms: number, failures: number): void {
    const mine = turn;
    const task = async (): Promise<void> => {
      const at = Math.round(clock.now());
      let failed = failures;
      let wait = every[part];
      try {
        await read[part]();
        failed = 0;
        if (mine !== turn) return;
        reads = { ...reads, [part]: at };
        onRead(reads);
      } catch (thrown) {
        failed += 1;
        const fault = faultOf(thrown);
        const closed = fault.kind === 'RateLimited' ? fault.retryAt - clock.now() : 0;
        wait = Math.max(closed, Math.min(wait * 2 ** failed, SLOWEST_MS));
      }
      if (mine === turn) plan(part, wait, failed);
    };
    timers.set(
      part,
      clock.after(ms, () => void task()),
    );
  }

  function end(): void {
    turn += 1;
    now = [];
    reads = NONE;
    for (const timer of timers.values()) timer.cancel();
    timers.clear();
  }

  return {
    read(parts) {
      if (parts.join() === now.join()) return;
      end();
      now = parts;
      onRead(null);
      for (const part of parts) plan(part, FIRST_MS, 0);
    },
    stop: end,
  };
}

const NONE: Reads = { orders: null, algoOrders: null, balances: null, positions: null };
