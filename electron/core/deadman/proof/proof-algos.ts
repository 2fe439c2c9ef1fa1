import type { CommandRow, PositionRow } from '../../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import type { DeadManItem } from '../../../../shared/contract/deadman.ts';
import { isNegative, isZero } from '../../../../shared/decimal.ts';
import type { AlgoOrders } from '../../algo/types.ts';
import type { FeedSource, FeedStore } from '../../page/feeds.ts';
import { listedSince, MOST_BY_NAME } from './last-open.ts';
import type { EndedBy, HeldPosition, OpenItem, ProofSource } from './proof.ts';

/** Commands that can cancel an algo order. */
const CANCELS: ReadonlySet<string> = new Set(['algo.cancel', 'algo.cancelAll', 'orders.cancelAll']);
const CANCELLED: ReadonlySet<string> = new Set(['CANCELLED', 'CANCELED']);

/** Nodes that limit a loss when they close a position. */
const STOPS: ReadonlySet<string> = new Set(['STOP', 'STOP_LOSS', 'TRAILING_STOP']);
/** The legs below these protect a position only after the entry was executed. */
const ENTRIES: ReadonlySet<string> = new Set(['BRACKET', 'STOP_BRACKET']);

/**
 * The proof's reads of the algo orders. Trees are cancelled whole. After its entry fills, a tree continues in its legs,
 * so its open nodes decide.
 */
export function proofAlgos(
  algo: Pick<AlgoOrders, 'feed' | 'readAway' | 'knownSince' | 'readEnded'>,
  commands: Pick<FeedStore<CommandRow>, 'rows'>,
): ProofSource {
  /** Ids of the open nodes of each tree when it was last reported open. */
  const openNodes = new Map<string, readonly string[]>();

  function trees(counts: (row: AlgoRow) => boolean): Map<string, AlgoRow[]> {
    const found = new Map<string, AlgoRow[]>();
    for (const row of algo.feed.rows()) {
      if (!counts(row)) continue;
      const root = row.rootId ?? row.id;
      const rows = found.get(root) ?? [];
      rows.push(row);
      found.set(root, rows);
    }
    return found;
  }
  const openTrees = (): Map<string, AlgoRow[]> => trees(({ open }) => open);
  const cancelledSince =
    (at: number) =>
    ({ algoStatus, updatedAt }: AlgoRow): boolean =>
      CANCELLED.has(algoStatus) && (updatedAt ?? 0) >= at;

  /** The nodes of a tree that were open; all nodes when it was never seen open. */
  function nodesOf(id: string): readonly (AlgoRow | undefined)[] {
    const open = openNodes.get(id);
    if (open !== undefined) return open.map((node) => algo.feed.get(node));
    const rows = trees(({ rootId, id: own }) => (rootId ?? own) === id).get(id);
    return rows ?? [undefined];
  }

  /** Whether an unanswered own cancel may have cancelled it. */
  const mayBeOurCancel = (symbol: string): boolean =>
    [...commands.rows()].some(
      (row) =>
        CANCELS.has(row.name) &&
        (row.symbol === null || row.symbol === symbol) &&
        (row.status === 'sending' || row.status === 'unconfirmed'),
    );

  const createdAt = (root: string, rows: readonly AlgoRow[]): number | null =>
    algo.feed.get(root)?.createdAt ?? rows[0]?.createdAt ?? null;

  const openItems = (): OpenItem[] =>
    [...openTrees()].map(([id, rows]) => ({ kind: 'algo', id, createdAt: createdAt(id, rows) }));

  function endedBy({ id, symbol }: Pick<DeadManItem, 'id' | 'symbol'>, at: number): EndedBy {
    const nodes = nodesOf(id);
    if (nodes.some((node) => node !== undefined && cancelledSince(at)(node)))
      return mayBeOurCancel(symbol) ? 'unknown' : 'switch';
    const isClear = nodes.every((node) => node !== undefined && !node.open && node.odd === null);
    return isClear ? 'other' : 'unknown';
  }

  function endedAt({ id }: Pick<DeadManItem, 'id'>): number | null {
    const times = nodesOf(id).flatMap((node) => node?.updatedAt ?? []);
    return times.length === 0 ? null : times.reduce((latest, time) => Math.max(latest, time));
  }

  return {
    openAt(at) {
      const cancelled = cancelledSince(at);
      const found = trees((row) => row.open || cancelled(row));
      openNodes.clear();
      for (const [root, rows] of found)
        openNodes.set(
          root,
          rows.map(({ id }) => id),
        );
      return [...found].map(([root, rows]) => itemOf(root, algo.feed.get(root), rows));
    },
    openItems,
    knownSince: algo.knownSince,
    endedBy,
    endedAt,
    async readOpen() {
      try {
        await algo.readAway();
      } catch (error) {
        // When the stream reported the end of all trees, the ordinary orders need not wait.
        if (algo.knownSince() === null || openTrees().size > 0) throw error;
      }
      return openItems();
    },
    async readEnded(last, at) {
      const known = new Set(last?.items.flatMap(({ kind, id }) => (kind === 'algo' ? [id] : [])));
      const since = listedSince(last, 'algo', at);
      await algo.readEnded(since, known.size > MOST_BY_NAME ? [] : [...known]);
      const cancelledTrees = trees(cancelledSince(at));
      const roots = [...cancelledTrees].filter(([id, rows]) => known.has(id) || (createdAt(id, rows) ?? at) <= at);
      const missing = [...known].filter((id) => nodesOf(id)[0] === undefined);
      return {
        ends: roots.map(([id, rows]) => {
          const item = itemOf(id, algo.feed.get(id), rows);
          return { item, by: endedBy(item, at), at: endedAt(item) };
        }),
        isComplete: last !== null && missing.length === 0,
      };
    },
    protects: ({ id }, at, held) =>
      nodesOf(id).some(
        (node) =>
          node !== undefined &&
          (openNodes.has(id) || cancelledSince(at)(node)) &&
          closes(node, held) &&
          hasFilledEntry(node),
      ),
  };

  /** Whether the entry above a node was executed; true without an entry. */
  function hasFilledEntry(node: AlgoRow): boolean {
    let parent = node.parentId;
    // The limit ends a circle of parents; no tree is deeper.
    for (let steps = 0; parent !== null && steps < 8; steps += 1) {
      const row = algo.feed.get(parent);
      if (row === undefined) return true;
      if (ENTRIES.has(row.algoType)) return !isZero(row.executed);
      parent = row.parentId;
    }
    return true;
  }
}

