import { useEffect, type ReactElement } from 'react';
import { ticketIsShown } from '../../state/orders/after-ticket.ts';
import { useFeed, useFeedStatus } from '../../state/feeds/feeds.ts';
import { useInstrument, useSymbol } from '../../state/kept/symbol.ts';
import { Panel } from '../../ui/panel.tsx';
import { useStreamState } from '../../ui/text/stream-state.ts';
import { useAlgoTicket } from './algo/algo-store.ts';
import { AlgoTicket } from './algo/algo-ticket.tsx';
import { Ticket } from './ticket/ticket.tsx';
import './order-entry.css';

/** The ticket: one order of the linked symbol. */
export default function OrderEntryPanel(): ReactElement {
  const symbol = useSymbol();
  const instrument = useInstrument(symbol);
  const status = useFeedStatus('instruments');
  const none = useFeed('instruments', '', (state) => state.rows.size === 0);
  const stream = useStreamState('private');
  const algoType = useAlgoTicket((state) => state.algoType);
  const ready = instrument !== undefined;
  useEffect(() => {
    if (ready) ticketIsShown();
  }, [ready]);
  const missing =
    status === 'loading'
      ? ({ kind: 'loading' } as const)
      : ({
          kind: 'empty',
          ...(none
            ? {
                title: `The rules of ${symbol} could not be read`,
                hint: 'The exchange has not said what may be traded. It is asked again by itself.',
              }
            : { title: `${symbol} is not listed`, hint: 'Choose another symbol in the top bar.' }),
        } as const);
  return (
    <Panel label="Order entry" state={instrument === undefined ? missing : { kind: 'ready' }}>
      {instrument === undefined ? null : algoType === null ? (
        <Ticket instrument={instrument} late={stream.kind === 'stale'} />
      ) : (
        <AlgoTicket instrument={instrument} algoType={algoType} />
      )}
    </Panel>
  );
}
