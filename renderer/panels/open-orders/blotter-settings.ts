import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Which orders the panel shows. */
export interface BlotterSettings {
  readonly view: 'open' | 'finished';
  /** Only the linked symbol. */
  readonly thisSymbol: boolean;
  readonly filter: string;
}

export const useBlotter = create<BlotterSettings>()(
  persist((): BlotterSettings => ({ view: 'open', thisSymbol: false, filter: '' }), {
    name: 'quarterdeck.open-orders',
    version: 1,
  }),
);

export function changeBlotter(change: Partial<BlotterSettings>): void {
  useBlotter.setState(change);
}
