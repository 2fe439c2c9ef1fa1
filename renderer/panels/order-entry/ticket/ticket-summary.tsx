import type { ReactElement } from 'react';
import type { InstrumentRow } from '../../../../shared/contract/contract.ts';
import { grouped } from '../../../../shared/decimal.ts';
import { valueWords, type Summary } from './summary.ts';

/** What the order costs and changes; rows stay where they are while nothing is known. */
export function TicketSummary(props: { readonly summary: Summary; readonly instrument: InstrumentRow }): ReactElement {
  const { summary, instrument } = props;
  const { fee, position } = summary;
  const value = valueWords(summary, instrument);
  return (
    <dl className="ticket-summary">
      <dt>Value</dt>
      <dd>{value === null ? <Missing /> : <span className="number">{value}</span>}</dd>
      <dt>Fee{fee === null ? '' : `, ${fee.role}`}</dt>
      <dd>
        {fee === null ? (
          <Missing />
        ) : (
          <>
            ≈ <span className="number">{grouped(fee.quote)}</span> {instrument.quote}
          </>
        )}
      </dd>
      <dt>Position</dt>
      <dd>
        {position === null ? (
          <Missing />
        ) : (
          <>
            <span className="number">{grouped(position.before)}</span> →{' '}
            <span className="number ticket-after">{grouped(position.after)}</span> {instrument.base}
          </>
        )}
      </dd>
    </dl>
  );
}

const Missing = (): ReactElement => <span className="missing">–</span>;
