import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { InstrumentRow } from '../../shared/contract.ts';
import { useFeed } from './feeds.ts';

const FIRST_SYMBOL = 'PERP_BTC_USDT';

const useStored = create<{ readonly symbol: string }>()(
  persist(() => ({ symbol: FIRST_SYMBOL }), { name: 'quarterdeck.symbol', version: 1 }),
);

/** The symbol that all linked panels show. */
export const useSymbol = (): string => useStored((state) => state.symbol);

/** The same at a press of a key. */
export const currentSymbol = (): string => useStored.getState().symbol;

export function selectSymbol(symbol: string): void {
  useStored.setState({ symbol });
}

/** The symbol's filters, or undefined while they are not loaded or the symbol is not listed. */
export function useInstrument(symbol: string): InstrumentRow | undefined {
  return useFeed('instruments', '', (state) => state.rows.get(symbol));
}
