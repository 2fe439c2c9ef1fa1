import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { feeds, type FeedName, type FeedRowOf } from '../../../shared/contract/contract.ts';
import { listen } from '../../link/bridge.ts';
import { createFeedStore, type FeedState, type FeedStep, type FeedStore } from './feed-store.ts';

export type { FeedState, FeedStep } from './feed-store.ts';

/** How long a feed goes on after its last user, so that a change of tabs does not start it anew. */
const LINGER_MS = 5_000;

interface Shared {
  readonly feed: FeedName;
  readonly key: string;
  readonly made: FeedStore<never>;
  users: number;
  stop: (() => void) | null;
  lingering: ReturnType<typeof setTimeout> | undefined;
}
const shared = new Map<string, Shared>();

function sharedFeed(feed: FeedName, key: string): Shared {
  const name = `${feed} ${key}`;
  const known = shared.get(name);
  if (known !== undefined) return known;
  const fresh: Shared = {
    feed,
    key,
    made: createFeedStore<never>(feeds[feed].id),
    users: 0,
    stop: null,
    lingering: undefined,
  };
  shared.set(name, fresh);
  return fresh;
}

/**
 * Keeps a feed running until the returned function is called; users of the same feed share it.
 */
export function holdFeed(feed: FeedName, key = ''): () => void {
  const entry = sharedFeed(feed, key);
  clearTimeout(entry.lingering);
  entry.users += 1;
  entry.stop ??= listen(feed, key, entry.made.sink);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.lingering = setTimeout(() => {
      entry.stop?.();
      entry.stop = null;
      entry.made.forget();
    }, LINGER_MS);
  };
}

/**
 * Forgets the rows of feeds and asks for them anew: where the account was closed and is opened again, they are
 * not known until they are read.
 */
export function startAnew(names: ReadonlySet<FeedName>): void {
  for (const entry of shared.values()) {
    if (entry.stop === null || !names.has(entry.feed)) continue;
    entry.stop();
    entry.made.forget();
    entry.stop = listen(entry.feed, entry.key, entry.made.sink);
  }
}

function feedStore<Name extends FeedName>(feed: Name, key: string): FeedStore<FeedRowOf<Name>> {
  // Made for this feed's rows; the map forgets which.
  return sharedFeed(feed, key).made as unknown as FeedStore<FeedRowOf<Name>>;
}

/**
 * Part of a feed's state, held while mounted. The component draws again only when the selected value
 * changes (`Object.is`): select a row or a field, not a fresh array.
 *
 * @param key the symbol of a keyed feed, else "".
 */
export function useFeed<Name extends FeedName, Selected>(
  feed: Name,
  key: string,
  select: (state: FeedState<FeedRowOf<Name>>) => Selected,
): Selected {
  const made = useMemo(() => feedStore(feed, key), [feed, key]);
  useEffect(() => holdFeed(feed, key), [feed, key]);
  return useStore(made.store, select);
}

/** All rows of a feed; draws again at every change of it. */
export function useFeedRows<Name extends FeedName>(feed: Name, key = ''): FeedState<FeedRowOf<Name>> {
  return useFeed(feed, key, (state) => state);
}

/** One row of a feed, or undefined. */
export function useFeedRow<Name extends FeedName>(feed: Name, id: string, key = ''): FeedRowOf<Name> | undefined {
  return useFeed(feed, key, (state) => state.rows.get(id));
}

/** Whether the first snapshot of a feed has come. */
export function useFeedStatus(feed: FeedName, key = ''): FeedState<unknown>['status'] {
  return useFeed(feed, key, (state) => state.status);
}

/**
 * Follows the changes of a feed outside React, for grids: a fresh step first, then one a change.
 *
 * @returns the unsubscribe; holds the feed until then.
 */
export function followFeed<Name extends FeedName>(
  feed: Name,
  key: string,
  listener: (step: FeedStep<FeedRowOf<Name>>) => void,
): () => void {
  const letGo = holdFeed(feed, key);
  const unfollow = feedStore(feed, key).follow(listener);
  return () => {
    unfollow();
    letGo();
  };
}

/** The rows now, without following them: for what is done at a press of a button. */
export function peekFeed<Name extends FeedName>(feed: Name, key = ''): ReadonlyMap<string, FeedRowOf<Name>> {
  return feedStore(feed, key).store.getState().rows;
}

/** Whether the rows of a feed have come; before that, what is not among them may be there all the same. */
export const isKnown = (feed: FeedName, key = ''): boolean => feedStore(feed, key).store.getState().status === 'live';
