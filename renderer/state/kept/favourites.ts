import { createKept } from './kept.ts';

/** Symbols with a star. */
const useStored = createKept<{ readonly symbols: readonly string[] }>('quarterdeck.favourites', { symbols: [] });

/** All of them now, without following them. */
export const favourites = (): ReadonlySet<string> => new Set(useStored.getState().symbols);

export const useIsFavourite = (symbol: string): boolean => useStored(({ symbols }) => symbols.includes(symbol));

export function toggleFavourite(symbol: string): void {
  useStored.setState(({ symbols }) => ({
    symbols: symbols.includes(symbol) ? symbols.filter((each) => each !== symbol) : [...symbols, symbol],
  }));
}
