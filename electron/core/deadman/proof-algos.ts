import type { CommandRow } from '../../../shared/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import type { DeadManItem } from '../../../shared/contract/deadman.ts';
import type { AlgoOrders } from '../algo/types.ts';
import type { FeedStore } from '../feeds.ts';
import type { EndedBy, ProofSource } from './proof.ts';

/** Commands that may have cancelled an algo order. */
const CANCELS: ReadonlySet<string> = new Set(['algo.cancel', 'algo.cancelAll', 'orders.cancelAll']);
const CANCELLED: ReadonlySet<string> = new Set(['CANCELLED', 'CANCELED']);

/**
 * What a proof asks of the algo orders: they go as whole trees. A tree whose entry is filled lives on in its legs, so
 * that the nodes which were open decide.
 */
export function proofAlgos(
  algo: Pick<AlgoOrders, 'feed' | 'readAway'>,
  commands: Pick<FeedStore<CommandRow>, 'rows'>,
): ProofSource {
  /** Ids of the open nodes of each tree when it was last said to be open. */
  const openNodes = new Map<string, readonly string[]>();

  function openTrees(): Map<string, AlgoRow[]> {
    const trees = new Map<string, AlgoRow[]>();
    for (const row of algo.feed.rows()) {
      if (!row.open) continue;
      const root = row.rootId ?? row.id;
      trees.set(root, [...(trees.get(root) ?? []), row]);
    }
    return trees;
  }

  /** Whether a cancel of ours that is not answered may be what cancelled it. */
  const isOurs = (symbol: string): boolean =>
    [...commands.rows()].some(
      (row) =>
        CANCELS.has(row.name) &&
        (row.symbol === null || row.symbol === symbol) &&
        (row.status === 'sending' || row.status === 'unconfirmed'),
    );

  return {
    openNow() {
      const trees = openTrees();
      openNodes.clear();
      for (const [root, rows] of trees)
        openNodes.set(
          root,
          rows.map(({ id }) => id),
        );
      return [...trees].map(([root, rows]) => itemOf(root, algo.feed.get(root), rows));
    },
    endedBy({ id, symbol }, at): EndedBy {
      const nodes = (openNodes.get(id) ?? [id]).map((node) => algo.feed.get(node));
      const cancelled = nodes.filter((node) => node !== undefined && CANCELLED.has(node.algoStatus));
      if (cancelled.some((node) => (node?.updatedAt ?? 0) >= at)) return isOurs(symbol) ? 'nobody knows' : 'switch';
      const isClear = nodes.every((node) => node !== undefined && !node.open && node.odd === null);
      return isClear ? 'something else' : 'nobody knows';
    },
    endedAt({ id }) {
      const nodes = (openNodes.get(id) ?? [id]).map((node) => algo.feed.get(node));
      const times = nodes.flatMap((node) => node?.updatedAt ?? []);
      return times.length === 0 ? null : Math.max(...times);
    },
    async readOpen() {
      try {
        await algo.readAway();
      } catch (error) {
        // Where the stream has said that all of them ended, the ordinary orders are not kept waiting.
        if (openTrees().size > 0) throw error;
      }
      return [...openTrees()].map(([id, rows]) => ({
        kind: 'algo',
        id,
        createdAt: algo.feed.get(id)?.createdAt ?? rows[0]?.createdAt ?? null,
      }));
    },
  };
}

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
