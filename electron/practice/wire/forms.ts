import type { AlgoNode, AlgoType } from '../engine/model.ts';

/**
 * How the exchange writes its answers and frames: `live` as they were recorded from the venue (protocol.md,
 * section 9), `documented` as its pages show them.
 */
export type Forms = 'live' | 'documented';

const GROUPS: ReadonlySet<AlgoType> = new Set(['TP_SL', 'POSITIONAL_TP_SL']);
export const isGroup = ({ algoType }: AlgoNode): boolean => GROUPS.has(algoType);
const isLeg = ({ parent }: AlgoNode): boolean => parent !== null && isGroup(parent);

/**
 * The type under which a node is listed: live, a root STOP is a take profit where its trigger lay on the good side of
 * the market for its side, else a stop loss (protocol.md, 9.1).
 */
export function listedType({ algoType, parent, side, direction }: AlgoNode, forms: Forms): AlgoType {
  if (forms === 'documented' || algoType !== 'STOP' || parent !== null) return algoType;
  return (side === 'BUY') === (direction === -1) ? 'TAKE_PROFIT' : 'STOP_LOSS';
}

/** Lots under which a node is listed: live, protection has none until its entry was executed (protocol.md, 9.17). */
export function listedLots(node: AlgoNode, forms: Forms): number {
  if (forms === 'documented' || !(isGroup(node) || isLeg(node))) return node.quantity;
  for (let { parent } = node; parent !== null; { parent } = parent)
    if (!isGroup(parent) && parent.executed === 0) return 0;
  return node.quantity;
}

/** Live, a leg of a group only reduces, also on spot, and the group itself says nothing of it (protocol.md, 9.17). */
export const listedReduceOnly = (node: AlgoNode, forms: Forms): boolean =>
  forms === 'documented' ? node.reduceOnly : isLeg(node) || (!isGroup(node) && node.reduceOnly);

/** Whether a node is the root of a positional protection that works, which lists its trigger in a way of its own live. */
const isPositionalRoot = ({ algoType, parent, stage }: AlgoNode): boolean =>
  algoType === 'POSITIONAL_TP_SL' && parent === null && stage !== 'ended';

/** What a node says of its trigger (protocol.md, 9.17). */
export const listedTrigger = (
  node: AlgoNode,
  forms: Forms,
): { readonly status: string; readonly priceType: string; readonly isActivated: boolean } =>
  forms === 'live' && isPositionalRoot(node)
    ? { status: 'NEW', priceType: 'USELESS', isActivated: true }
    : { status: node.triggerStatus, priceType: node.triggerPriceType, isActivated: node.isActivated };
