import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import type { BookRow, InstrumentRow } from '../../../../shared/contract/contract.ts';
import { decimalsOf, grouped, multiply, decimal, type Decimal } from '../../../../shared/decimal.ts';
import { followFeed, useFeed, useFeedRow } from '../../../state/feeds/feeds.ts';
import { inFrame } from '../../../state/feeds/in-frame.ts';
import { useInstrument, useSymbol } from '../../../state/kept/symbol.ts';
import { MISSING } from '../../../ui/text/format.ts';
import { Select, Switch } from '../../../ui/controls/choices.tsx';
import { Panel, type PanelState } from '../../../ui/panel.tsx';
import { useStreamState } from '../../../ui/text/stream-state.ts';
import { groupBy, showRpi, useBookSettings } from './book-settings.ts';
import { Ladder } from './ladder.tsx';
import { groupStep, MULTIPLES } from './levels.ts';
import { createOwnResting, type OwnLevels } from './own-levels.ts';
import './order-book.css';

/** Bids and asks of the linked symbol. */
export default function OrderBookPanel(): ReactElement {
  const symbol = useSymbol();
  const instrument = useInstrument(symbol);
  const wanted = useBookSettings((settings) => settings.rpi);
  const multiple = useBookSettings((settings) => settings.grouping[symbol] ?? '1');
  const rpi = wanted && instrument?.rpiAllowed === true;
  const key = rpi ? `${symbol} rpi` : symbol;
  const state = useBookState(key);
  return (
    <Panel
      label="Order book"
      state={instrument === undefined ? { kind: 'loading' } : state}
      tools={
        <>
          <div className="book-grouping">
            <Select
              label="Grouping"
              showLabel={false}
              value={multiple}
              onChange={(chosen) => groupBy(symbol, chosen)}
              whyDisabled={instrument === undefined ? 'The price step is not known yet.' : undefined}
              choices={MULTIPLES.map((value) => ({
                value,
                // What a multiple comes to is known with the tick.
                label: instrument === undefined ? MISSING : grouped(multiply(instrument.priceTick, decimal(value))),
              }))}
            />
          </div>
          <span className="panel-tools-space" />
          <Switch
            label="RPI"
            checked={rpi}
            onChange={showRpi}
            tip="Shows retail price improvement orders too; they fill against orders placed by hand."
            whyDisabled={
              instrument !== undefined && !instrument.rpiAllowed ? `${symbol} has no RPI orders.` : undefined
            }
          />
        </>
      }
    >
      {instrument === undefined ? null : (
        <Book key={key} feedKey={key} instrument={instrument} step={groupStep(instrument.priceTick, multiple)} />
      )}
    </Panel>
  );
}

/** The state of the book itself comes before that of the stream which feeds it. */
function useBookState(key: string): PanelState {
  const stream = useStreamState('public');
  const state = useFeed('book', key, (feed) => feed.rows.get(key)?.state ?? 'loading');
  const message = useFeed('book', key, (feed) => feed.rows.get(key)?.message ?? '');
  const since = useSince(state);
  return useMemo(() => panelState(state, message, since, stream), [state, message, since, stream]);
}

function panelState(state: BookRow['state'], message: string, since: number, stream: PanelState): PanelState {
  switch (state) {
    case 'loading':
      return { kind: 'loading' };
    case 'unaligned':
      return {
        kind: 'stale',
        since,
        reason: `Unaligned. ${message}`.trim(),
      };
    case 'stale':
      // Where the stream itself is not live, it knows since when nothing came.
      if (stream.kind === 'stale') return stream;
      return { kind: 'stale', since, reason: message === '' ? 'No update of this book comes in.' : message };
    case 'live':
      return stream;
  }
}

/** When the page first saw the present value, by this machine's clock. */
function useSince(value: string): number {
  const seen = useRef({ value, at: Date.now() });
  if (seen.current.value !== value) seen.current = { value, at: Date.now() };
  return seen.current.at;
}

function Book(props: {
  readonly feedKey: string;
  readonly instrument: InstrumentRow;
  readonly step: Decimal | null;
}): ReactElement | null {
  const { feedKey, instrument, step } = props;
  const book = useFeedRow('book', feedKey, feedKey);
  const own = useOwnLevels(instrument.symbol, step);
  if (book === undefined) return null;
  return (
    <Ladder
      book={book}
      step={step}
      own={own}
      symbol={instrument.symbol}
      pricePlaces={step === null ? decimalsOf(instrument.priceTick) : decimalsOf(step)}
      tickPlaces={decimalsOf(instrument.priceTick)}
      sizePlaces={decimalsOf(instrument.quantityStep)}
    />
  );
}

/** Own resting sizes by level; drawn anew at most once a frame, and only when one of them changed. */
function useOwnLevels(symbol: string, step: Decimal | null): OwnLevels {
  const resting = useMemo(() => createOwnResting(symbol, step), [symbol, step]);
  const [, drawAgain] = useState(0);
  useEffect(() => {
    const draw = (): void => drawAgain((count) => count + 1);
    let cancel = (): void => undefined;
    const stop = followFeed('orders', '', (change) => {
      if (!resting.take(change)) return;
      cancel = inFrame(draw);
    });
    return () => {
      stop();
      cancel();
    };
  }, [resting]);
  return resting.levels;
}
