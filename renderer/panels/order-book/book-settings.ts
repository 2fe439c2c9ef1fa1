import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Multiple } from './levels.ts';

interface BookSettings {
  readonly rpi: boolean;
  /** Grouping chosen for a symbol, in ticks. */
  readonly grouping: Readonly<Record<string, Multiple>>;
}

export const useBookSettings = create<BookSettings>()(
  persist((): BookSettings => ({ rpi: false, grouping: {} }), { name: 'quarterdeck.book', version: 1 }),
);

export function showRpi(rpi: boolean): void {
  useBookSettings.setState({ rpi });
}

export function groupBy(symbol: string, multiple: Multiple): void {
  useBookSettings.setState(({ grouping }) => ({ grouping: { ...grouping, [symbol]: multiple } }));
}
