import {
  CandlestickSeries,
  createChart,
  CrosshairMode,
  HistogramSeries,
  type CandlestickData,
  type HistogramData,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Candle } from '../../../../shared/contract/contract.ts';
import { approximate, type Decimal } from '../../../../shared/decimal.ts';
import { formatTime, fullTimestamp } from '../../../ui/text/format.ts';
import { createFillTriangles, type FillMark } from './fills/fill-triangles.ts';
import { chartColours, type ChartColours } from './chart-colours.ts';
import { axisText } from './tick-price.ts';

/** A chart in an element. Prices in and out are places on its axis, good for drawing alone. */
export interface ChartView {
  drawAll(candles: readonly Candle[]): void;
  drawTail(candles: readonly Candle[]): void;
  markFills(fills: readonly FillMark[]): void;
  /** Reads the theme again; `utc` is the zone of the time axis. */
  restyle(utc: boolean): void;
  yOf(price: Decimal): number | null;
  priceAt(y: number): number | null;
  /** Size of the part between the axes, in pixels. */
  pane(): { readonly width: number; readonly height: number };
  /** Points at a candle, bringing it into view, or at none. */
  point(candle: Candle | null): void;
  /** Shows the newest candles. */
  toNewest(): void;
  destroy(): void;
}

export interface ChartEvents {
  /** The picture moved: what lies over it has to follow. */
  redrawn(): void;
  /** Start of the candle under the pointer, or null. */
  hovered(start: number | null): void;
  /** A place was clicked. */
  clicked(price: number): void;
  /** The oldest candle is about to come into view. */
  nearStart(): void;
}

/** Bars left of the view from which on older ones are asked for. */
const NEAR_START = 40;
const VOLUME_SHARE = 0.18;
/** Empty bars right of the newest one. */
const AHEAD = 6;

/** The library counts in seconds. */
const timeOf = (start: number): UTCTimestamp => (start / 1000) as UTCTimestamp; // its brand of number

