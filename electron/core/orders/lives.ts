import { compare, type Decimal } from '../../../shared/decimal.ts';
import type { ExecutionReport, OrderReport } from '../../../shared/v3/topics.ts';
import type { Clock, Unsubscribe } from '../ports.ts';
import { stateOfReport, type StateFact } from './facts.ts';

/** What is kept of one order, and of all together; the oldest goes first. */
const KEPT_OF_ONE = 60;
const KEPT_IN_ALL = 20_000;

/** Something that belongs to an order's life. */
export type Note =
  | { readonly what: 'reported'; readonly report: OrderReport }
  | { readonly what: 'read'; readonly fact: StateFact; readonly by: 'inquiry' | 'listed' }
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
export interface Lives {
  note(id: string, note: Note): void;
  /** The order has another row id now. */
  rename(from: string, to: string): void;
  /** The order is not in the book any more. */
  forget(id: string): void;
  of(id: string): Life;
  /** Called with an order's row id after each note of it. */
  onNote(listener: (id: string) => void): Unsubscribe;
}

interface Kept {
  notes: Noted[];
  left: number;
}

const NONE: Life = { notes: [], left: 0 };

/** Makes the lives; `clock` dates what comes. */
export function createLives(clock: Pick<Clock, 'now'>): Lives {
  const lives = new Map<string, Kept>();
  const listeners = new Set<(id: string) => void>();
  /** Whose note each of the newest numbers is, by number modulo its length. */
  const owners: (Kept | undefined)[] = [];
  let number = 0;

  function dropOldest(life: Kept): void {
    life.notes.shift();
    life.left += 1;
  }

  function keep(life: Kept, note: Note): void {
    number += 1;
    const slot = number % KEPT_IN_ALL;
    const owner = owners[slot];
    if (owner?.notes[0]?.number === number - KEPT_IN_ALL) dropOldest(owner);
    owners[slot] = life;
    life.notes.push({ number, note, receivedAt: Math.round(clock.now()), agreedAt: null });
    if (life.notes.length > KEPT_OF_ONE) dropOldest(life);
  }

  function lifeOf(id: string): Kept {
    const known = lives.get(id);
    if (known !== undefined) return known;
    const fresh: Kept = { notes: [], left: 0 };
    lives.set(id, fresh);
    return fresh;
  }

  return {
    note(id, note) {
      const life = lifeOf(id);
      const newest = life.notes.at(-1);
      // The orders are read again and again: what a read merely repeats is no event.
      if (newest !== undefined && isRepeat(newest.note, note))
        life.notes[life.notes.length - 1] = { ...newest, agreedAt: Math.round(clock.now()) };
      else keep(life, note);
      for (const listener of [...listeners]) listener(id);
    },
    rename(from, to) {
      const old = lives.get(from);
      if (old === undefined) return;
      lives.delete(from);
      const there = lives.get(to);
      if (there !== undefined) {
        for (const noted of there.notes) owners[noted.number % KEPT_IN_ALL] = old;
        old.notes = [...old.notes, ...there.notes].sort((a, b) => a.number - b.number);
        old.left += there.left;
        there.notes = [];
        while (old.notes.length > KEPT_OF_ONE) dropOldest(old);
      }
      lives.set(to, old);
    },
    forget(id) {
      const life = lives.get(id);
      if (life === undefined) return;
      // Its numbers still stand among the newest of all, and must not hold what they stood for.
      life.notes = [];
      lives.delete(id);
    },
    of: (id) => lives.get(id) ?? NONE,
    onNote(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** What a note says of the order's state; null for one that says nothing of it. Reports are kept as they came, for they are many. */
function stateOf(note: Note): StateFact | null {
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
