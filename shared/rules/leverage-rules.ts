import { spotMarginLeverages } from '../v3/endpoints/spot-margin.ts';

/** What a whole number as typed comes to, or why it is none that is allowed. */
export type LeverageCheck =
  | { readonly ok: true; readonly leverage: number }
  | { readonly ok: false; readonly reason: string };

/** The most that the initial margin ratio of a perpetual allows: 0.02 is 50. The exchange has the last word. */
export function mostLeverage(initialMarginRatio: string | null): number {
  const ratio = Number(initialMarginRatio);
  return ratio > 0 && ratio <= 1 ? Math.floor(1 / ratio + 1e-9) : 1000;
}

/** Reads a leverage of a perpetual (E13): a whole number from 1 to the most. */
export function readLeverageText(text: string, most: number): LeverageCheck {
  const plain = text.trim();
  const leverage = /^\d{1,6}$/.test(plain) ? Number(plain) : Number.NaN;
  return leverage >= 1 && leverage <= most
    ? { ok: true, leverage }
    : { ok: false, reason: `A whole number from 1 to ${most}.` };
}

/** Leverages of spot margin in an account mode (E18); none where the mode has none. */
export function spotMarginChoices(accountMode: string | null): readonly number[] {
  const allowed = accountMode === 'MARGIN' || accountMode === 'FUTURES' ? spotMarginLeverages[accountMode] : [];
  return allowed.map(Number);
}

/**
 * The leverage of what an order would trade. In one-way mode the exchange may answer one value for BOTH, or one each for
 * LONG and SHORT (protocol.md, 9.3).
 *
 * @returns null where the exchange says none for it.
 */
export function leverageOf(
  sides: readonly { readonly positionSide: string; readonly leverage: number }[],
  { side, positionSide }: { readonly side: 'BUY' | 'SELL'; readonly positionSide: string },
): number | null {
  const of = (name: string): number | undefined => sides.find((each) => each.positionSide === name)?.leverage;
  return of(positionSide) ?? of('BOTH') ?? of(side === 'BUY' ? 'LONG' : 'SHORT') ?? null;
}
