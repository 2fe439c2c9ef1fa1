import { useEffect, useState, type ReactElement } from 'react';
import type { InstrumentRow } from '../../../../../shared/contract/contract.ts';
import { atLeastPlaces, decimalsOf, grouped } from '../../../../../shared/decimal.ts';
import { TimeText } from '../../../../ui/text/time-text.tsx';
import type { ChartView } from '../chart-view.ts';
import { followFills, type MarkedFills } from './fills.ts';
import type { CandleSource } from '../use-candles.ts';

/** So many fills of a candle are written out. */
const MOST_WRITTEN = 4;

/** Own fills as marks on the chart; those of the candle under the pointer also in words. */
export function FillMarks(props: {
  readonly view: ChartView;
  readonly source: CandleSource;
  readonly hovered: number | null;
  readonly instrument: InstrumentRow;
}): ReactElement | null {
  const { view, source, hovered, instrument } = props;
  const { symbol } = instrument;
  const [marks, setMarks] = useState<readonly MarkedFills[]>([]);
  useEffect(() => {
    const stop = followFills(symbol, source, (all) => {
      view.markFills(all);
      setMarks(all);
    });
    return () => {
      stop();
      view.markFills([]);
    };
  }, [view, symbol, source]);

  const fills = hovered === null ? [] : marks.filter(({ start }) => start === hovered).flatMap((mark) => mark.fills);
  if (fills.length === 0) return null;
  const written = fills.toSorted((a, b) => a.at - b.at).slice(-MOST_WRITTEN);
  const places = decimalsOf(instrument.priceTick);
  return (
    <ul className="chart-fills" aria-label="Fills of this candle">
      {fills.length > written.length ? <li>{fills.length - written.length} earlier, then</li> : null}
      {written.map(({ id, buy, quantity, price, at }) => (
        <li key={id} className="number">
          <TimeText at={at} />{' '}
          <span className={buy ? 'tone-up' : 'tone-down'}>
            {buy ? 'Bought' : 'Sold'} {grouped(quantity)}
          </span>{' '}
          at {grouped(atLeastPlaces(price, places))}
        </li>
      ))}
    </ul>
  );
}
