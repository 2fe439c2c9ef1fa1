import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FeedSink } from '../../link/wire-client.ts';

/** What changed in one step, for a grid that takes transactions. */
export interface FeedStep<Row> {
  /** True for a snapshot: `put` is then all there is. */
  readonly fresh: boolean;
  readonly put: readonly Row[];
  readonly drop: readonly string[];
}

/**
 * Rows of one feed. They lie in one map that is changed in place, because copying thousands of rows for each
 * batch costs more than drawing them. `rows` is a view of it that is another object after each change, so that
 * a selector or a memo of it sees the change; it always shows the newest rows. A row that changed is a new object.
 */
export interface FeedState<Row> {
  readonly status: 'loading' | 'live';
  readonly version: number;
  readonly rows: ReadonlyMap<string, Row>;
}

export interface FeedStore<Row> {
  readonly store: StoreApi<FeedState<Row>>;
  /** To be given to the bridge. */
  readonly sink: FeedSink<Row>;
  /** Follows the changes themselves, beginning with a fresh step of what is there. */
  follow(listener: (step: FeedStep<Row>) => void): () => void;
  /** Forgets the rows: what comes back later must not be taken for new. */
  forget(): void;
}

/**
 * A store of one feed.
 *
 * @param id name of the field that identifies a row.
 */
export function createFeedStore<Row extends object>(id: string): FeedStore<Row> {
  const rows = new Map<string, Row>();
  const store = createStore<FeedState<Row>>(() => ({ status: 'loading', version: 0, rows: viewOf(rows) }));
  const followers = new Set<(step: FeedStep<Row>) => void>();
  // The contract's table names a text field of the row for every feed.
  const idOf = (row: Row): string => (row as Record<string, unknown>)[id] as string;

  function publish(step: FeedStep<Row>): void {
    store.setState((state) => ({ status: 'live', version: state.version + 1, rows: viewOf(rows) }));
    for (const follower of followers) follower(step);
  }

  return {
    store,
    sink: {
      snapshot: (all) => {
        rows.clear();
        for (const row of all) rows.set(idOf(row), row);
        publish({ fresh: true, put: all, drop: [] });
      },
      delta: (put, drop) => {
        for (const gone of drop) rows.delete(gone);
        for (const row of put) rows.set(idOf(row), row);
        publish({ fresh: false, put, drop });
      },
    },
    follow: (listener) => {
      followers.add(listener);
      if (store.getState().status === 'live') listener({ fresh: true, put: [...rows.values()], drop: [] });
      return () => followers.delete(listener);
    },
    forget: () => {
      rows.clear();
      store.setState((state) => ({ status: 'loading', version: state.version + 1, rows: viewOf(rows) }));
    },
  };
}

/** A new object that reads a map. */
const viewOf = <Key, Value>(map: ReadonlyMap<Key, Value>): ReadonlyMap<Key, Value> => ({
  get size() {
    return map.size;
  },
  get: (key) => map.get(key),
  has: (key) => map.has(key),
  keys: () => map.keys(),
  values: () => map.values(),
  entries: () => map.entries(),
  forEach: (each) => map.forEach(each),
  [Symbol.iterator]: () => map[Symbol.iterator](),
});
