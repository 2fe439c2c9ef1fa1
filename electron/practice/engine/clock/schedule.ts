/** Everything that happens at an exchange time. */
export type TimerKind = 'market' | 'replay' | 'funding' | 'interest' | 'wallet' | 'dead-man' | 'rewards' | 'mood';

/** Something that happens at an exchange time. Data only: its handler is looked up by its kind. */
interface Timer {
  readonly at: number;
  readonly kind: TimerKind;
  readonly key: string;
  /** Breaks ties in the order of setting. */
  readonly order: number;
}

/** A binary heap of timers, earliest first. */
export interface Schedule {
  readonly heap: Timer[];
  count: number;
}

export const newSchedule = (): Schedule => ({ heap: [], count: 0 });

const before = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

export function setTimer(schedule: Schedule, at: number, kind: TimerKind, key = ''): void {
  schedule.count += 1;
  const { heap } = schedule;
  const timer = { at, kind, key, order: schedule.count };
  let i = heap.length;
  heap.push(timer);
  while (i > 0) {
    const up = (i - 1) >>> 1;
    const parent = heap[up];
    if (parent === undefined || !before(timer, parent)) break;
    heap[i] = parent;
    i = up;
  }
  heap[i] = timer;
}

/** Takes the earliest timer out when it is due. */
export function takeDue(schedule: Schedule, now: number): Timer | undefined {
  const { heap } = schedule;
  const first = heap[0];
  if (first === undefined || first.at > now) return undefined;
  const last = heap.pop();
  if (last === undefined || last === first) return first;
  let i = 0;
  for (;;) {
    let down = 2 * i + 1;
    const left = heap[down];
    const right = heap[down + 1];
    if (left === undefined) break;
    let child = left;
    if (right !== undefined && before(right, left)) {
      child = right;
      down += 1;
    }
    if (!before(child, last)) break;
    heap[i] = child;
    i = down;
  }
  heap[i] = last;
  return first;
}

/** Forgets all timers of a kind. @returns whether there was one. */
export function dropTimers(schedule: Schedule, kind: TimerKind): boolean {
  const kept = schedule.heap.filter((timer) => timer.kind !== kind).sort((a, b) => (before(a, b) ? -1 : 1));
  const dropped = schedule.heap.splice(0, schedule.heap.length, ...kept).length - kept.length;
  return dropped > 0;
}
