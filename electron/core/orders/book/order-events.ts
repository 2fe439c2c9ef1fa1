import { compare, type Decimal } from '../../../../shared/decimal.ts';
import type { ExecutionReport, OrderReport } from '../../../../shared/v3/topics.ts';
import type { Clock, Unsubscribe } from '../../world/ports.ts';
import { stateOfReport, type StateUpdate } from './order-updates.ts';

/** Most events of one order, and of all; the oldest are dropped first. */
const KEPT_OF_ONE = 60;
const KEPT_IN_ALL = 20_000;

/** An event of an order. */
export type Note =
  | { readonly what: 'reported'; readonly report: OrderReport }
  | { readonly what: 'read'; readonly fact: StateUpdate; readonly by: 'inquiry' | 'listed' }
  /** A report of a rejected edit or cancel. */
  | { readonly what: 'refused'; readonly report: ExecutionReport }
  | { readonly what: 'answered'; readonly command: 'Place' | 'Edit' | 'Cancel'; readonly answer: object }
  /** A command about many orders. */
  | { readonly what: 'asked'; readonly commandId: string };

/** A note with its number; numbers rise over all orders. */
export interface Noted {
  readonly number: number;
  readonly note: Note;
  /** Local ms. */
  readonly receivedAt: number;
  /** Local ms of a later read with the same content. */
  readonly agreedAt: number | null;
}

export interface Life {
  /** Oldest first. */
  readonly notes: readonly Noted[];
  /** Number of older notes that were dropped. */
  readonly dropped: number;
}

/** The reports of each order in the order of arrival; limited for each order and in all. */
export interface OrderEvents {
  note(id: string, note: Note): void;
  /** Moves the notes of an order to its new row id. */
  rename(from: string, to: string): void;
  /** Drops the notes of an order. */
  forget(id: string): void;
  of(id: string): Life;
  /** Called with an order's row id after each note of it. */
  onNote(listener: (id: string) => void): Unsubscribe;
}

/** The notes of one order, as a linked list. */
interface Thread {
  /** Number of its newest note; 0 for none. */
  newest: number;
  /** Number of all its notes, including dropped ones. */
  noteCount: number;
}

/** Creates the store; `clock` dates the notes. */
export function createOrderEvents(clock: Pick<Clock, 'now'>): OrderEvents {
  const threads = new Map<string, Thread>();
  const listeners = new Set<(id: string) => void>();
  /** A ring buffer of the newest notes of all orders, by number. */
  const notes: (Note | undefined)[] = Array.from({ length: KEPT_IN_ALL });
  const receivedAt = new Float64Array(KEPT_IN_ALL);
  /** 0 without a later read of the same content. */
  const agreedAt = new Float64Array(KEPT_IN_ALL);
  /** Number of the note before it of the same order; 0 for none. */
  const before = new Float64Array(KEPT_IN_ALL);
  let last = 0;

  function append(thread: Thread, note: Note): void {
    last += 1;
    const slot = last % KEPT_IN_ALL;
    notes[slot] = note;
    receivedAt[slot] = Math.round(clock.now());
    agreedAt[slot] = 0;
    before[slot] = thread.newest;
    thread.newest = last;
    thread.noteCount += 1;
  }

  function threadOf(id: string): Thread {
    const known = threads.get(id);
    if (known !== undefined) return known;
    const fresh: Thread = { newest: 0, noteCount: 0 };
    threads.set(id, fresh);
    return fresh;
  }

  const isKept = (number: number): boolean => number > 0 && number > last - KEPT_IN_ALL;

  /** Numbers of an order's kept notes, newest first. */
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
      // Orders are read on a timer: a read without a change is no event.
      if (newest !== undefined && isRepeat(newest, note))
        agreedAt[thread.newest % KEPT_IN_ALL] = Math.round(clock.now());
      else append(thread, note);
      for (const listener of [...listeners]) listener(id);
    },
    rename(from, to) {
      const source = threads.get(from);
      if (source === undefined) return;
      threads.delete(from);
      const target = threads.get(to);
      if (target !== undefined) {
        source.noteCount += target.noteCount;
        const numbers = [...numbersOf(source), ...numbersOf(target)].sort((a, b) => a - b);
        source.newest = 0;
        for (const number of numbers) {
          before[number % KEPT_IN_ALL] = source.newest;
          source.newest = number;
        }
      }
      threads.set(to, source);
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
      return { notes: noted, dropped: thread.noteCount - noted.length };
    },
    onNote(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const NONE: Life = { notes: [], dropped: 0 };

/** The state in a note; null without one. Reports are stored as they came, because there are many. */
function stateOf(note: Note): StateUpdate | null {
  return note.what === 'read' ? note.fact : note.what === 'reported' ? stateOfReport(note.report) : null;
}

function isRepeat(known: Note, note: Note): boolean {
  if (note.what !== 'read') return false;
  const [a, b] = [stateOf(known), note.fact];
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
