import type { FeedSource, RowChange } from '../page/feeds.ts';
import type { Unsubscribe } from '../world/ports.ts';

/** Feeds that outlive what they come from: a session listens once, whichever profile runs. */
export interface Rebound {
  /** A feed of whatever source is bound now and later. */
  feed(name: string, key: string): FeedSource<object> | null;
  /** Everything that was shown is taken back; nothing comes until the next `bind`. */
  unbind(): void;
  /** From here on feeds come from this source. */
  bind(source: FindFeed): void;
}

/** A feed by name and key; null where there is none. */
export type FindFeed = (name: string, key: string) => FeedSource<object> | null;

/**
 * Makes them, unbound.
 *
 * @param idOf field of the rows' id for a name of the contract; null for a name that is not in it.
 */
export function createRebound(idOf: (name: string) => string | null): Rebound {
  let bound: FindFeed | null = null;
  const followers = new Set<{ unbind(): void; bind(): void }>();

  function feed(name: string, key: string): FeedSource<object> | null {
    const id = idOf(name);
    // A key that names nothing is refused by who knows; while nothing is bound it is taken as an empty feed.
    if (id === null || (bound !== null && bound(name, key) === null)) return null;
    return {
      id,
      rows: () => bound?.(name, key)?.rows() ?? [],
      get: (wanted) => bound?.(name, key)?.get(wanted),
      known: () => bound !== null && (bound(name, key)?.known?.() ?? true),
      subscribe(listener) {
        let stop: Unsubscribe = () => undefined;
        const shown = new Set<string>();
        const note = (change: RowChange<object>): void => {
          for (const put of change.ids) shown.add(put);
          for (const gone of change.drop) shown.delete(gone);
          listener(change);
        };
        const follow = (): Iterable<object> => {
          const source = bound?.(name, key) ?? null;
          if (source === null) return [];
          stop = source.subscribe(note);
          return source.rows();
        };
        const follower = {
          unbind() {
            stop();
            stop = () => undefined;
            const drop = [...shown];
            shown.clear();
            listener({ ids: [], put: [], drop });
          },
          bind() {
            const put = [...follow()];
            note({ ids: put.map((row) => idIn(row, id)), put, drop: [] });
          },
        };
        followers.add(follower);
        // The listener reads these rows itself.
        for (const row of follow()) shown.add(idIn(row, id));
        return () => {
          followers.delete(follower);
          stop();
        };
      },
    };
  }

  return {
    feed,
    unbind() {
      for (const follower of followers) follower.unbind();
      bound = null;
    },
    bind(source) {
      bound = source;
      for (const follower of followers) follower.bind();
    },
  };
}

// The id field of a row is text in every feed of the contract.
const idIn = (row: object, field: string): string => String((row as Record<string, unknown>)[field]);
