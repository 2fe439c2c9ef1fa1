import type { AlgoDraft } from '../../../shared/contract/algo.ts';
import type { AlgoPlan } from '../../../shared/algo-rules.ts';
import { compare, type Decimal } from '../../../shared/decimal.ts';
import type { AlgoNode } from '../algo/node.ts';

/** Types of plans that only ever close what is held. */
const CLOSING: ReadonlySet<string> = new Set(['TP_SL', 'POSITIONAL_TP_SL']);

/** What a plan, or new values of one, mean for the person's own limits. */
export interface GuardedPlan {
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly positionSide: string | null;
  readonly closes: boolean;
  readonly quantity: Decimal | null;
  /** Where its entry is expected; null for the market's. */
  readonly price: Decimal | null;
}

/** A plan that was checked, as the guard sees it. */
export function guardedPlan(draft: AlgoDraft, { body, entry }: AlgoPlan): GuardedPlan {
  const { quantity = null, price = null } = body as { quantity?: Decimal; price?: Decimal }; // where the type has them
  const { symbol, side, positionSide } = draft;
  const closes = draft.reduceOnly || CLOSING.has(draft.algoType);
  return { symbol, side, positionSide, closes, quantity, price: entry ?? price };
}

/** New values of a node, as the guard sees them; null where none of them adds risk. */
export function guardedEdit({ said }: AlgoNode, change: Readonly<Record<string, Decimal>>): GuardedPlan | null {
  const { quantity: wanted, price: priced } = change;
  const larger = wanted !== undefined && (said.quantity === null || compare(wanted, said.quantity) > 0);
  const dearer = priced !== undefined && (said.price === null || compare(priced, said.price) > 0);
  if ((!larger && !dearer) || said.symbol === null) return null;
  return {
    symbol: said.symbol,
    side: said.side === 'SELL' ? 'SELL' : 'BUY',
    positionSide: said.positionSide,
    // A leg closes what its parent opened.
    closes: said.reduceOnly === true || said.parentId !== null || CLOSING.has(said.algoType ?? ''),
    quantity: wanted ?? said.quantity,
    price: priced ?? said.price ?? said.triggerPrice,
  };
}
