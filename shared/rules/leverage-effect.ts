import type { InstrumentRow } from '../contract/contract.ts';
import { isolatedLiquidation } from './account/liquidation.ts';
import { freeAtLeverage, initialMargin, largestCarried } from './account/margin.ts';
import {
  cut,
  decimal,
  decimalsOf,
  grouped,
  isNegative,
  isPositive,
  multiply,
  negate,
  subtract,
  ZERO,
  type Decimal,
} from '../decimal.ts';

/** What a change of leverage is measured by; null where it is not known. */
export interface LeverageFacts {
  readonly marginMode: 'CROSS' | 'ISOLATED';
  readonly now: number | null;
  readonly wanted: number;
  readonly freeCollateral: Decimal | null;
  /** The mark price. */
  readonly price: Decimal | null;
  /** Share of the value that a fill pays, such as 0.0005. */
  readonly takerFee: Decimal | null;
  /**
   * Base quantity of the symbol in this margin mode that claims margin by the leverage: positions with their open orders.
   * Margin that is set apart for an isolated position is not among it.
   */
  readonly claimed: Decimal;
  /** Whether a position of the symbol is held in this margin mode. */
  readonly held: boolean;
}

/**
 * What a change of leverage brings, in sentences with numbers. They are estimates: funding is left out, and the
 * exchange's own margin steps are not known here.
 */
export function leverageEffect(
  facts: LeverageFacts,
  instrument: Pick<InstrumentRow, 'base' | 'quote' | 'quantityStep' | 'maintenanceMarginRatio'>,
): readonly string[] {
  return [available(facts, instrument), liquidation(facts, instrument.maintenanceMarginRatio)];
}

function available(
  { now, wanted, freeCollateral, price, takerFee, claimed }: LeverageFacts,
  { base, quote, quantityStep }: Pick<InstrumentRow, 'base' | 'quote' | 'quantityStep'>,
): string {
  if (freeCollateral === null || price === null || !isPositive(price) || (now === null && isPositive(claimed)))
    return 'What is available at it cannot be said: the free collateral, the price or the leverage is not known.';
  const places = decimalsOf(quantityStep);
  const freeAt = (leverage: number): Decimal =>
    now === null ? freeCollateral : freeAtLeverage(freeCollateral, claimed, price, now, leverage);
  const size = (leverage: number): string => {
    const free = freeAt(leverage);
    const order = { side: 'BUY', holding: ZERO, buys: ZERO, sells: ZERO } as const;
    const carry = largestCarried({ ...order, mark: price, leverage, free, takerFee: takerFee ?? ZERO });
    return carry === null ? 'not known' : `${grouped(cut(carry.most, places))} ${base}`;
  };
  const after = `about ${size(wanted)}`;
  const fees = takerFee === null ? ', before fees' : '';
  const then = freeAt(wanted);
  const lacking = isNegative(then)
    ? ` The collateral is ${grouped(cut(negate(then), 2))} ${quote} short of what is held at it: the exchange refuses it.`
    : '';
  return now === null
    ? `Available to open: ${after}${fees}.${lacking}`
    : `Available to open: about ${size(now)} now, ${after} then${fees}.${lacking}`;
}

const ONE = decimal('1');
const HUNDRED = decimal('100');

/** A position with margin of its own is liquidated where that margin is down to the maintenance margin. */
function liquidation({ marginMode, now, wanted, held }: LeverageFacts, maintenance: Decimal | null): string {
  if (marginMode === 'CROSS')
    return 'In CROSS margin the whole collateral carries a position: its liquidation price stays where it is.';
  const away = (leverage: number): string => {
    // Of a long of one at a price of one: what is left of it is the distance.
    const margin = initialMargin(ONE, ONE, leverage);
    const price = isolatedLiquidation({ holding: ONE, entry: ONE, margin }, maintenance ?? ZERO, null);
    const left = price === null ? ONE : subtract(ONE, price);
    return `${cut(multiply(isPositive(left) ? left : ZERO, HUNDRED), 1)} %`;
  };
  const kept = held
    ? 'The position that is held keeps its margin and its liquidation price until margin is added or taken. '
    : '';
  return now === null
    ? `${kept}The liquidation of a position opened then: about ${away(wanted)} from its entry.`
    : `${kept}The liquidation of a position: about ${away(now)} from its entry at ${now}×, about ${away(wanted)} opened at ${wanted}×.`;
}
