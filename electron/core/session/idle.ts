import type { Clock, Timer } from '../world/ports.ts';

/** A machine that slept is looked at this soon after it woke. */
const LOOK_MS = 15_000;

/** Tells when nobody was there for a while. */
export interface Idle {
  /** A sign of a person. */
  present(): void;
  /** Minutes after which it tells, counted from the last sign; null for never. */
  after(minutes: number | null): void;
  stop(): void;
}

/**
 * Makes it. Sleep counts as absence: both clocks are looked at, because the monotonic one stands still
 * while some machines sleep, and the other one can be set.
 *
 * @param onIdle returns false where it cannot act now; it is told again soon then.
 */
export function createIdle(clock: Clock, onIdle: () => boolean): Idle {
  let limit: number | null = null;
  let seen = { now: clock.now(), monotonic: clock.monotonic() };
  let timer: Timer | null = null;

  const present = (): void => {
    seen = { now: clock.now(), monotonic: clock.monotonic() };
  };
  function look(): void {
    timer?.cancel();
    timer = null;
    if (limit === null) return;
    const away = Math.max(clock.now() - seen.now, clock.monotonic() - seen.monotonic);
    const done = away >= limit && onIdle();
    if (done) present();
    const next = away < limit ? limit - away : done ? limit : LOOK_MS;
    timer = clock.after(Math.max(1, Math.min(LOOK_MS, next)), look);
  }
  return {
    present,
    after(minutes) {
      limit = minutes === null ? null : minutes * 60_000;
      present();
      look();
    },
    stop() {
      limit = null;
      timer?.cancel();
    },
  };
}
