import type { ReactElement } from 'react';
import type { MarketRow } from '../../../shared/contract/contract.ts';
import {
  add,
  atLeastPlaces,
  cut,
  decimal,
  decimalsOf,
  grouped,
  isNegative,
  multiply,
  negate,
  ZERO,
  type Decimal,
} from '../../../shared/decimal.ts';
import { useLink } from '../../link/bridge.ts';
import { useExchangeNow } from '../../state/feeds/exchange-now.ts';
import { useFeed } from '../../state/feeds/feeds.ts';
import { useInstrument } from '../../state/kept/symbol.ts';
import { compact } from '../../ui/text/compact.ts';
import { MISSING } from '../../ui/text/format.ts';
import { dayChange } from '../symbols/day-change.ts';
import { countdown } from '../symbols/symbol-rows.ts';
import { SymbolPicker } from '../symbols/symbol-picker.tsx';
import { Stat } from './stat.tsx';

const HUNDRED = decimal('100');
/** The last minutes before a payment. */
const SOON_MS = 300_000;

/** The symbol with its price, and the figures of its market; each is drawn again only when it changes. */
export function MarketHeader({ symbol }: { readonly symbol: string }): ReactElement {
  const instrument = useInstrument(symbol);
  const reached = useLink((state) => state.link.state !== 'down');
  const live = useFeed('market', symbol, ({ rows }) => (rows.get(symbol)?.state ?? 'live') === 'live');
  const places = instrument === undefined ? 0 : decimalsOf(instrument.priceTick);
  const isPerpetual = instrument === undefined ? symbol.startsWith('PERP_') : instrument.kind === 'perpetual';
  return (
    <section className={`market${reached && live ? '' : ' market-old'}`} role="region" aria-label="Market">
      <SymbolPicker symbol={symbol} />
      <DayChange symbol={symbol} />
      {isPerpetual ? <Price name="Mark" field="markPrice" symbol={symbol} places={places} /> : null}
      {isPerpetual ? <Price name="Index" field="indexPrice" symbol={symbol} places={places} /> : null}
      {isPerpetual ? <Funding symbol={symbol} /> : null}
      <Traded symbol={symbol} quote={instrument?.quote ?? ''} />
      <Price name="24h high" field="high" symbol={symbol} places={places} />
      <Price name="24h low" field="low" symbol={symbol} places={places} />
      {isPerpetual ? <OpenInterest symbol={symbol} base={instrument?.base ?? ''} /> : null}
    </section>
  );
}

const useMarket = <Selected,>(symbol: string, select: (row: MarketRow | undefined) => Selected): Selected =>
  useFeed('market', symbol, ({ rows }) => select(rows.get(symbol)));

function DayChange({ symbol }: { readonly symbol: string }): ReactElement {
  const words = useMarket(symbol, (row) => {
    const change = dayChange(row?.last ?? null, row?.open24h ?? null);
    if (change === null) return MISSING;
    const sign = change.direction === 'up' ? '+' : change.direction === 'down' ? '−' : '';
    return `${sign}${atLeastPlaces(change.percent, 2)}%`;
  });
  return (
    <Stat
      name="24h"
      className="stat-day"
      tone={words.startsWith('+') ? 'up' : words.startsWith('−') ? 'down' : undefined}
    >
      {words}
    </Stat>
  );
}

const PRICES = {
  markPrice: (row) => row.mark,
  indexPrice: (row) => row.index,
  high: (row) => row.high24h,
  low: (row) => row.low24h,
} as const satisfies Record<string, (row: MarketRow) => Decimal | null>;

function Price(props: {
  readonly name: string;
  readonly field: keyof typeof PRICES;
  readonly symbol: string;
  readonly places: number;
}): ReactElement {
  const value = useMarket(props.symbol, (row) => (row === undefined ? null : PRICES[props.field](row)));
  return (
    <Stat name={props.name} className={`stat-${props.field}`}>
      {value === null ? MISSING : grouped(atLeastPlaces(value, props.places))}
    </Stat>
  );
}

/** The rate, the time until it is paid, and one's own payment at the mark of now. */
function Funding({ symbol }: { readonly symbol: string }): ReactElement {
  const rate = useMarket(symbol, (row) => row?.fundingRate ?? null);
  const mark = useMarket(symbol, (row) => row?.mark ?? null);
  const at = useMarket(symbol, (row) => row?.nextFundingTime ?? null);
  const held = useFeed('positions', '', ({ rows }) => {
    let sum = ZERO;
    for (const position of rows.values()) if (position.symbol === symbol) sum = add(sum, position.holding);
    return sum;
  });
  const now = useExchangeNow();
  const left = at === null || now === null ? null : at - now;
  const pay = rate === null || mark === null || held === ZERO ? null : multiply(multiply(held, mark), rate);
  const payment = pay === null ? '' : ` · ${isNegative(pay) ? 'get' : 'pay'} ${cents(pay)}`;
  return (
    <Stat
      name={left === null ? 'Funding' : `Funding in ${countdown(left)}`}
      className={`stat-funding${left !== null && left < SOON_MS ? ' stat-soon' : ''}`}
      title={pay === null ? undefined : 'Of what is held now, at the mark price and the rate of now'}
    >
      {rate === null ? MISSING : `${atLeastPlaces(multiply(rate, HUNDRED), 4)}%${payment}`}
    </Stat>
  );
}

/** Without a sign: the word beside it says who pays. */
const cents = (value: Decimal): string => grouped(atLeastPlaces(cut(isNegative(value) ? negate(value) : value, 2), 2));

function Traded({ symbol, quote }: { readonly symbol: string; readonly quote: string }): ReactElement {
  const value = useMarket(symbol, (row) => row?.amount24h ?? null);
  return (
    <Stat name="24h volume" className="stat-volume" title={value === null ? undefined : `${grouped(value)} ${quote}`}>
      {value === null ? MISSING : `${compact(value)} ${quote}`}
    </Stat>
  );
}

function OpenInterest({ symbol, base }: { readonly symbol: string; readonly base: string }): ReactElement {
  const value = useMarket(symbol, (row) => row?.openInterest ?? null);
  return (
    <Stat
      name="Open interest"
      className="stat-interest"
      title={value === null ? undefined : `${grouped(value)} ${base}`}
    >
      {value === null ? MISSING : `${compact(value)} ${base}`}
    </Stat>
  );
}
