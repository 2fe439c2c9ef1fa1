import type { Clock, Timer } from '../../../../electron/core/world/ports.ts';

/** So many turns of the event loop let a question and its answer pass over loopback, when one process holds both ends. */
const TURNS = 16;

interface Waiting {
  readonly at: number;
  readonly rank: number;
  readonly callback: () => void;
}

/**
 * The real clock, which a test can hurry: what lies between is not waited for, and everything that was due
 * happens, each thing at its time. It can be set wrong, and the machine can sleep, as the real one.
 */
export class SteeredClock implements Clock {
  /** How far time was hurried. */
  #ahead = 0;
  /** How long the machine slept: the monotonic clock stood still, as on Linux. */
  #slept = 0;
  /** How far the wall clock was set. */
  #set = 0;
  #rank = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #waiting = new Set<Waiting>();
  /** Requests on the way that a hurry waits for. */
  readonly #busy: () => boolean;

  /** @param busy whether something is on its way that must end before time goes on. */
  constructor(busy: () => boolean) {
    this.#busy = busy;
  }

  /** Ms that go on whatever the machine does: the exchange's. */
  readonly trueTime = (): number => performance.now() + this.#ahead;

  now(): number {
    return performance.timeOrigin + this.trueTime() + this.#set;
  }
  monotonic(): number {
    return this.trueTime() - this.#slept;
  }
  after(ms: number, callback: () => void): Timer {
    this.#rank += 1;
    const waiting = { at: this.monotonic() + Math.max(0, ms), rank: this.#rank, callback };
    this.#waiting.add(waiting);
    this.#arm();
    return {
      cancel: () => {
        this.#waiting.delete(waiting);
        this.#arm();
      },
    };
  }

  /** Timers that neither fired nor were given up. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Lets so many ms go by in no time. */
  async hurry(ms: number): Promise<void> {
    const until = this.monotonic() + ms;
    await this.#breathe();
    for (let next = this.#next(); next !== null && next.at <= until; next = this.#next()) {
      this.#ahead += Math.max(0, next.at - this.monotonic());
      this.#fireDue();
      await this.#breathe();
    }
    this.#ahead += Math.max(0, until - this.monotonic());
    this.#arm();
    await this.#breathe();
  }

  /** The machine sleeps: time goes on for everybody else, and the timers wait as long as before. */
  sleep(ms: number): void {
    this.#ahead += ms;
    this.#slept += ms;
  }

  /** The program stands still, as in a debugger: everything that was due comes at once afterwards. */
  stall(ms: number): void {
    this.#ahead += ms;
    this.#arm();
  }

  /** Somebody sets the wall clock. */
  setWall(by: number): void {
    this.#set += by;
  }

  #next(): Waiting | null {
    let next: Waiting | null = null;
    for (const each of this.#waiting)
      if (next === null || each.at < next.at || (each.at === next.at && each.rank < next.rank)) next = each;
    return next;
  }

  #arm(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    const next = this.#next();
    if (next !== null) this.#timer = setTimeout(() => this.#fireDue(), Math.max(0, next.at - this.monotonic()));
  }

  #fireDue(): void {
    const now = this.monotonic();
    for (let next = this.#next(); next !== null && next.at <= now; next = this.#next()) {
      this.#waiting.delete(next);
      next.callback();
    }
    this.#arm();
  }

  async #breathe(): Promise<void> {
    for (let turn = 0; turn < TURNS || this.#busy(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
