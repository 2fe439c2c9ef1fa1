import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Symbols with a star, kept on this machine. */
const useStored = create<{ readonly symbols: readonly string[] }>()(
  persist(() => ({ symbols: [] as readonly string[] }), { name: 'quarterdeck.favourites', version: 1 }),
);

/** All of them now, without following them. */
export const favourites = (): ReadonlySet<string> => new Set(useStored.getState().symbols);

export const useIsFavourite = (symbol: string): boolean => useStored(({ symbols }) => symbols.includes(symbol));

export function toggleFavourite(symbol: string): void {
  useStored.setState(({ symbols }) => ({
    symbols: symbols.includes(symbol) ? symbols.filter((each) => each !== symbol) : [...symbols, symbol],
  }));
}
