import { abs, add, divide, isNegative, isZero, multiply, subtract, ZERO, type Decimal } from '../../decimal.ts';
import { initialMargin } from './margin.ts';
import { canBe, positionAfter } from './position.ts';

/*
 * Where a position is liquidated: at the mark price at which its collateral comes down to its maintenance margin,
 * maintenance rate × |holding| × mark (interface-v3.md, baseMMR).
 */

/** A perpetual that shares the account's collateral. */
export interface CrossPosition {
  /** By positionId: hedge mode has two of one symbol. */
  readonly id: string;
  readonly symbol: string;
  readonly base: string;
  /** Signed base quantity. */
  readonly holding: Decimal;
  readonly mark: Decimal;
  /** Such as 0.012. */
  readonly maintenanceRatio: Decimal;
}

/** What carries the cross positions of an account. */
export interface CrossAccount {
  /** Tokens with their haircuts, and the profit of cross positions; quote currency. */
  readonly collateral: Decimal;
  /** All of them, both legs of hedge mode too. */
  readonly positions: readonly CrossPosition[];
  /** Collateral of a token for each unit of its price: what is held × collateral ratio; a debt counts whole. */
  readonly weights: ReadonlyMap<string, Decimal>;
}

/** A fill that has not happened yet. */
export interface Fill {
  readonly side: 'BUY' | 'SELL';
  /** Base currency, without a sign. */
  readonly quantity: Decimal;
  readonly price: Decimal;
  /** Quote currency. */
  readonly fee: Decimal;
  /** Whether it can only reduce. */
  readonly closes: boolean;
}

/** Of a liquidation price, cut. */
const PLACES = 12;

/**
 * The account once an order of a position was filled: the collateral gains (mark − price) × what was bought, less the fee.
 *
 * @param own the position that the fill changes, as it is; `holding` zero where there is none yet.
 */
export function crossAfter(account: CrossAccount, own: CrossPosition, fill: Fill): CrossAccount {
  const after = positionAfter({ holding: own.holding, entry: null }, fill).holding;
  const gained = multiply(subtract(own.mark, fill.price), subtract(after, own.holding));
  return {
    ...account,
    collateral: add(account.collateral, subtract(gained, fill.fee)),
    positions: [...account.positions.filter(({ id }) => id !== own.id), { ...own, holding: after }],
  };
}

/**
 * The mark price of a symbol at which the account is liquidated. All prices of its base move by as much as it does, those
 * of other tokens stay: P = mark − (collateral − maintenance) / slope, slope = Σ holding + weight − Σ rate × |holding|
 * over everything of that base.
 *
 * @param highest price that the symbol can have; null where it has no bound.
 * @returns cut after twelve decimals; null where no price of the symbol does that, or it has no position.
 */
export function crossLiquidation(account: CrossAccount, symbol: string, highest: Decimal | null): Decimal | null {
  const own = account.positions.find((position) => position.symbol === symbol && !isZero(position.holding));
  if (own === undefined) return null;
  let maintenance = ZERO;
  let slope = account.weights.get(own.base) ?? ZERO;
  for (const { base, holding, mark, maintenanceRatio } of account.positions) {
    const rate = multiply(maintenanceRatio, abs(holding));
    maintenance = add(maintenance, multiply(rate, mark));
    if (base === own.base) slope = add(slope, subtract(holding, rate));
  }
  const way = divide(subtract(account.collateral, maintenance), slope, PLACES);
  if (way === null) return null;
  const price = subtract(own.mark, way);
  return canBe(price, highest) ? price : null;
}

/** A position with margin of its own. */
export interface IsolatedPosition {
  /** Signed base quantity. */
  readonly holding: Decimal;
  /** Average open price; null where it is not known or nothing is held. */
  readonly entry: Decimal | null;
  /** Quote currency that is set apart for it. */
  readonly margin: Decimal;
}

/**
 * The position once an order was filled: what is closed frees its share of the margin, what is opened adds its value /
 * leverage. The fee is paid by the account.
 */
export function isolatedAfter(position: IsolatedPosition, fill: Omit<Fill, 'fee'>, leverage: number): IsolatedPosition {
  const { holding, entry, closed, opened } = positionAfter(position, fill);
  const size = abs(position.holding);
  const kept = divide(multiply(position.margin, subtract(size, closed)), size, 18) ?? ZERO;
  return { holding, entry, margin: add(kept, initialMargin(opened, fill.price, leverage)) };
}

/**
 * The mark price at which a position with margin of its own is liquidated: (entry × holding − margin) / (holding − rate ×
 * |holding|).
 *
 * @param maintenanceRatio such as 0.012.
 * @returns cut after twelve decimals; null where no price of the symbol does that.
 */
export function isolatedLiquidation(
  { holding, entry, margin }: IsolatedPosition,
  maintenanceRatio: Decimal,
  highest: Decimal | null,
): Decimal | null {
  if (entry === null) return null;
  const price = divide(
    subtract(multiply(entry, holding), margin),
    subtract(holding, multiply(maintenanceRatio, abs(holding))),
    PLACES,
  );
  return price !== null && canBe(price, highest) ? price : null;
}

/**
 * Collateral that one unit of a token's price brings: what is held less interest, × ratio; a debt counts whole
 * (protocol.md, tokenConfig).
 *
 * @param ratio share of its worth that counts, 0 to 1; null where the token is no collateral.
 */
export function collateralWeight(
  { holding, interest }: { readonly holding: Decimal; readonly interest: Decimal | null },
  ratio: Decimal | null,
): Decimal {
  const owned = subtract(holding, interest ?? ZERO);
  return isNegative(holding) ? owned : multiply(owned, ratio ?? ZERO);
}
