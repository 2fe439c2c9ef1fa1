import { compare, type Decimal } from '../../../../shared/decimal.ts';
import type { ExecutionReport, OrderReport } from '../../../../shared/v3/topics.ts';
import type { Clock, Unsubscribe } from '../../world/ports.ts';
import { stateOfReport, type StateUpdate } from './order-updates.ts';

/** What is kept of one order, and of all together; the oldest goes first. */
const KEPT_OF_ONE = 60;
const KEPT_IN_ALL = 20_000;

/** Something that belongs to an order's life. */
export type Note =
  | { readonly what: 'reported'; readonly report: OrderReport }
  | { readonly what: 'read'; readonly fact: StateUpdate; readonly by: 'inquiry' | 'listed' }
  /** A report that an edit or cancel was refused. */
  | { readonly what: 'refused'; readonly report: ExecutionReport }
  | { readonly what: 'answered'; readonly command: 'Place' | 'Edit' | 'Cancel'; readonly answer: object }
  /** One command that is about many orders. */
  | { readonly what: 'asked'; readonly commandId: string };

/** A note with its number, which rises over all orders. */
export interface Noted {
  readonly number: number;
  readonly note: Note;
  /** Local ms. */
  readonly receivedAt: number;
  /** Local ms when a later read said the same. */
  readonly agreedAt: number | null;
}

export interface Life {
  /** Oldest first. */
  readonly notes: readonly Noted[];
  /** How many older ones are not kept any more. */
  readonly left: number;
}

/** What was said of each order of the book, as it came. Bounded for each order and in all. */
export interface OrderEvents {
  note(id: string, note: Note): void;
  /** The order has another row id now. */
  rename(from: string, to: string): void;
  /** The order is not in the book any more. */
  forget(id: string): void;
  of(id: string): Life;
  /** Called with an order's row id after each note of it. */
  onNote(listener: (id: string) => void): Unsubscribe;
}

/** Where the notes of one order are: each names the one before it. */
interface Thread {
  /** Number of its newest note; 0 for none. */
  newest: number;
  /** How many notes there were, those that are not kept any more included. */
  said: number;
}

/** Makes the lives; `clock` dates what comes. */
export function createOrderEvents(clock: Pick<Clock, 'now'>): OrderEvents {
  const threads = new Map<string, Thread>();
  const listeners = new Set<(id: string) => void>();
  /** The newest notes of all orders, by number modulo so many; a new one takes the place of the oldest. */
  const notes: (Note | undefined)[] = Array.from({ length: KEPT_IN_ALL });
  const receivedAt = new Float64Array(KEPT_IN_ALL);
  /** 0 where no later read said the same. */
  const agreedAt = new Float64Array(KEPT_IN_ALL);
  /** Number of the note before it of the same order; 0 for none. */
  const before = new Float64Array(KEPT_IN_ALL);
  let last = 0;

  function keep(thread: Thread, note: Note): void {
    last += 1;
    const slot = last % KEPT_IN_ALL;
    notes[slot] = note;
    receivedAt[slot] = Math.round(clock.now());
    agreedAt[slot] = 0;
    before[slot] = thread.newest;
    thread.newest = last;
    thread.said += 1;
  }

  function threadOf(id: string): Thread {
    const known = threads.get(id);
    if (known !== undefined) return known;
    const fresh: Thread = { newest: 0, said: 0 };
    threads.set(id, fresh);
    return fresh;
  }

  const isKept = (number: number): boolean => number > 0 && number > last - KEPT_IN_ALL;

  /** Numbers of an order's notes that are still there, newest first. */
  function numbersOf({ newest }: Thread): number[] {
    const numbers: number[] = [];
    for (let n = newest; isKept(n) && numbers.length < KEPT_OF_ONE; n = before[n % KEPT_IN_ALL] ?? 0) numbers.push(n);
    return numbers;
  }

  function notedOf(number: number): Noted[] {
    const slot = number % KEPT_IN_ALL;
    const note = notes[slot];
    if (note === undefined) return [];
    return [{ number, note, receivedAt: receivedAt[slot] ?? 0, agreedAt: agreedAt[slot] || null }];
  }

  return {
    note(id, note) {
      const thread = threadOf(id);
      const newest = isKept(thread.newest) ? notes[thread.newest % KEPT_IN_ALL] : undefined;
      // The orders are read again and again: what a read merely repeats is no event.
      if (newest !== undefined && isRepeat(newest, note))
        agreedAt[thread.newest % KEPT_IN_ALL] = Math.round(clock.now());
      else keep(thread, note);
      for (const listener of [...listeners]) listener(id);
    },
    rename(from, to) {
      const old = threads.get(from);
      if (old === undefined) return;
      threads.delete(from);
      const there = threads.get(to);
      if (there !== undefined) {
        old.said += there.said;
        const numbers = [...numbersOf(old), ...numbersOf(there)].sort((a, b) => a - b);
        old.newest = 0;
        for (const number of numbers) {
          before[number % KEPT_IN_ALL] = old.newest;
          old.newest = number;
        }
      }
      threads.set(to, old);
    },
    forget(id) {
      const thread = threads.get(id);
      if (thread === undefined) return;
      for (let n = thread.newest; isKept(n); n = before[n % KEPT_IN_ALL] ?? 0) notes[n % KEPT_IN_ALL] = undefined;
      threads.delete(id);
    },
    of(id) {
      const thread = threads.get(id);
      if (thread === undefined) return NONE;
      const noted = numbersOf(thread).reverse().flatMap(notedOf);
      return { notes: noted, left: thread.said - noted.length };
    },
    onNote(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const NONE: Life = { notes: [], left: 0 };

/** What a note says of the order's state; null for one that says nothing of it. Reports are kept as they came, for they are many. */
function stateOf(note: Note): StateUpdate | null {
  return note.what === 'read' ? note.fact : note.what === 'reported' ? stateOfReport(note.report) : null;
}

function isRepeat(known: Note, said: Note): boolean {
  if (said.what !== 'read') return false;
  const [a, b] = [stateOf(known), said.fact];
  return (
    a !== null &&
    a.status === b.status &&
    same(a.executed, b.executed) &&
    same(a.price, b.price) &&
    same(a.quantity, b.quantity) &&
    same(a.visibleQuantity, b.visibleQuantity)
  );
}

const same = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === b : compare(a, b) === 0;
