import { memo, type ReactElement } from 'react';
import type { InstrumentRow } from '../../../shared/contract/contract.ts';
import type { TickerRow } from '../../../shared/contract/tickers.ts';
import { atLeastPlaces, decimal, decimalsOf, grouped, multiply, type Decimal } from '../../../shared/decimal.ts';
import { useExchangeNow } from '../../state/feeds/exchange-now.ts';
import { toggleFavourite, useIsFavourite } from '../../state/kept/favourites.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { fullTimestamp } from '../../ui/text/format.ts';
import { Icon } from '../../ui/controls/icons.tsx';
import { NumberText } from '../../ui/text/numbers.tsx';
import { dayChange } from './day-change.ts';
import { BLOCK, countdown, ROW_PX } from './symbol-rows.ts';
import { useSpotTickers } from './use-spot-tickers.ts';

/** Ten rows of the list, with the figures of their symbols. */
export function SymbolBlock(props: {
  readonly block: number;
  readonly rows: readonly InstrumentRow[];
  readonly perpetuals: ReadonlyMap<string, TickerRow>;
  /** Nothing new comes from the core. */
  readonly cut: boolean;
  /** Id of the list, of which the rows' are made. */
  readonly list: string;
  readonly chosen: string | undefined;
  readonly current: string;
  choose(row: InstrumentRow): void;
}): ReactElement {
  const { block, rows, perpetuals, cut, list, chosen, current, choose } = props;
  const key = rows
    .filter(({ kind }) => kind === 'spot')
    .map(({ symbol }) => symbol)
    .join(' ');
  const spot = useSpotTickers(key);
  return (
    <div role="rowgroup" className="symbols-block" style={{ top: block * BLOCK * ROW_PX }}>
      {rows.map((row, index) => (
        <SymbolRow
          key={row.symbol}
          row={row}
          ticker={(row.kind === 'spot' ? spot : perpetuals).get(row.symbol)}
          cut={cut}
          id={`${list}-${row.symbol}`}
          number={block * BLOCK + index}
          isChosen={row.symbol === chosen}
          isCurrent={row.symbol === current}
          choose={choose}
        />
      ))}
    </div>
  );
}

const SymbolRow = memo(function Row(props: {
  readonly row: InstrumentRow;
  readonly ticker: TickerRow | undefined;
  readonly cut: boolean;
  readonly id: string;
  readonly number: number;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
  choose(row: InstrumentRow): void;
}): ReactElement {
  const { row, ticker, cut, isChosen, isCurrent } = props;
  const { symbol } = row;
  const change = dayChange(ticker?.last ?? null, ticker?.open24h ?? null);
  const since = ticker?.staleSince ?? null;
  const utc = useSettings((settings) => settings.utc);
  const isStale = ticker !== undefined && (cut || since !== null);
  return (
    <div
      role="row"
      id={props.id}
      // The row of names is the first.
      aria-rowindex={props.number + 2}
      aria-selected={isChosen}
      className={`symbol-row${isCurrent ? ' symbol-row-current' : ''}${isStale ? ' symbol-row-stale' : ''}`}
      onClick={() => props.choose(row)}
    >
      <span role="gridcell">
        <Star symbol={symbol} reachable={isChosen} />
      </span>
      <span role="gridcell" className="symbol-row-name">
        {symbol}
        <span className="symbol-row-kind">
          {isStale ? (
            <span className="symbol-row-old" title={since === null ? '' : `Since ${fullTimestamp(since, utc)}`}>
              stale
            </span>
          ) : row.status === 'TRADING' ? (
            row.kind
          ) : (
            row.status
          )}
        </span>
      </span>
      <span role="gridcell" className="symbol-row-figure symbol-row-last">
        <NumberText value={ticker?.last} places={decimalsOf(row.priceTick)} />
      </span>
      <span
        role="gridcell"
        className={`symbol-row-figure number${change === null || change.direction === 'flat' ? '' : ` tone-${change.direction}`}`}
      >
        {change === null ? '–' : `${change.arrow}${atLeastPlaces(change.percent, 2)}%`}
      </span>
      <span role="gridcell" className="symbol-row-figure">
        <Volume value={ticker?.amount24h ?? null} quote={row.quote} />
      </span>
      <span role="gridcell" className="symbol-row-figure number">
        {row.kind === 'spot' ? '' : percentOf(ticker?.fundingRate ?? null)}
      </span>
      <span role="gridcell" className="symbol-row-figure number">
        {row.kind === 'spot' ? null : <Countdown to={ticker?.nextFundingTime ?? null} />}
      </span>
    </div>
  );
});

function Star({ symbol, reachable }: { readonly symbol: string; readonly reachable: boolean }): ReactElement {
  const isFavourite = useIsFavourite(symbol);
  return (
    <button
      type="button"
      className={isFavourite ? 'star star-on' : 'star'}
      aria-label={`Favourite ${symbol}`}
      aria-pressed={isFavourite}
      // Tab goes from the search to the star of the row that it stands at.
      tabIndex={reachable ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        toggleFavourite(symbol);
      }}
    >
      <Icon name="star" size={14} />
    </button>
  );
}

/** Whole units of the quote currency, cut; hovering shows every digit. */
function Volume({ value, quote }: { readonly value: Decimal | null; readonly quote: string }): ReactElement {
  if (value === null) return <span className="number missing">–</span>;
  return (
    <span className="number" title={`${grouped(value)} ${quote}`}>
      {grouped(value).split('.')[0]}
    </span>
  );
}

const HUNDRED = decimal('100');

const percentOf = (rate: Decimal | null): string =>
  rate === null ? '–' : `${atLeastPlaces(multiply(rate, HUNDRED), 4)}%`;

/** What is left until the next funding, by the exchange's clock. */
function Countdown({ to }: { readonly to: number | null }): ReactElement {
  const now = useExchangeNow();
  const utc = useSettings((settings) => settings.utc);
  if (to === null || now === null) return <span className="missing">–</span>;
  return <span title={fullTimestamp(to, utc)}>{countdown(to - now)}</span>;
}
