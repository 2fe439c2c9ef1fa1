import type { CommandRow, PositionRow } from '../../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import type { DeadManItem } from '../../../../shared/contract/deadman.ts';
import { isNegative, isZero } from '../../../../shared/decimal.ts';
import type { AlgoOrders } from '../../algo/types.ts';
import type { FeedSource, FeedStore } from '../../page/feeds.ts';
import { listedSince, MOST_BY_NAME } from './last-open.ts';
import type { EndedBy, Held, OpenItem, ProofSource } from './proof.ts';

/** Commands that may have cancelled an algo order. */
const CANCELS: ReadonlySet<string> = new Set(['algo.cancel', 'algo.cancelAll', 'orders.cancelAll']);
const CANCELLED: ReadonlySet<string> = new Set(['CANCELLED', 'CANCELED']);

/** Nodes that limit a loss, where they close what is held. */
const STOPS: ReadonlySet<string> = new Set(['STOP', 'STOP_LOSS', 'TRAILING_STOP']);
/** Until their entry is executed, nothing below them guards anything. */
const ENTRIES: ReadonlySet<string> = new Set(['BRACKET', 'STOP_BRACKET']);

/**
 * What a proof asks of the algo orders: they go as whole trees. A tree whose entry is filled lives on in its legs, so
 * that the nodes which were open decide.
 */
export function proofAlgos(
  algo: Pick<AlgoOrders, 'feed' | 'readAway' | 'knownSince' | 'readEnded'>,
  commands: Pick<FeedStore<CommandRow>, 'rows'>,
): ProofSource {
  /** Ids of the open nodes of each tree when it was last said to be open. */
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
  const wentAt =
    (at: number) =>
    ({ algoStatus, updatedAt }: AlgoRow): boolean =>
      CANCELLED.has(algoStatus) && (updatedAt ?? 0) >= at;

  /** The nodes of a tree that were open; all of them where it was never seen to be. */
  function nodesOf(id: string): readonly (AlgoRow | undefined)[] {
    const open = openNodes.get(id);
    if (open !== undefined) return open.map((node) => algo.feed.get(node));
    const rows = trees(({ rootId, id: own }) => (rootId ?? own) === id).get(id);
    return rows ?? [undefined];
  }

  /** Whether a cancel of ours that is not answered may be what cancelled it. */
  const isOurs = (symbol: string): boolean =>
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
    if (nodes.some((node) => node !== undefined && wentAt(at)(node))) return isOurs(symbol) ? 'nobody knows' : 'switch';
    const isClear = nodes.every((node) => node !== undefined && !node.open && node.odd === null);
    return isClear ? 'something else' : 'nobody knows';
  }

  function endedAt({ id }: Pick<DeadManItem, 'id'>): number | null {
    const times = nodesOf(id).flatMap((node) => node?.updatedAt ?? []);
    return times.length === 0 ? null : times.reduce((latest, time) => Math.max(latest, time));
  }

  return {
    openAt(at) {
      const went = wentAt(at);
      const found = trees((row) => row.open || went(row));
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
        // Where the stream has said that all of them ended, the ordinary orders are not kept waiting.
        if (algo.knownSince() === null || openTrees().size > 0) throw error;
      }
      return openItems();
    },
    async readEnded(last, at) {
      const known = new Set(last?.items.flatMap(({ kind, id }) => (kind === 'algo' ? [id] : [])));
      const since = listedSince(last, 'algo', at);
      await algo.readEnded(since, known.size > MOST_BY_NAME ? [] : [...known]);
      const gone = trees(wentAt(at));
      const roots = [...gone].filter(([id, rows]) => known.has(id) || (createdAt(id, rows) ?? at) <= at);
      const lost = [...known].filter((id) => nodesOf(id)[0] === undefined);
      return {
        ends: roots.map(([id, rows]) => {
          const item = itemOf(id, algo.feed.get(id), rows);
          return { item, by: endedBy(item, at), at: endedAt(item) };
        }),
        isWhole: last !== null && lost.length === 0,
      };
    },
    protects: ({ id }, at, held) =>
      nodesOf(id).some(
        (node) => node !== undefined && (openNodes.has(id) || wentAt(at)(node)) && closes(node, held) && guards(node),
      ),
  };

  /** Whether the entry that a node hangs below, where there is one, has been executed. */
  function guards(node: AlgoRow): boolean {
    let parent = node.parentId;
    // As many steps as the deepest tree needs, for one whose parents go round.
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
function closes({ symbol, algoType, side, positionSide }: AlgoRow, held: Held): boolean {
  const isOfSide = positionSide === null || positionSide === 'BOTH' || positionSide === held.side;
  const closing = held.side === 'LONG' ? 'SELL' : 'BUY';
  return STOPS.has(algoType) && symbol === held.symbol && isOfSide && (side === null || side === closing);
}

/** The positions that are held, for a proof; null where they were never read. */
export const heldOf =
  (positions: FeedSource<PositionRow>): (() => readonly Held[] | null) =>
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
