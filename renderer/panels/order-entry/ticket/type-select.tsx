import type { ReactElement } from 'react';
import type { InstrumentRow, OrderType } from '../../../../shared/contract/contract.ts';
import { algoDraftTypes, type AlgoDraft } from '../../../../shared/contract/algo.ts';
import { Select } from '../../../ui/controls/choices.tsx';
import { ORDER_TYPES } from '../fields/fields.ts';

/** All that the ticket can write: ordinary orders, then plans. */
export function TypeSelect(props: {
  readonly value: OrderType | AlgoDraft['algoType'];
  readonly instrument: Pick<InstrumentRow, 'symbol' | 'rpiAllowed'>;
  onChange(type: OrderType | AlgoDraft['algoType']): void;
}): ReactElement {
  const { value, instrument, onChange } = props;
  return (
    <Select
      label="Order type"
      value={value}
      onChange={onChange}
      choices={[...ORDER_TYPES, ...algoDraftTypes].map((type) => ({
        value: type,
        label: type,
        whyDisabled: type === 'RPI' && !instrument.rpiAllowed ? `${instrument.symbol} takes none` : undefined,
      }))}
    />
  );
}
