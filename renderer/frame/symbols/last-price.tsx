import type { ReactElement } from 'react';
import { useLink } from '../../link/bridge.ts';
import { useFeed } from '../../state/feeds/feeds.ts';
import { useInstrument } from '../../state/kept/symbol.ts';
import { decimalsOf } from '../../../shared/decimal.ts';
import { NumberText } from '../../ui/text/numbers.tsx';

/** The last price. Dimmed, and called stale, while the quotes are not live. */
export function LastPrice({ symbol }: { readonly symbol: string }): ReactElement {
  const last = useFeed('market', symbol, ({ rows }) => rows.get(symbol)?.last ?? null);
  const live = useFeed('market', symbol, ({ rows }) => (rows.get(symbol)?.state ?? 'live') === 'live');
  const instrument = useInstrument(symbol);
  const fresh = useLink((state) => state.link.state !== 'down') && live;
  const places = instrument === undefined ? 0 : decimalsOf(instrument.priceTick);
  return (
    <span className={fresh ? 'last' : 'last last-old'}>
      <span className="last-price">
        <NumberText value={last} places={places} />
      </span>
      {fresh || last === null ? null : <span className="last-stale">stale</span>}
    </span>
  );
}