/** Whether a node is a stop that closes a position. */
function closes({ symbol, algoType, side, positionSide }: AlgoRow, held: HeldPosition): boolean {
  const isOfSide = positionSide === null || positionSide === 'BOTH' || positionSide === held.side;
  const closing = held.side === 'LONG' ? 'SELL' : 'BUY';
  return STOPS.has(algoType) && symbol === held.symbol && isOfSide && (side === null || side === closing);
}

/** The open positions for a proof; null when they were never read. */
export const heldPositions =
  (positions: FeedSource<PositionRow>): (() => readonly HeldPosition[] | null) =>
  () =>
    positions.known?.() === true
      ? [...positions.rows()].flatMap(({ symbol, holding }) =>
          isZero(holding) ? [] : [{ symbol, side: isNegative(holding) ? 'SHORT' : 'LONG' }],
        )
      : null;

function itemOf(id: string, root: AlgoRow | undefined, open: readonly AlgoRow[]): DeadManItem {
  const [first] = open;
  const stop = open.find(({ algoType, triggerPrice }) => algoType === 'STOP_LOSS' && triggerPrice !== null);
  const shown = root ?? first;
  return {
    kind: 'algo',
    id,
    symbol: shown?.symbol ?? '',
    side: shown?.side ?? null,
    type: shown?.algoType ?? '',
    quantity: shown?.quantity ?? null,
    price: shown?.price ?? null,
    trigger:
      shown?.triggerPrice ?? stop?.triggerPrice ?? open.find((row) => row.triggerPrice !== null)?.triggerPrice ?? null,
  };
}
