import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import { approximate, type Decimal } from '../../../../../shared/decimal.ts';
import type { ChartColours } from '../chart-colours.ts';

/** A fill's place on the chart. */
export interface FillMark {
  readonly id: string;
  /** Start of its candle. */
  readonly start: number;
  readonly buy: boolean;
  readonly price: Decimal;
}

/** Half of a triangle's base, and its height, in pixels. */
const HALF = 5;
const TALL = 8;

export interface FillTriangles {
  readonly primitive: ISeriesPrimitive<Time>;
  show(marks: readonly FillMark[], colours: ChartColours): void;
}

/**
 * Makes the drawing of fills: a triangle with its tip at the price, from below for a buy and from above for a
 * sell. The rim in the panel's colour sets it off from a candle of the same colour, which a mark of the library
 * is lost in.
 */
export function createFillTriangles(chart: IChartApi, series: ISeriesApi<'Candlestick'>): FillTriangles {
  let shown: { readonly marks: readonly FillMark[]; readonly colours: ChartColours } | null = null;
  let redraw = (): void => undefined;
  const renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        if (shown === null) return;
        const { marks, colours } = shown;
        context.lineWidth = 2;
        context.lineJoin = 'round';
        context.strokeStyle = colours.panel;
        for (const { start, price, buy } of marks) {
          // The library counts in seconds, in its brand of number.
          const x = chart.timeScale().timeToCoordinate((start / 1000) as UTCTimestamp);
          const y = series.priceToCoordinate(approximate(price));
          if (x === null || y === null || x < -HALF || x > mediaSize.width + HALF) continue;
          const base = buy ? y + TALL : y - TALL;
          context.fillStyle = buy ? colours.up : colours.down;
          context.beginPath();
          context.moveTo(x, y);
          context.lineTo(x + HALF, base);
          context.lineTo(x - HALF, base);
          context.closePath();
          context.stroke();
          context.fill();
        }
      }),
  };
  const views: readonly IPrimitivePaneView[] = [{ zOrder: () => 'top', renderer: () => renderer }];
  return {
    primitive: {
      attached: ({ requestUpdate }) => (redraw = requestUpdate),
      paneViews: () => views,
    },
    show: (marks, colours) => {
      shown = { marks, colours };
      redraw();
    },
  };
}
