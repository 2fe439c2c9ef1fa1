import type { AlgoDraft } from '../../../shared/contract/algo.ts';
import type { AlgoPlan } from '../../../shared/rules/algo-rules.ts';
import { compare, known, type Decimal } from '../../../shared/decimal.ts';
import type { AlgoNode, ReportedFields } from '../algo/node.ts';

/** The part of a plan, or of its new values, that the risk limits judge. */
export interface LimitedPlan {
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly positionSide: string | null;
  /** `always`: the exchange lets it only close. `held`: it closes as far as a position is held. */
  readonly closes: 'always' | 'held' | 'never';
  readonly quantity: Decimal | null;
  /** The highest expected price; null for the market's. */
  readonly price: Decimal | null;
  /** Its own limit; null at the market. */
  readonly limit: Decimal | null;
  /** The price at which it is triggered or activated; null for one that begins at once. */
  readonly trigger: Decimal | null;
  /** Whether its order rests in the book at once, where it may fill at the market. */
  readonly atOnce: boolean;
}

/** The prices of an order or of a leg. */
interface Priced {
  readonly price?: Decimal | null | undefined;
  readonly triggerPrice?: Decimal | null | undefined;
}
/** The used fields of a plan's body; its numbers were read as decimals (algo-rules.ts). */
interface PlanBody extends Priced {
  readonly quantity?: Decimal | undefined;
  readonly activatedPrice?: Decimal | undefined;
  readonly reduceOnly?: boolean | undefined;
  readonly childOrders?: readonly Priced[] | undefined;
}

/** A checked plan for the risk limits, read from the request body and not from the form. */
export function planForLimits({ algoType, symbol, side, positionSide }: AlgoDraft, plan: AlgoPlan): LimitedPlan {
  const { quantity = null, price, triggerPrice, activatedPrice, reduceOnly, childOrders = [] } = plan.body as PlanBody;
  // The legs of a bracket close its own position; the legs of the others are the trade.
  const legs = algoType === 'OCO' || algoType === 'TP_SL' ? childOrders : [];
  const prices = [{ price, triggerPrice: triggerPrice ?? activatedPrice }, ...legs].map((of) => worth(side, of));
  return {
    symbol,
    side,
    positionSide,
    closes: reduceOnly === true || algoType === 'POSITIONAL_TP_SL' ? 'always' : algoType === 'TP_SL' ? 'held' : 'never',
    quantity,
    price: prices.reduce(higher, null) ?? plan.entry,
    limit: price ?? null,
    trigger: triggerPrice ?? activatedPrice ?? null,
    atOnce: algoType === 'BRACKET',
  };
}

/** New values of a node beside its old ones. */
export interface EditedPlan {
  readonly before: LimitedPlan;
  readonly after: LimitedPlan;
  /** Whether its value may grow: then the limits judge it. */
  readonly grows: boolean;
}

/** New values of a node, as limits and questions see them; null where its symbol is not known. */
export function editForLimits({ reported }: AlgoNode, change: Readonly<Record<string, Decimal>>): EditedPlan | null {
  const { quantity: wanted, price: priced, triggerPrice: triggered } = change;
  const side: LimitedPlan['side'] = reported.side === 'SELL' ? 'SELL' : 'BUY';
  const before = worth(side, reported);
  const after = worth(side, { price: priced ?? reported.price, triggerPrice: triggered ?? reported.triggerPrice });
  const moved = priced !== undefined || triggered !== undefined;
  const larger = wanted !== undefined && (reported.quantity === null || compare(wanted, reported.quantity) > 0);
  const dearer = moved && after !== null && (before === null || compare(after, before) > 0);
  if (reported.symbol === null) return null;
  const shared = {
    symbol: reported.symbol,
    side,
    positionSide: reported.positionSide,
    closes: closing(reported),
    atOnce: reported.algoType === 'BRACKET',
  };
  const { price, triggerPrice, activatedPrice, quantity } = reported;
  return {
    grows: larger || dearer,
    before: { ...shared, quantity, price: before, limit: known(price), trigger: known(triggerPrice ?? activatedPrice) },
    after: {
      ...shared,
      quantity: wanted ?? quantity,
      price: after,
      limit: priced ?? known(price),
      trigger: triggered ?? change['activatedPrice'] ?? known(triggerPrice ?? activatedPrice),
    },
  };
}

function closing({ algoType, type, reduceOnly, parentId, rootId }: ReportedFields): LimitedPlan['closes'] {
  if (reduceOnly === true || type === 'CLOSE_POSITION' || algoType === 'POSITIONAL_TP_SL') return 'always';
  // Below a bracket it closes what that one opened.
  if (algoType === 'TP_SL') return parentId === null ? 'held' : 'always';
  const leg = algoType === 'TAKE_PROFIT' || algoType === 'STOP_LOSS';
  // The exchange lists a stop entry as a root of these types (protocol.md, 9.1).
  if (!leg || parentId === null) return 'never';
  return parentId === rootId ? 'held' : 'always';
}

/** A purchase costs its limit at most; a sale brings its limit at least, or the market's at its trigger. */
function worth(side: 'BUY' | 'SELL', { price = null, triggerPrice = null }: Priced): Decimal | null {
  return side === 'BUY' ? (price ?? triggerPrice) : higher(price, triggerPrice);
}

const higher = (one: Decimal | null, other: Decimal | null): Decimal | null =>
  one === null ? other : other === null || compare(one, other) >= 0 ? one : other;
