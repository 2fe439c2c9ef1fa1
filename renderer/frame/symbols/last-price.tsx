import type { ReactElement } from 'react';
import { useLink } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { useInstrument } from '../../state/kept/symbol.ts';
import { atLeastPlaces, decimalsOf } from '../../../shared/decimal.ts';
import { NumberText } from '../../ui/text/numbers.tsx';
import { dayChange } from '../day-change.ts';

/** Last price and the change of the day, with its arrow. Dimmed, and called stale, while the quotes are not live. */
export function LastPrice({ symbol }: { readonly symbol: string }): ReactElement {
  const market = useFeedRow('market', symbol, symbol);
  const instrument = useInstrument(symbol);
  const reached = useLink((state) => state.link.state !== 'down');
  const fresh = reached && (market === undefined || market.state === 'live');
  const change = dayChange(market?.last ?? null, market?.open24h ?? null);
  const places = instrument === undefined ? 0 : decimalsOf(instrument.priceTick);
  return (
    <span className={fresh ? 'last' : 'last last-old'}>
      <span className="last-price">
        <NumberText value={market?.last} places={places} />
      </span>
      <span
        className={`number last-change${change === null || change.direction === 'flat' ? '' : ` tone-${change.direction}`}`}
      >
        {change === null ? '' : `${change.arrow}${atLeastPlaces(change.percent, 2)}%`}
      </span>
      {fresh || (market?.last ?? null) === null ? null : <span className="last-stale">stale</span>}
    </span>
  );
}
