import type { BalanceRow, InstrumentRow, OrderDraft, PositionRow } from '../../../../shared/contract/contract.ts';
import {
  collateralWeight,
  crossAfter,
  crossLiquidation,
  isolatedAfter,
  isolatedLiquidation,
  type CrossAccount,
  type CrossPosition,
  type Fill,
} from '../../../../shared/rules/account/liquidation.ts';
import { marginNeeded } from '../../../../shared/rules/account/margin.ts';
import { known, ZERO, type Decimal } from '../../../../shared/decimal.ts';
import { onlyCloses, positionId } from '../../../../shared/rules/position-math.ts';
import type { Means } from '../available/available.ts';
import type { Summary } from './summary.ts';

/** What liquidation is worked out from; null where it is not known. */
export interface Risk {
  /** Total collateral as the exchange says it, in quote currency. */
  readonly collateral: Decimal | null;
  readonly positions: readonly PositionRow[];
  readonly balances: readonly BalanceRow[];
  /** Share of a token's worth that counts; null while that is not known at all. */
  readonly ratioOf: ((token: string) => Decimal | null) | null;
  readonly instrumentOf: (symbol: string) => InstrumentRow | undefined;
}

/** Where a position is liquidated; `price` null where no price of the symbol does that. */
export interface Liquidation {
  readonly price: Decimal | null;
}

/** Liquidation of the position that an order changes, before and after; null where that is not known. */
export interface LiquidationChange {
  readonly before: Liquidation;
  readonly after: Liquidation;
}

/** Margin that an order claims beyond what is claimed already; null on spot and where a part is not known. */
export function marginOf(
  draft: OrderDraft,
  instrument: InstrumentRow,
  { quantity }: Summary,
  means: Means,
): Decimal | null {
  const { holding, mark, leverage, resting, restingOther } = means;
  if (instrument.kind === 'spot' || quantity === null || holding === null || mark === null || leverage === null)
    return null;
  if (onlyCloses(draft)) return ZERO;
  const [buys, sells] = draft.side === 'BUY' ? [resting, restingOther] : [restingOther, resting];
  return marginNeeded({ holding, buys, sells }, { side: draft.side, quantity }, mark, leverage);
}

/**
 * Liquidation before an order and once it is filled, with collateral that moves with the market, other positions and
 * both legs of hedge mode. Estimates: the exchange has the last word.
 *
 * @param price at which it would be filled.
 */
export function liquidationChange(
  draft: OrderDraft,
  instrument: InstrumentRow,
  { quantity, fee }: Pick<Summary, 'quantity' | 'fee'>,
  { mark, leverage }: Pick<Means, 'mark' | 'leverage'>,
  price: Decimal | null,
  risk: Risk,
): LiquidationChange | null {
  const rate = instrument.maintenanceMarginRatio;
  if (instrument.kind === 'spot' || rate === null || quantity === null || price === null || mark === null) return null;
  const { side, symbol, marginMode, positionSide } = draft;
  const fill: Fill = { side, quantity, price, fee: fee?.amount ?? ZERO, closes: onlyCloses(draft) };
  const id = positionId(symbol, positionSide, marginMode);
  const held = risk.positions.find((row) => row.id === id);
  const highest = known(instrument.priceMax);
  if (marginMode === 'ISOLATED') {
    if (leverage === null) return null;
    const own = {
      holding: held?.holding ?? ZERO,
      entry: held?.averageOpenPrice ?? null,
      margin: held?.isolatedMargin ?? ZERO,
    };
    const at = (position: typeof own): Liquidation => ({ price: isolatedLiquidation(position, rate, highest) });
    return { before: at(own), after: at(isolatedAfter(own, fill, leverage)) };
  }
  const account = crossAccountOf(risk);
  if (account === null) return null;
  const own: CrossPosition = account.positions.find((each) => each.id === id) ?? {
    id,
    symbol,
    base: instrument.base,
    holding: ZERO,
    mark,
    maintenanceRatio: rate,
  };
  const at = (state: CrossAccount): Liquidation => ({ price: crossLiquidation(state, symbol, highest) });
  return { before: at(account), after: at(crossAfter(account, own, fill)) };
}

/** What carries the cross positions; null where a mark, a rate or a collateral ratio is not known. */
export function crossAccountOf({ collateral, positions, balances, ratioOf, instrumentOf }: Risk): CrossAccount | null {
  if (collateral === null || ratioOf === null) return null;
  const cross: CrossPosition[] = [];
  for (const { id, symbol, holding, markPrice, marginMode } of positions) {
    if (marginMode === 'ISOLATED') continue;
    const instrument = instrumentOf(symbol);
    const rate = instrument?.maintenanceMarginRatio ?? null;
    if (instrument === undefined || rate === null || markPrice === null) return null;
    cross.push({ id, symbol, base: instrument.base, holding, mark: markPrice, maintenanceRatio: rate });
  }
  const weights = new Map<string, Decimal>();
  for (const row of balances) weights.set(row.token, collateralWeight(row, ratioOf(row.token)));
  return { collateral, positions: cross, weights };
}
