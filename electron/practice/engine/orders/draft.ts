import type { MarginMode, OrderType, PositionSide, Side } from '../model.ts';
import type { Fixed } from '../money/fixed.ts';

/** An order as asked for, its numbers read but not judged. */
export interface Draft {
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly clientId: string;
  readonly tag: string;
  /** Null: BOTH in one-way mode, refused in hedge mode. */
  readonly positionSide: PositionSide | null;
  readonly marginMode: MarginMode;
  readonly reduceOnly: boolean;
  readonly price: Fixed | null;
  readonly quantity: Fixed | null;
  readonly amount: Fixed | null;
  readonly visible: Fixed | null;
  readonly bidAskLevel: number | null;
  readonly postOnlyAdjusted: boolean;
  readonly byHand: boolean;
  /** Whether the venue itself places it: no funds are checked, and no smallest value. */
  readonly forced: boolean;
  readonly algoId: string;
}
