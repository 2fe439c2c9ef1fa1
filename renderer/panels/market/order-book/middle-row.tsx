import { memo, useRef, type ReactElement } from 'react';
import { atLeastPlaces, compare, grouped, type Decimal } from '../../../../shared/decimal.ts';
import { useFeed } from '../../../state/feeds/feeds.ts';
import { NumberText } from '../../../ui/text/numbers.tsx';

/** Last price with the way it went, and the spread. */
export const MiddleRow = memo(
  function MiddleRow(props: {
    readonly symbol: string;
    readonly places: number;
    readonly spread: { readonly price: Decimal; readonly points: Decimal } | null;
    readonly held: boolean;
  }): ReactElement {
    const { symbol, places, spread, held } = props;
    const last = useFeed('market', symbol, (state) => state.rows.get(symbol)?.last ?? null);
    const mark = useFeed('market', symbol, (state) => state.rows.get(symbol)?.mark ?? null);
    const way = useWay(last);
    return (
      <div className="book-middle" role="row">
        <span role="gridcell" className="book-last" aria-label="Last price">
          <NumberText value={last} places={places} tone={way} />
          {way === undefined ? null : (
            <span className={`tone-${way} book-way`} role="img" aria-label={way}>
              {way === 'up' ? '▲' : '▼'}
            </span>
          )}
        </span>
        {mark === null ? null : (
          <span role="gridcell" className="book-mark-price" title="Mark price">
            mark <span className="number">{grouped(atLeastPlaces(mark, places))}</span>
          </span>
        )}
        <span role="gridcell" className="book-spread">
          {held ? <span className="book-held">Held</span> : null} Spread{' '}
          {spread === null ? (
            <span className="missing">–</span>
          ) : (
            <>
              <span className="number">{grouped(atLeastPlaces(spread.price, places))}</span>{' '}
              <span className="number-unit">{spread.points} bp</span>
            </>
          )}
        </span>
      </div>
    );
  },
  (before, after) =>
    before.symbol === after.symbol &&
    before.places === after.places &&
    before.held === after.held &&
    before.spread?.price === after.spread?.price &&
    before.spread?.points === after.spread?.points,
);

/** Whether the last change of a price was up or down. */
function useWay(price: Decimal | null): 'up' | 'down' | undefined {
  const seen = useRef<{ price: Decimal | null; way: 'up' | 'down' | undefined }>({ price, way: undefined });
  const { current } = seen;
  if (price !== null && price !== current.price) {
    const turn = current.price === null ? 0 : compare(price, current.price);
    seen.current = { price, way: turn > 0 ? 'up' : turn < 0 ? 'down' : current.way };
  }
  return seen.current.way;
}
