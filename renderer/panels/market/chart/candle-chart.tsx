import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { Candle, InstrumentRow } from '../../../../shared/contract/contract.ts';
import { approximate, decimalsOf } from '../../../../shared/decimal.ts';
import { inFrame } from '../../../state/feeds/in-frame.ts';
import { pickPrice } from '../../../state/orders/pick-price.ts';
import { useSettings } from '../../../state/kept/settings.ts';
import { NumberText } from '../../../ui/text/numbers.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { ChartLines } from './lines/chart-lines.tsx';
import { createChartView, type ChartView } from './chart-view.ts';
import { candleWords, nextCandle } from './candle-reading.ts';
import { FillMarks } from './fills/fill-marks.tsx';
import { tickPrice } from './tick-price.ts';
import type { CandleSource } from './use-candles.ts';

/** One series of one symbol; made anew for another. */
export function CandleChart(props: {
  readonly source: CandleSource;
  readonly instrument: InstrumentRow;
  readonly lines: boolean;
  readonly fills: boolean;
  /** Hands out the jump to the newest candle. */
  onNewest(jump: (() => void) | null): void;
}): ReactElement {
  const { source, instrument, lines, fills, onNewest } = props;
  const { symbol, priceTick } = instrument;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<ChartView | null>(null);
  const [redraws] = useState(() => new Set<() => void>());
  const help = useId();
  const reading = useRef<number | null>(null);
  const [spoken, setSpoken] = useState('');
  const [hovered, setHovered] = useState<number | null>(null);
  const market = useCallback((): number | null => {
    const close = source.list.last()?.close;
    return close === undefined ? null : approximate(close);
  }, [source]);
  const theme = useSettings((settings) => `${settings.theme} ${settings.updown}`);
  const utc = useSettings((settings) => settings.utc);

  useEffect(() => {
    const container = box.current;
    if (container === null) return undefined;
    const made = createChartView(container, priceTick, {
      redrawn: () => {
        for (const redraw of redraws) redraw();
      },
      hovered: setHovered,
      clicked: (place) => {
        const price = tickPrice(place, priceTick);
        if (price !== null) pickPrice({ symbol, price });
      },
      nearStart: source.older,
    });
    made.drawAll(source.list.all());
    const stop = source.onChange((change) => {
      if (change.kind === 'all') made.drawAll(source.list.all());
      else if (change.kind === 'tail') made.drawTail(change.candles);
    });
    setView(made);
    onNewest(made.toNewest);
    return () => {
      stop();
      onNewest(null);
      setView(null);
      made.destroy();
    };
  }, [source, symbol, priceTick, redraws, onNewest]);

  // The theme's attributes are set by an effect of the frame, which runs after those of its panels.
  useEffect(() => {
    const frame = requestAnimationFrame(() => view?.restyle(utc));
    return () => cancelAnimationFrame(frame);
  }, [view, theme, utc]);

  function read(candle: Candle | null): void {
    view?.point(candle);
    reading.current = candle?.start ?? null;
    setHovered(reading.current);
    setSpoken(candle === null ? '' : candleWords(candle, decimalsOf(priceTick), utc));
  }
  function keyDown(event: KeyboardEvent): void {
    const next = nextCandle(source.list.all(), reading.current, event);
    if (next === null) return;
    event.preventDefault();
    read(next);
  }

  return (
    <div className="chart-box">
      <div
        ref={box}
        className="chart-canvas"
        role="img"
        aria-label={`Candles of ${symbol}`}
        aria-describedby={help}
        tabIndex={0}
        onKeyDown={keyDown}
        onBlur={() => read(null)}
      />
      <p id={help} hidden>
        Left and Right read one candle after the other, with Shift ten at once, End the newest.
      </p>
      <p className="unseen" role="status">
        {spoken}
      </p>
      {view !== null && lines ? (
        <ChartLines view={view} redraws={redraws} instrument={instrument} place={market} />
      ) : null}
      <div className="chart-legend">
        <Legend source={source} hovered={hovered} instrument={instrument} />
        {view !== null && fills ? (
          <FillMarks view={view} source={source} hovered={hovered} instrument={instrument} />
        ) : null}
      </div>
    </div>
  );
}

/** The figures of the candle under the pointer, or of the newest, as the exchange wrote them. */
function Legend(props: {
  readonly source: CandleSource;
  readonly hovered: number | null;
  readonly instrument: InstrumentRow;
}): ReactElement | null {
  const { source, hovered, instrument } = props;
  const [, drawAgain] = useState(0);
  useEffect(() => {
    const draw = (): void => drawAgain((count) => count + 1);
    let cancel = (): void => undefined;
    const stop = source.onChange(() => {
      cancel = inFrame(draw);
    });
    return () => {
      stop();
      cancel();
    };
  }, [source]);
  const candle = hovered === null ? source.list.last() : source.list.at(hovered);
  if (candle === undefined) return null;
  const places = decimalsOf(instrument.priceTick);
  const tone = Number(candle.close) >= Number(candle.open) ? 'up' : 'down';
  const figure = (name: string, value: Candle['open']): ReactElement => (
    <span>
      <abbr title={NAMES[name]}>{name}</abbr> <NumberText value={value} places={places} tone={tone} />
    </span>
  );
  return (
    <p className="chart-figures">
      <TimeText at={candle.start} day />
      {figure('O', candle.open)}
      {figure('H', candle.high)}
      {figure('L', candle.low)}
      {figure('C', candle.close)}
      <span>
        <abbr title="Volume">V</abbr> <NumberText value={candle.volume} unit={instrument.base} />
      </span>
    </p>
  );
}

const NAMES: Readonly<Record<string, string>> = { O: 'Open', H: 'High', L: 'Low', C: 'Close' };
