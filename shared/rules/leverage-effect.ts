import type { InstrumentRow } from '../contract/contract.ts';
import {
  compare,
  cut,
  decimal,
  decimalsOf,
  divide,
  isPositive,
  multiply,
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
  readonly price: Decimal | null;
  /** Whether a position of the symbol is held in this margin mode. */
  readonly held: boolean;
}

/**
 * What a change of leverage brings, in sentences with numbers. They are estimates: fees and funding
 * are left out, and the exchange's own margin steps are not known here.
 */
export function leverageEffect(
  facts: LeverageFacts,
  instrument: Pick<InstrumentRow, 'base' | 'quantityStep' | 'maintenanceMarginRatio'>,
): readonly string[] {
  return [available(facts, instrument), liquidation(facts, instrument.maintenanceMarginRatio)];
}

function available(
  { now, wanted, freeCollateral, price }: LeverageFacts,
  { base, quantityStep }: Pick<InstrumentRow, 'base' | 'quantityStep'>,
): string {
  if (freeCollateral === null || price === null || !isPositive(price))
    return 'What is available at it cannot be said: the free collateral or the price is not known.';
  const places = decimalsOf(quantityStep);
  const free = isPositive(freeCollateral) ? freeCollateral : ZERO;
  const size = (leverage: number): string =>
    `${divide(multiply(free, decimal(String(leverage))), price, places) ?? 'not known'} ${base}`;
  const after = `about ${size(wanted)}`;
  return now === null ? `Available to open: ${after}.` : `Available to open: about ${size(now)} now, ${after} then.`;
}

/** A position with margin of its own is liquidated about where that margin, less the maintenance, is used up. */
function liquidation({ marginMode, now, wanted, held }: LeverageFacts, maintenance: Decimal | null): string {
  if (marginMode === 'CROSS')
    return 'In CROSS margin the whole collateral carries a position: its liquidation price stays where it is.';
  const away = (leverage: number): string => {
    const margin = divide(decimal('1'), decimal(String(leverage)), 6) ?? ZERO;
    const left = subtract(margin, maintenance ?? ZERO);
    return `${cut(multiply(compare(left, ZERO) > 0 ? left : ZERO, decimal('100')), 1)} %`;
  };
  const whose = held ? 'The position’s liquidation' : 'The liquidation of a position opened then';
  return now === null
    ? `${whose}: about ${away(wanted)} from its entry.`
    : `${whose}: about ${away(now)} from its entry at ${now}×, about ${away(wanted)} at ${wanted}×.`;
}
