import type { AlgoHistoryRow, AlgoRow } from '../../../shared/contract/algo.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { algoTypes } from '../../../shared/v3/inputs.ts';
import { createKeyedFeed, type FeedStore, type KeyedFeed } from '../page/feeds.ts';
import { isEnded, merged, sentTexts, undated, type AlgoNode, type Fact } from './node.ts';

/** The newest own command on a node; older ones are not shown. */
interface PendingChange {
  readonly commandId: string;
  readonly pending: AlgoRow['pending'];
  readonly lastRefusal: string | null;
}
const noPendingChange: PendingChange = { commandId: '', pending: 'none', lastRefusal: null };

const KNOWN_TYPES: ReadonlySet<string> = new Set(algoTypes);
const KNOWN_STATUSES: ReadonlySet<string> = new Set([
  'NEW',
  'REPLACED',
  'PARTIAL_FILLED',
  'FILLED',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
]);
/** Finished trees that are kept; the oldest go first. */
const KEPT_ENDED = 2_000;
/** Rows in one call: the arguments of a call lie on its stack. */
const AT_ONCE = 10_000;

/** The best price that an active trailing order has seen while this terminal looked. */
export interface Extreme {
  readonly best: Decimal;
  /** Since when this terminal has looked, this machine's ms: what was before is not known to it. */
  readonly bestSince: number;
}

/** All algo orders by id. Facts come in any order, from anywhere, more than once. */
export interface AlgoBook {
  /** Commands and reports of one node, by its id. */
  readonly histories: KeyedFeed<AlgoHistoryRow>;
  /** @param asOf the latest possible exchange ms of the facts. */
  take(facts: readonly Fact[], asOf?: number): void;
  /**
   * Makes the next report count whatever its date, after the exchange set its clock.
   *
   * @param asOf exchange ms of now by the new clock.
   */
  forgetDates(asOf: number): void;
  /** Notes a command on a node that is being sent. */
  begin(id: string, change: Pick<PendingChange, 'commandId' | 'pending'>): void;
  /** Updates the state of a command; ignored when a newer one was sent since. */
  updatePending(id: string, change: Pick<PendingChange, 'commandId'> & Partial<PendingChange>): void;
  get(id: string): AlgoNode | undefined;
  /** Open nodes, as far as known. */
  open(): readonly AlgoNode[];
  /** Nodes without a known end: the open ones, and those that the exchange does not find. */
  unended(): readonly AlgoNode[];
  byClient(clientId: string): AlgoNode | undefined;
  onChange(listener: (node: AlgoNode, open: boolean) => void): () => void;
  /** Takes the market's extreme since a trailing order became active. */
  extreme(id: string, seen: Extreme): void;
  /** Marks a node as lost: the exchange no longer lists it and never reported its end. The next report restores it. */
  lose(id: string): void;
}

