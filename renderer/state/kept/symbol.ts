import type { InstrumentRow } from '../../../shared/contract/contract.ts';
import { useFeed } from '../feeds/feeds.ts';
import { createKept } from './kept.ts';

const FIRST_SYMBOL = 'PERP_BTC_USDT';

const useStored = createKept<{ readonly symbol: string }>('quarterdeck.symbol', { symbol: FIRST_SYMBOL });

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
