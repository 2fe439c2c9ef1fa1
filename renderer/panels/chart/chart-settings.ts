import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { CandleInterval } from '../../../shared/contract.ts';

interface ChartSettings {
  readonly interval: CandleInterval;
  /** Own orders, triggers and positions as lines. */
  readonly lines: boolean;
  readonly fills: boolean;
}

export const useChartSettings = create<ChartSettings>()(
  persist((): ChartSettings => ({ interval: '1m', lines: true, fills: true }), {
    name: 'quarterdeck.chart',
    version: 1,
  }),
);

export function changeChart(change: Partial<ChartSettings>): void {
  useChartSettings.setState(change);
}
