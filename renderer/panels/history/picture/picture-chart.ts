import { createChart, HistogramSeries, LineSeries, type UTCTimestamp } from 'lightweight-charts';
import { approximate } from '../../../../shared/decimal.ts';
import type { Bar } from './picture-data.ts';

/** The drawing of a picture. */
export interface PictureChart {
  draw(bars: readonly Bar[]): void;
  /** Takes the theme's colours as they are now. */
  restyle(): void;
  destroy(): void;
}

/**
 * Makes a chart of bars above and below zero, and a line of what they come to, which has a scale of its own
 * on the left.
 *
 * @param onHover told of the bar under the pointer, by its place; null when there is none.
 */
export function createPictureChart(container: HTMLElement, onHover: (at: number | null) => void): PictureChart {
  const chart = createChart(container, {
    autoSize: true,
    leftPriceScale: { visible: true },
    rightPriceScale: { visible: true },
    timeScale: { timeVisible: false, fixLeftEdge: true, fixRightEdge: true },
    localization: { timeFormatter: (time: UTCTimestamp) => new Date(time * 1000).toISOString().slice(0, 10) },
    crosshair: { horzLine: { visible: false, labelVisible: false } },
    layout: { attributionLogo: false },
  });
  const format = { type: 'price', precision: 4, minMove: 0.0001 } as const;
  const scale = { priceFormat: format, lastValueVisible: false, priceLineVisible: false } as const;
  const plus = chart.addSeries(HistogramSeries, scale);
  const minus = chart.addSeries(HistogramSeries, scale);
  const total = chart.addSeries(LineSeries, { ...scale, priceScaleId: 'left', lineWidth: 2 });
  let places = new Map<number, number>();
  chart.subscribeCrosshairMove(({ time }) => onHover(typeof time === 'number' ? (places.get(time) ?? null) : null));
  const timeOf = ({ start }: Bar): UTCTimestamp => (start / 1000) as UTCTimestamp; // seconds, as the library wants them

  function restyle(): void {
    const style = getComputedStyle(container);
    const token = (name: string): string => style.getPropertyValue(name).trim();
    chart.applyOptions({
      layout: { background: { color: token('--panel') }, textColor: token('--text-soft'), fontFamily: token('--font') },
      grid: { vertLines: { color: token('--line') }, horzLines: { color: token('--line') } },
      leftPriceScale: { borderColor: token('--line-strong') },
      rightPriceScale: { borderColor: token('--line-strong') },
      timeScale: { borderColor: token('--line-strong') },
    });
    plus.applyOptions({ color: token('--up') });
    minus.applyOptions({ color: token('--down') });
    total.applyOptions({ color: token('--accent') });
  }
  restyle();

  return {
    restyle,
    draw(bars) {
      places = new Map(bars.map((bar, at) => [timeOf(bar), at]));
      plus.setData(bars.map((bar) => ({ time: timeOf(bar), value: approximate(bar.plus) })));
      minus.setData(bars.map((bar) => ({ time: timeOf(bar), value: approximate(bar.minus) })));
      total.setData(bars.map((bar) => ({ time: timeOf(bar), value: approximate(bar.total) })));
      chart.timeScale().fitContent();
    },
    destroy: () => chart.remove(),
  };
}
