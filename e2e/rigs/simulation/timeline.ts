import type { Clock, Timer } from '../../../electron/core/world/ports.ts';
import { settled } from '../core/manual-clock.ts';

interface Event {
  readonly at: number;
  readonly rank: number;
  readonly happen: () => void;
  cancelled: boolean;
}

/** The one time of a simulated world, in ms since its beginning. Events of one instant happen in the order in which they were planned. */
export class Timeline {
  now = 0;
  #rank = 0;
  /** A binary heap, earliest first. */
  readonly #heap: Event[] = [];

  at(ms: number, happen: () => void): Timer {
    this.#rank += 1;
    const event: Event = { at: Math.max(this.now, ms), rank: this.#rank, happen, cancelled: false };
    this.#push(event);
    return {
      cancel: () => {
        event.cancelled = true;
      },
    };
  }

  after(ms: number, happen: () => void): Timer {
    return this.at(this.now + ms, happen);
  }

  /** Lets everything up to an instant happen, with every promise in between. */
  async run(until: number): Promise<void> {
    for (let next = this.#heap[0]; next !== undefined && next.at <= until; next = this.#heap[0]) {
      this.#pop();
      if (next.cancelled) continue;
      this.now = next.at;
      next.happen();
      await settled();
    }
    this.now = until;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      if (left === undefined) break;
      const right = heap[2 * at + 2];
      const child = right !== undefined && isBefore(right, left) ? right : left;
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = child === left ? 2 * at + 1 : 2 * at + 2;
    }
    heap[at] = last;
  }
}

const isBefore = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.rank < b.rank);

/** One life of a program: once it is dead, nothing that it waited for happens to it. */
export interface Life {
  alive: boolean;
}

/**
 * A machine's clock.
 *
 * @param wall what the machine shows at the beginning of time; `shift` is added to it and may jump.
 */
export const machineClock = (timeline: Timeline, life: Life, wall: number, shift: { ms: number }): Clock => ({
  now: () => wall + shift.ms + timeline.now,
  monotonic: () => timeline.now,
  after: (ms, callback) =>
    timeline.after(Math.max(0, ms), () => {
      if (life.alive) callback();
    }),
});
