import type { Multiple } from './levels.ts';
import { createKept } from '../../../state/kept/kept.ts';

interface BookSettings {
  readonly rpi: boolean;
  /** Grouping chosen for a symbol, in ticks. */
  readonly grouping: Readonly<Record<string, Multiple>>;
}

export const useBookSettings = createKept<BookSettings>('quarterdeck.book', { rpi: false, grouping: {} });

export function showRpi(rpi: boolean): void {
  useBookSettings.setState({ rpi });
}

export function groupBy(symbol: string, multiple: Multiple): void {
  useBookSettings.setState(({ grouping }) => ({ grouping: { ...grouping, [symbol]: multiple } }));
}
