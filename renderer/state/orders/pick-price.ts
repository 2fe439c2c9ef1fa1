import type { Decimal } from '../../../shared/decimal.ts';

/** A price that was clicked on the book or the chart. */
export interface PickedPrice {
  readonly symbol: string;
  readonly price: Decimal;
  /** Size up to this level where the book knows it. */
  readonly quantity?: Decimal;
}

const listeners = new Set<(picked: PickedPrice) => void>();

export function pickPrice(picked: PickedPrice): void {
  for (const listener of listeners) listener(picked);
}

/** @returns the unsubscribe. */
export function onPickPrice(listener: (picked: PickedPrice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
