import type { ReactElement } from 'react';
import type { InstrumentRow, OrderRow } from '../../../../../shared/contract/contract.ts';
import { atLeastPlaces, decimalsOf, grouped, type Decimal } from '../../../../../shared/decimal.ts';
import { sendEdit } from '../../../../state/orders/order-actions.ts';
import { editProblem } from '../../../../state/orders/order-edits.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { OnAccount, useAsked } from '../../../../ui/overlays/on-account.tsx';

/** Asks before a dragged line edits its order. */
export function MoveDialog(props: {
  /** As it is now; null when it is over. */
  readonly row: OrderRow | null;
  /** As it was when it was dragged. */
  readonly dragged: OrderRow;
  readonly price: Decimal;
  readonly instrument: InstrumentRow;
  onClose(): void;
}): ReactElement {
  const { row, dragged, price, instrument, onClose } = props;
  const asked = useAsked();
  const problem = row === null ? { reason: 'The order is over.' } : editProblem(row, 'price', price, instrument);
  const written = (value: Decimal | null): string =>
    value === null ? '–' : grouped(atLeastPlaces(value, decimalsOf(instrument.priceTick)));
  return (
    <Dialog
      title="Edit the price?"
      tone={asked.on?.environment === 'live' ? 'danger' : undefined}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            data-autofocus
            whyDisabled={asked.whyNot ?? problem?.reason}
            onPress={() => {
              if (row === null) return;
              void sendEdit(row, 'price', price, asked.press);
              onClose();
            }}
          >
            Edit price
          </Button>
        </>
      }
    >
      <p>
        {dragged.side === 'BUY' ? 'Buy' : 'Sell'} {dragged.quantity === null ? '' : grouped(dragged.quantity)}{' '}
        {instrument.base}, {dragged.symbol}, {dragged.type}: from {written(dragged.price)} to{' '}
        <strong>{written(price)}</strong> {instrument.quote}.
      </p>
      <OnAccount asked={asked} />
      {problem === null ? null : <p className="chart-problem">{problem.reason}</p>}
    </Dialog>
  );
}
