import type { FeedSource } from './feeds.ts';
import type { Clock, Timer, Unsubscribe } from '../world/ports.ts';

/** At most one batch in this many ms: a frame of the screen. */
const TICK_MS = 16;
/** A batch is closed once it is this long; a single row may be longer. */
const BATCH_CHARS = 64_000;

/** One feed as a session follows it. Memory is bounded by rows: only the id of one waits, and its newest is sent. */
interface Line {
  readonly sub: number;
  readonly stop: Unsubscribe;
  readonly source: FeedSource<object>;
  /** Ids that the page has. */
  readonly shown: Set<string>;
  /** Ids whose newest row, or whose end, the page has not got yet. */
  readonly waiting: Set<string>;
  fresh: boolean;
  seq: number;
}

/** What leaves towards one page: every change of the feeds it listens to, no more often than it takes them. */
export interface Outbox {
  /** Starts a feed under the page's number: its rows as a snapshot first, once they are known, then deltas. */
  add(sub: number, source: FeedSource<object>): void;
  /** Whether a number is in use. */
  has(sub: number): boolean;
  readonly size: number;
  remove(sub: number): void;
  /** The page has applied batch `n`. Returns false when no such batch is on its way. */
  acknowledge(n: number): boolean;
  close(): void;
}

/**
 * Makes the outbox of a session.
 *
 * @param clock ticks.
 * @param send takes the text of a batch frame (shared/wire/wire.ts), at most 64 kB where rows allow it.
 */
export function createOutbox(clock: Clock, send: (text: string) => void): Outbox {
  const lines = new Map<number, Line>();
  let timer: Timer | null = null;
  let onItsWay: number | null = null;
  let lastBatch = 0;
  let lastSent = Number.NEGATIVE_INFINITY;

  /** A snapshot says that there is no more: it waits until that is known. */
  const hasNews = ({ fresh, waiting, source }: Line): boolean =>
    fresh ? (source.known?.() ?? true) : waiting.size > 0;

  function schedule(): void {
    if (timer !== null || onItsWay !== null) return;
    timer = clock.after(Math.max(0, lastSent + TICK_MS - clock.monotonic()), flush);
  }

  function note(line: Line, ids: readonly string[], drop: readonly string[]): void {
    for (const id of ids) line.waiting.add(id);
    for (const id of drop) {
      // A row that came and went between two batches was never there for the page.
      if (line.shown.has(id)) line.waiting.add(id);
      else line.waiting.delete(id);
    }
    schedule();
  }

  function flush(): void {
    timer = null;
    const changes: string[] = [];
    let room = BATCH_CHARS;
    for (const line of [...lines.values()]) {
      if (!hasNews(line)) continue;
      if (room <= 0) break;
      const change = takeFrom(line, room);
      changes.push(change);
      room -= change.length;
      if (!hasNews(line)) continue;
      // It did not fit whole: the others go first in the next batch.
      lines.delete(line.sub);
      lines.set(line.sub, line);
    }
    if (changes.length === 0) return;
    lastBatch += 1;
    onItsWay = lastBatch;
    lastSent = clock.monotonic();
    send(`{"t":"batch","n":${lastBatch},"changes":[${changes.join(',')}]}`);
  }

  return {
    get size() {
      return lines.size;
    },
    has: (sub) => lines.has(sub),
    add(sub, source) {
      const line: Line = {
        sub,
        source,
        shown: new Set(),
        waiting: new Set(),
        fresh: true,
        seq: 0,
        stop: source.subscribe(({ ids, drop }) => note(line, ids, drop)),
      };
      lines.set(sub, line);
      const ids = Array.from(source.rows(), (row) => idOf(row, source.id));
      note(line, ids, []);
    },
    remove(sub) {
      lines.get(sub)?.stop();
      lines.delete(sub);
    },
    acknowledge(n) {
      if (n !== onItsWay) return false;
      onItsWay = null;
      if ([...lines.values()].some(hasNews)) schedule();
      return true;
    },
    close() {
      timer?.cancel();
      for (const line of lines.values()) line.stop();
      lines.clear();
    },
  };
}

/** Takes rows out of a line up to a length, as the text of one change. */
function takeFrom(line: Line, room: number): string {
  const put: string[] = [];
  const drop: string[] = [];
  let left = room;
  for (const id of line.waiting) {
    if (left <= 0 && put.length + drop.length > 0) break;
    line.waiting.delete(id);
    const row = line.source.get(id);
    const text = JSON.stringify(row ?? id);
    left -= text.length;
    if (row === undefined) {
      drop.push(text);
      line.shown.delete(id);
    } else {
      put.push(text);
      line.shown.add(id);
    }
  }
  const { sub, seq, fresh } = line;
  line.seq += 1;
  line.fresh = false;
  return fresh
    ? `{"t":"snapshot","sub":${sub},"seq":${seq},"rows":[${put.join(',')}]}`
    : `{"t":"delta","sub":${sub},"seq":${seq},"put":[${put.join(',')}],"drop":[${drop.join(',')}]}`;
}

// The id field of a row is text in every feed of the contract.
const idOf = (row: object, field: string): string => String((row as Record<string, unknown>)[field]);
