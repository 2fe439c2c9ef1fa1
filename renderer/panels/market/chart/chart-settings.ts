import type { CandleInterval } from '../../../../shared/v3/candle-intervals.ts';
import { createKept } from '../../../state/kept/kept.ts';

interface ChartSettings {
  readonly interval: CandleInterval;
  /** Own orders and positions as lines. */
  readonly lines: boolean;
  readonly fills: boolean;
}

export const useChartSettings = createKept<ChartSettings>('quarterdeck.chart', {
  interval: '1m',
  lines: true,
  fills: true,
});

export function changeChart(change: Partial<ChartSettings>): void {
  useChartSettings.setState(change);
}