export function createChartView(container: HTMLElement, tick: Decimal, events: ChartEvents): ChartView {
  let colours = chartColours(container);
  const chart = createChart(container, {
    autoSize: true,
    // The library is named below the chart; its own sign needs markup that the page's policy refuses.
    layout: { attributionLogo: false },
    crosshair: { mode: CrosshairMode.Normal },
    rightPriceScale: { scaleMargins: { top: 0.08, bottom: VOLUME_SHARE + 0.04 } },
    timeScale: { timeVisible: true, secondsVisible: false, rightOffset: AHEAD, barSpacing: 7 },
  });
  const prices = chart.addSeries(CandlestickSeries, {
    borderVisible: false,
    // The library's own says the last close in view, which is an old price where one looks back.
    lastValueVisible: false,
    priceFormat: { type: 'custom', minMove: approximate(tick), formatter: (place: number) => axisText(place, tick) },
  });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 1 - VOLUME_SHARE, bottom: 0 } });
  const lastPrice = prices.createPriceLine({ price: 0, lineVisible: false, axisLabelVisible: false, title: '' });
  const triangles = createFillTriangles(chart, prices);
  prices.attachPrimitive(triangles.primitive);
  /** Behind another tab a chart is taken down while those who draw on it still hold it. */
  let over = false;
  let drawn: readonly Candle[] = [];
  let fills: readonly FillMark[] = [];

  // A primitive that draws nothing: the library calls it whenever the picture changes.
  prices.attachPrimitive({ updateAllViews: events.redrawn });
  chart.subscribeCrosshairMove(({ time }) => events.hovered(typeof time === 'number' ? time * 1000 : null));
  /** The library keeps its crosshair where a drag left the chart, and says nothing when that drag ends. */
  const endDrag = (event: MouseEvent): void => {
    if (over || (event.target instanceof Node && container.contains(event.target))) return;
    chart.clearCrosshairPosition();
    events.hovered(null);
  };
  document.addEventListener('mouseup', endDrag);
  chart.subscribeClick(({ point, paneIndex }) => {
    const place = point === undefined || paneIndex !== 0 ? null : prices.coordinateToPrice(point.y);
    if (place !== null) events.clicked(place);
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < NEAR_START && drawn.length > 0) events.nearStart();
  });

  const bar = (candle: Candle): CandlestickData<UTCTimestamp> => ({
    time: timeOf(candle.start),
    open: approximate(candle.open),
    high: approximate(candle.high),
    low: approximate(candle.low),
    close: approximate(candle.close),
  });
  const volume = (candle: Candle): HistogramData<UTCTimestamp> => ({
    time: timeOf(candle.start),
    value: approximate(candle.volume),
    color: approximate(candle.close) >= approximate(candle.open) ? colours.upVolume : colours.downVolume,
  });
  function tagLast(candle: Candle | undefined): void {
    if (candle === undefined) {
      lastPrice.applyOptions({ axisLabelVisible: false });
      return;
    }
    const isUp = approximate(candle.close) >= approximate(candle.open);
    lastPrice.applyOptions({
      price: approximate(candle.close),
      axisLabelVisible: true,
      axisLabelColor: isUp ? colours.up : colours.down,
    });
  }
  function drawAll(candles: readonly Candle[]): void {
    if (over) return;
    drawn = candles;
    prices.setData(candles.map(bar));
    volumes.setData(candles.map(volume));
    tagLast(candles.at(-1));
  }

  return {
    drawAll,
    drawTail: (candles) => {
      if (over) return;
      for (const candle of candles) {
        prices.update(bar(candle));
        volumes.update(volume(candle));
      }
      tagLast(candles.at(-1));
    },
    markFills: (marks) => {
      if (over) return;
      fills = marks;
      triangles.show(fills, colours);
    },
    restyle: (utc) => {
      if (over) return;
      colours = chartColours(container);
      chart.applyOptions(styleOf(colours, utc));
      prices.applyOptions({
        upColor: colours.up,
        downColor: colours.down,
        wickUpColor: colours.up,
        wickDownColor: colours.down,
      });
      drawAll(drawn);
      triangles.show(fills, colours);
    },
    yOf: (price) => (over ? null : prices.priceToCoordinate(approximate(price))),
    priceAt: (y) => (over ? null : prices.coordinateToPrice(y)),
    pane: () => (over ? { width: 0, height: 0 } : chart.paneSize()),
    point: (candle) => {
      if (over) return;
      if (candle === null) {
        chart.clearCrosshairPosition();
        return;
      }
      const scale = chart.timeScale();
      const place = drawn.indexOf(candle);
      const range = scale.getVisibleLogicalRange();
      if (range !== null && (place < range.from || place > range.to))
        scale.scrollToPosition(place - drawn.length + 1 + Math.round((range.to - range.from) / 2), false);
      chart.setCrosshairPosition(approximate(candle.close), timeOf(candle.start), prices);
    },
    toNewest: () => {
      // Not as a movement: the next price would stop it on its way.
      if (!over) chart.timeScale().scrollToPosition(AHEAD, false);
    },
    destroy: () => {
      over = true;
      document.removeEventListener('mouseup', endDrag);
      chart.remove();
    },
  };
}

function styleOf(colours: ChartColours, utc: boolean) {
  const instant = (time: unknown): number => (typeof time === 'number' ? time * 1000 : 0);
  return {
    layout: {
      background: { color: colours.panel },
      textColor: colours.textSoft,
      fontSize: 11,
      fontFamily: colours.font,
    },
    grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
    rightPriceScale: { borderColor: colours.lineStrong },
    timeScale: {
      borderColor: colours.lineStrong,
      tickMarkFormatter: (time: unknown, kind: number) => tickText(instant(time), kind, utc),
    },
    crosshair: {
      vertLine: { color: colours.textFaint, labelBackgroundColor: colours.accentFill },
      horzLine: { color: colours.textFaint, labelBackgroundColor: colours.accentFill },
    },
    localization: { timeFormatter: (time: unknown) => fullTimestamp(instant(time), utc).replace(/\.\d+/, '') },
  };
}

/** `kind` 0 year, 1 month, 2 day, else a time of day. */
function tickText(at: number, kind: number, utc: boolean): string {
  const full = fullTimestamp(at, utc);
  if (kind === 0) return full.slice(0, 4);
  if (kind === 1) return full.slice(0, 7);
  return kind === 2 ? full.slice(5, 10) : formatTime(at, utc).slice(0, 5);
}
