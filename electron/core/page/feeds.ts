import type { Unsubscribe } from '../world/ports.ts';

/** What changed in a feed: rows that are new or different, and ids that are gone. */
export interface RowChange<Row> {
  /** Ids of the rows that are new or different. Lazy rows are built only when `put` is read. */
  readonly ids: readonly string[];
  readonly put: readonly Row[];
  readonly drop: readonly string[];
}

/** The reading half of a feed: what a session listens to. */
export interface FeedSource<Row> {
  /** Field of the row that identifies it. */
  readonly id: string;
  /** The rows now, oldest first. */
  rows(): Iterable<Row>;
  get(id: string): Row | undefined;
  /** Whether what is not among the rows is not there; always so where it is left out. */
  known?(): boolean;
  subscribe(listener: (change: RowChange<Row>) => void): Unsubscribe;
}

const NO_IDS: readonly string[] = [];

/** A change whose rows are made when they are read. A class, since to make a getter for each change costs more than to tell of it. */
class LaterChange<Row> implements RowChange<Row> {
  readonly ids: readonly string[];
  readonly drop: readonly string[];
  readonly #get: (id: string) => Row | undefined;
  constructor(ids: readonly string[], drop: readonly string[], get: (id: string) => Row | undefined) {
    this.ids = ids;
    this.drop = drop;
    this.#get = get;
  }
  get put(): readonly Row[] {
    return this.ids.flatMap((id) => this.#get(id) ?? []);
  }
}

/** Rows by id that services write and sessions listen to. Listeners are called in the writer's own turn. */
export interface FeedStore<Row> extends FeedSource<Row> {
  put(...rows: readonly Row[]): void;
  /** Stores a lazy row: it is built at the first read, and not at all if it is replaced before. */
  putLater(id: string, make: (id: string) => Row | undefined): void;
  drop(...ids: readonly string[]): void;
  /** Makes these the only rows, and them known; those that say the same as before change nothing. */
  replace(rows: readonly Row[]): void;
  /** Says that the rows are all that there are. */
  nowKnown(): void;
  readonly size: number;
}

/**
 * Makes an empty feed.
 *
 * @param id name of the row's field that holds its id; the newest row of an id wins.
 * @param until what makes its rows known: a read of all of them, or also the first row; known from the start when
 *   left out.
 */
export function createFeed<Row extends object>(id: keyof Row & string, until?: 'read' | 'row or read'): FeedStore<Row> {
  let known = until === undefined;
  const rows = new Map<string, Row | ((id: string) => Row | undefined)>();
  const listeners = new Set<(change: RowChange<Row>) => void>();
  const idOf = (row: Row): string => String(row[id]);
  const tell = (ids: readonly string[], drop: readonly string[], isNews = false): void => {
    if (listeners.size === 0 || (ids.length === 0 && drop.length === 0 && !isNews)) return;
    const change = new LaterChange(ids, drop, get);
    for (const listener of [...listeners]) listener(change);
  };
  const get = (wanted: string): Row | undefined => {
    const kept = rows.get(wanted);
    if (typeof kept !== 'function') return kept;
    const row = kept(wanted);
    if (row !== undefined) rows.set(wanted, row);
    return row;
  };
  return {
    id,
    *rows() {
      for (const each of rows.keys()) {
        const row = get(each);
        if (row !== undefined) yield row;
      }
    },
    get,
    get size() {
      return rows.size;
    },
    put: (...fresh) => {
      const changed = fresh.filter((row) => rows.get(idOf(row)) !== row);
      for (const row of changed) rows.set(idOf(row), row);
      tell(changed.map(idOf), NO_IDS);
    },
    putLater: (wanted, make) => {
      rows.set(wanted, make);
      if (listeners.size > 0) tell([wanted], NO_IDS);
    },
    drop: (...ids) => {
      tell(
        NO_IDS,
        ids.filter((gone) => rows.delete(gone)),
      );
    },
    replace: (fresh) => {
      const kept = new Set(fresh.map(idOf));
      const gone = [...rows.keys()].filter((each) => !kept.has(each));
      for (const old of gone) rows.delete(old);
      const changed = fresh.filter((row) => JSON.stringify(get(idOf(row))) !== JSON.stringify(row));
      for (const row of changed) rows.set(idOf(row), row);
      const first = !known;
      known = true;
      tell(changed.map(idOf), gone, first);
    },
    known: () => known || (until === 'row or read' && rows.size > 0),
    nowKnown: () => {
      if (known) return;
      known = true;
      tell(NO_IDS, NO_IDS, true);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Feeds by key (a symbol), each with a source that runs only while someone listens. */
export interface KeyedFeed<Row> {
  /**
   * The feed of a key. Its source starts with the first listener and stops after the last one left.
   *
   * @returns null for a key that can name nothing.
   */
  open(key: string): FeedSource<Row> | null;
  /** Keys whose source runs now. */
  running(): readonly string[];
}

/**
 * Makes a keyed feed.
 *
 * @param id field of the row that holds its id.
 * @param accepts whether a key can name something at all.
 * @param start starts the source of a key, which writes into the store until the returned function is called.
 */
export function createKeyedFeed<Row extends object>(
  id: keyof Row & string,
  accepts: (key: string) => boolean,
  start: (key: string, store: FeedStore<Row>) => Unsubscribe,
): KeyedFeed<Row> {
  const live = new Map<string, { readonly store: FeedStore<Row>; readonly stop: Unsubscribe; listeners: number }>();

  function hold(key: string): { readonly store: FeedStore<Row>; readonly release: Unsubscribe } {
    let entry = live.get(key);
    if (entry === undefined) {
      const store = createFeed<Row>(id);
      entry = { store, stop: start(key, store), listeners: 0 };
      live.set(key, entry);
    }
    const held = entry;
    held.listeners += 1;
    let holding = true;
    return {
      store: held.store,
      release: () => {
        if (!holding) return;
        holding = false;
        held.listeners -= 1;
        if (held.listeners > 0) return;
        live.delete(key);
        held.stop();
      },
    };
  }

  return {
    running: () => [...live.keys()],
    open: (key) =>
      accepts(key)
        ? {
            id,
            rows: () => live.get(key)?.store.rows() ?? [],
            get: (wanted) => live.get(key)?.store.get(wanted),
            subscribe: (listener) => {
              const { store, release } = hold(key);
              const unsubscribe = store.subscribe(listener);
              return () => {
                unsubscribe();
                release();
              };
            },
          }
        : null,
  };
}
