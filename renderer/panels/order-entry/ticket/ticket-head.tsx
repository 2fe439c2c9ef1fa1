import type { ReactElement } from 'react';
import type { InstrumentRow } from '../../../../shared/contract/contract.ts';
import { decimalsOf, type Decimal } from '../../../../shared/decimal.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NumberText } from '../../../ui/text/numbers.tsx';
import type { Surroundings } from './summary.ts';

export const NO_QUOTE = 'There is no quote yet.';
export const NO_PRICE = 'This order type takes no price.';

/** What the ticket is for, and its best quotes; a press on one takes it as the price that `takes` names. */
export function TicketHead(props: {
  readonly instrument: InstrumentRow;
  readonly quotes: Pick<Surroundings, 'bid' | 'ask'>;
  /** The field that a quote goes to, in words; null where the order type has no price at all. */
  readonly takes: string | null;
  readonly onTake: (price: Decimal) => void;
}): ReactElement {
  const { instrument, quotes, takes, onTake } = props;
  const quote = { places: decimalsOf(instrument.priceTick), takes, onTake };
  return (
    <div className="ticket-head">
      <span className="ticket-symbol">{instrument.symbol}</span>
      <div className="ticket-quotes">
        <Quote side="Bid" price={quotes.bid} {...quote} />
        <Quote side="Ask" price={quotes.ask} {...quote} />
      </div>
    </div>
  );
}

function Quote(props: {
  readonly side: 'Bid' | 'Ask';
  readonly price: Decimal | null;
  readonly places: number;
  readonly takes: string | null;
  readonly onTake: (price: Decimal) => void;
}): ReactElement {
  const { side, price, places, takes, onTake } = props;
  const none = takes === null ? NO_PRICE : undefined;
  return (
    <Button
      kind="quiet"
      size="small"
      className={`ticket-quote ticket-quote-${side.toLowerCase()}`}
      tip={`Take the best ${side.toLowerCase()} as the ${takes}`}
      whyDisabled={none ?? (price === null ? NO_QUOTE : undefined)}
      onClick={() => {
        if (price !== null) onTake(price);
      }}
    >
      {side} <NumberText value={price} places={places} />
    </Button>
  );
}
