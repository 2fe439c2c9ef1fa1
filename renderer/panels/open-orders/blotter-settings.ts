import { createKept } from '../../state/kept/kept.ts';

/** Which orders the panel shows. */
export interface BlotterSettings {
  readonly view: 'open' | 'finished';
  /** Only the linked symbol. */
  readonly thisSymbol: boolean;
  readonly filter: string;
}

export const useBlotter = createKept<BlotterSettings>('quarterdeck.open-orders', {
  view: 'open',
  thisSymbol: false,
  filter: '',
});

export function changeBlotter(change: Partial<BlotterSettings>): void {
  useBlotter.setState(change);
}