/** Creates an empty book that writes rows into a feed. */
export function createAlgoBook(feed: FeedStore<AlgoRow>): AlgoBook {
  const nodes = new Map<string, AlgoNode>();
  const pendingChanges = new Map<string, PendingChange>();
  const clients = new Map<string, string>();
  /** Children by their parent's id, also for a parent that is not known yet. */
  const children = new Map<string, Set<string>>();
  const lost = new Set<string>();
  const ended: string[] = [];
  const extremes = new Map<string, Extreme>();
  const listeners = new Set<(node: AlgoNode, open: boolean) => void>();

  /** Those whose parents go round. Kept as links change, so that an update of a deep node walks nowhere. */
  const inCircle = new Set<string>();
  const parentOf = (id: string): string | null => nodes.get(id)?.reported.parentId ?? null;

  /** Takes a node off its parent, and lets the circle go that it was part of; what that changed. */
  function unlink(id: string, parentId: string): readonly string[] {
    const siblings = children.get(parentId);
    siblings?.delete(id);
    if (siblings?.size === 0) children.delete(parentId);
    const freed: string[] = [];
    for (let at: string | null = id; at !== null && inCircle.delete(at); at = at === id ? parentId : parentOf(at))
      freed.push(at);
    return freed;
  }

  /** Hangs a node on its parent; those of the circle that this closes. Only a node with children can close one. */
  function link(id: string, parentId: string): readonly string[] {
    const closes = id !== parentId && children.has(id);
    const siblings = children.get(parentId) ?? new Set();
    children.set(parentId, siblings.add(id));
    if (!closes) return [];
    const path = [id];
    for (let at: string | null = parentId; at !== id; at = parentOf(at)) {
      if (at === null || inCircle.has(at) || parentOf(at) === at) return [];
      path.push(at);
    }
    for (const member of path) inCircle.add(member);
    return path;
  }

  function oddOf({ id, reported }: AlgoNode): string | null {
    const { parentId, rootId, algoType, algoStatus } = reported;
    const odd = [
      parentId === id ? 'It names itself as its parent.' : null,
      parentId !== null && parentId !== id && !nodes.has(parentId) ? 'Its parent is not known yet.' : null,
      inCircle.has(id) ? 'Its parents form a circle.' : null,
      parentId === null && rootId !== null && rootId !== id ? 'It names a root and no parent.' : null,
      algoType !== null && !KNOWN_TYPES.has(algoType) ? `${algoType} is an unknown type.` : null,
      algoStatus !== null && !KNOWN_STATUSES.has(algoStatus) ? `${algoStatus} is an unknown status.` : null,
      lost.has(id) ? 'The exchange no longer lists it and has not said how it ended.' : null,
    ].filter((sentence) => sentence !== null);
    return odd.length === 0 ? null : odd.join(' ');
  }

  const isOpen = ({ id, reported }: AlgoNode): boolean => !isEnded(reported.algoStatus) && !lost.has(id);

  function rowOf(node: AlgoNode): AlgoRow {
    const { id, reported } = node;
    const { pending, lastRefusal } = pendingChanges.get(id) ?? noPendingChange;
    return {
      ...reported,
      id,
      symbol: reported.symbol ?? '',
      algoType: reported.algoType ?? '',
      algoStatus: reported.algoStatus ?? 'NEW',
      executed: node.executed,
      isTriggered: node.isTriggered,
      isActivated: node.isActivated,
      reduceOnly: reported.reduceOnly ?? false,
      best: extremes.get(id)?.best ?? null,
      bestSince: extremes.get(id)?.bestSince ?? null,
      // Reports do not say when it was made: the first of them is the nearest that is known.
      createdAt: reported.createdAt ?? node.firstAt,
      updatedAt: node.updatedAt,
      open: isOpen(node),
      odd: oddOf(node),
      pending: isOpen(node) ? pending : 'none',
      lastRefusal,
    };
  }

  /** Those whose history is looked at. */
  const watched = new Map<string, FeedStore<AlgoHistoryRow>>();
  const histories = createKeyedFeed<AlgoHistoryRow>(
    'id',
    (id) => id !== '',
    (id, store) => {
      watched.set(id, store);
      const node = nodes.get(id);
      if (node !== undefined) store.put(historyOf(node));
      return () => void watched.delete(id);
    },
  );

  function show(ids: Iterable<string>): void {
    const rows: AlgoRow[] = [];
    for (const id of ids) {
      const node = nodes.get(id);
      if (node === undefined) continue;
      rows.push(rowOf(node));
      watched.get(id)?.put(historyOf(node));
    }
    for (let from = 0; from < rows.length; from += AT_ONCE) feed.put(...rows.slice(from, from + AT_ONCE));
  }

  function tell(ids: Iterable<string>): void {
    for (const id of ids) {
      const node = nodes.get(id);
      if (node !== undefined) for (const listener of listeners) listener(node, isOpen(node));
    }
  }

  /** A node with children waits until they are gone: a leg that works on keeps the tree that it hangs on. */
  function forgetOld(): void {
    for (let tries = 32; tries > 0 && ended.length > KEPT_ENDED; tries -= 1) {
      const id = ended.shift();
      const node = id === undefined ? undefined : nodes.get(id);
      if (id === undefined || node === undefined) continue;
      if (children.has(id)) {
        ended.push(id);
        continue;
      }
      const { parentId, clientId } = node.reported;
      if (parentId !== null) unlink(id, parentId);
      if (clientId !== null && clients.get(clientId) === id) clients.delete(clientId);
      nodes.delete(id);
      pendingChanges.delete(id);
      extremes.delete(id);
      feed.drop(id);
    }
  }

  return {
    histories,
    take(facts, asOf) {
      const changed = new Set<string>();
      for (const fact of facts) {
        const before = nodes.get(fact.id);
        const node = merged(before, fact, asOf);
        nodes.set(fact.id, node);
        changed.add(fact.id);
        lost.delete(fact.id);
        if (node.reported.clientId !== null) clients.set(node.reported.clientId, fact.id);
        const { parentId } = node.reported;
        const former = before?.reported.parentId ?? null;
        if (former !== parentId) {
          if (former !== null) for (const member of unlink(fact.id, former)) changed.add(member);
          if (parentId !== null) for (const member of link(fact.id, parentId)) changed.add(member);
        }
        // Those that waited for it are not odd any more.
        if (before === undefined) for (const child of children.get(fact.id) ?? []) changed.add(child);
        if (isEnded(node.reported.algoStatus) && !isEnded(before?.reported.algoStatus ?? null)) ended.push(fact.id);
      }
      show(changed);
      tell(changed);
      forgetOld();
    },
    forgetDates(asOf) {
      for (const [id, node] of nodes) nodes.set(id, undated(node, asOf));
    },
    begin(id, change) {
      pendingChanges.set(id, { ...change, lastRefusal: null });
      show([id]);
    },
    updatePending(id, change) {
      const newest = pendingChanges.get(id);
      if (newest?.commandId !== change.commandId) return;
      pendingChanges.set(id, { ...newest, ...change });
      show([id]);
    },
    get: (id) => nodes.get(id),
    open: () => [...nodes.values()].filter(isOpen),
    unended: () => [...nodes.values()].filter(({ reported }) => !isEnded(reported.algoStatus)),
    byClient(clientId) {
      const id = clients.get(clientId);
      return id === undefined ? undefined : nodes.get(id);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    extreme(id, seen) {
      extremes.set(id, seen);
      show([id]);
    },
    lose(id) {
      lost.add(id);
      show([id]);
      tell([id]);
    },
  };
}

const historyOf = (node: AlgoNode): AlgoHistoryRow => ({
  id: node.id,
  sent: sentTexts(node),
  life: node.life.map(({ entry }) => entry),
});
