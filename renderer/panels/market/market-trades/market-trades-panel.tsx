import { memo, useState, type ReactElement } from 'react';
import type { TradeRow } from '../../../../shared/contract/contract.ts';
import { decimalsOf } from '../../../../shared/decimal.ts';
import { useFeedRows } from '../../../state/feeds/feeds.ts';
import { pickPrice } from '../../../state/orders/pick-price.ts';
import { useInstrument, useSymbol } from '../../../state/kept/symbol.ts';
import { Badge } from '../../../ui/text/badge.tsx';
import { NumberText } from '../../../ui/text/numbers.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useStreamState } from '../../../ui/text/stream-state.ts';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { countNewer, newestTrades } from './newest.ts';
import './market-trades.css';

const MOST_ROWS = 80;

/** What was traded of the symbol, newest first. The list waits while the pointer is on it. */
export default function MarketTradesPanel(): ReactElement {
  const symbol = useSymbol();
  const { status, rows } = useFeedRows('trades', symbol);
  const stream = useStreamState('public');
  return (
    <Panel
      label="Market trades"
      state={
        status === 'loading'
          ? { kind: 'loading' }
          : rows.size === 0
            ? { kind: 'empty', title: 'No trade yet', hint: `Trades of ${symbol} appear here as they happen.`, stream }
            : stream
      }
    >
      <Trades key={symbol} symbol={symbol} now={newestTrades(rows.values(), MOST_ROWS)} />
    </Panel>
  );
}

function Trades({ symbol, now }: { readonly symbol: string; readonly now: readonly TradeRow[] }): ReactElement {
  const instrument = useInstrument(symbol);
  const [held, setHeld] = useState<readonly TradeRow[] | null>(null);
  const pricePlaces = instrument === undefined ? 0 : decimalsOf(instrument.priceTick);
  const sizePlaces = instrument === undefined ? 0 : decimalsOf(instrument.quantityStep);
  const newer = held === null ? 0 : countNewer(held, now);
  return (
    <div className="trades" onPointerEnter={() => setHeld(now)} onPointerLeave={() => setHeld(null)}>
      {/* Reached by Tab, so that the arrow keys scroll it. */}
      <div className="trades-rows" role="group" aria-label="Newest trades" tabIndex={0}>
        <table className="trades-table" aria-label="Market trades">
          <thead>
            <tr>
              <th scope="col">Price</th>
              <th scope="col">Quantity</th>
              <th scope="col" className="trades-mark">
                <span className="unseen">Mark</span>
              </th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {(held ?? now).map((trade) => (
              <Trade key={trade.id} trade={trade} pricePlaces={pricePlaces} sizePlaces={sizePlaces} />
            ))}
          </tbody>
        </table>
      </div>
      {newer > 0 ? <p className="trades-held">Paused under the pointer, {newer} newer</p> : null}
    </div>
  );
}

const Trade = memo(function Trade(props: {
  readonly trade: TradeRow;
  readonly pricePlaces: number;
  readonly sizePlaces: number;
}): ReactElement {
  const { trade, pricePlaces, sizePlaces } = props;
  const buy = trade.side === 'BUY';
  return (
    <tr onClick={() => pickPrice({ symbol: trade.symbol, price: trade.price })}>
      <td>
        <span className={buy ? 'tone-up trades-arrow' : 'tone-down trades-arrow'} aria-label={trade.side} role="img">
          {buy ? '▲' : '▼'}
        </span>{' '}
        <NumberText value={trade.price} places={pricePlaces} tone={buy ? 'up' : 'down'} />
      </td>
      <td>
        <NumberText value={trade.quantity} places={sizePlaces} />
      </td>
      <td className="trades-mark">{trade.rpi ? <Badge tone="accent">RPI</Badge> : null}</td>
      <td className="trades-time">
        <TimeText at={trade.at} />
      </td>
    </tr>
  );
});
