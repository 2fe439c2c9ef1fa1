import type { Clock, Timer } from '../../../electron/core/world/ports.ts';

interface Waiting {
  readonly at: number;
  readonly rank: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  /** Local wall time; a test may let it jump. */
  wall: number;
  #elapsed = 0;
  #rank = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(wall = 1_760_000_000_000) {
    this.wall = wall;
  }

  now(): number {
    return this.wall;
  }
  monotonic(): number {
    return this.#elapsed;
  }
  after(ms: number, callback: () => void): Timer {
    this.#rank += 1;
    const waiting = { at: this.#elapsed + Math.max(0, ms), rank: this.#rank, callback };
    this.#waiting.add(waiting);
    return { cancel: () => void this.#waiting.delete(waiting) };
  }

  /** Timers that were not fired or given up. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Fires the next timer if it is due within so many ms of the start of the move. */
  fireNext(until: number): boolean {
    let next: Waiting | null = null;
    for (const each of this.#waiting)
      if (next === null || each.at < next.at || (each.at === next.at && each.rank < next.rank)) next = each;
    if (next === null || next.at > until) return false;
    this.#waiting.delete(next);
    this.#step(next.at - this.#elapsed);
    next.callback();
    return true;
  }

  #step(ms: number): void {
    const forward = Math.max(0, ms);
    this.#elapsed += forward;
    this.wall += forward;
  }

  /** Lets time go by, with everything that waits for it and every promise in between. */
  async move(ms: number): Promise<void> {
    const until = this.#elapsed + ms;
    await settled();
    while (this.fireNext(until)) await settled();
    this.#step(until - this.#elapsed);
  }
}

/** Resolves once every promise that can go on has gone on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
