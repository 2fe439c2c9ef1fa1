import type { ReactElement } from 'react';
import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { borrowed } from '../../../../shared/rules/account/margin.ts';
import {
  cut,
  decimal,
  decimalsOf,
  grouped,
  isZero,
  multiply,
  subtract,
  type Decimal,
} from '../../../../shared/decimal.ts';
import { averageText } from '../../../ui/text/average-text.ts';
import type { SaidMeans } from '../available/available.ts';
import type { Loans } from '../available/use-loans.ts';
import { PerpetualRows } from './perpetual-rows.tsx';
import { slippagePercent } from './slippage.ts';
import { valueWords, type Summary } from './summary.ts';

/** What the order costs and changes; rows stay where they are while nothing is known. */
export function TicketSummary(props: {
  readonly summary: Summary;
  readonly instrument: InstrumentRow;
  readonly draft: OrderDraft;
  readonly means: SaidMeans;
  readonly loans: Loans;
}): ReactElement {
  const { summary, instrument, draft } = props;
  const { position } = summary;
  const value = valueWords(summary, instrument);
  return (
    <dl className="ticket-summary">
      <dt>Value</dt>
      <dd title={summary.value === null ? undefined : `${grouped(summary.value.quote)} ${instrument.quote}`}>
        {value === null ? <Missing /> : <span className="number">{value}</span>}
      </dd>
      <TakingRows summary={summary} instrument={instrument} side={draft.side} />
      <FeeRow summary={summary} instrument={instrument} />
      {instrument.kind === 'spot' ? (
        <LoanRow {...props} />
      ) : (
        <>
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
          <PerpetualRows draft={draft} instrument={instrument} summary={summary} means={props.means} />
        </>
      )}
    </dl>
  );
}

/** At what prices the book fills it, and what that costs beyond the best one. */
function TakingRows(props: {
  readonly summary: Summary;
  readonly instrument: InstrumentRow;
  readonly side: OrderDraft['side'];
}): ReactElement | null {
  const { summary, instrument } = props;
  const { taking } = summary;
  const found = taking?.found ?? null;
  if (taking === null) return null;
  const places = decimalsOf(instrument.priceTick);
  const rpi = taking.averageWithRpi;
  return (
    <>
      <dt title="Average price of what the book holds for it">Average</dt>
      <dd title={rpi === null ? undefined : `${averageText(rpi, places)} with RPI orders, which not every order meets`}>
        {found === null ? (
          <Missing />
        ) : (
          <>
            ≈ <span className="number">{averageText(found.cost.average, places)}</span>
          </>
        )}
      </dd>
      <dt>Worst</dt>
      <dd>
        {found === null ? (
          <Missing />
        ) : (
          <>
            ≈ <span className="number">{grouped(found.cost.worst)}</span>
          </>
        )}
      </dd>
      <dt title="By how much that is worse than the best price">Slippage</dt>
      <dd title={found === null ? undefined : `${averageText(found.slippage.price, places)} a ${instrument.base}`}>
        {found === null ? (
          <Missing />
        ) : (
          <>
            <span className="number">{slippagePercent(found.slippage.share)}</span>,{' '}
            <span className="number">{grouped(cut(found.slippage.money, places))}</span> {instrument.quote}
          </>
        )}
      </dd>
    </>
  );
}

function FeeRow({
  summary,
  instrument,
}: {
  readonly summary: Summary;
  readonly instrument: InstrumentRow;
}): ReactElement {
  const { fee, quantity } = summary;
  const arrives =
    fee !== null && fee.token === instrument.base && quantity !== null ? subtract(quantity, fee.amount) : null;
  return (
    <>
      <dt>Fee{fee === null ? '' : `, ${fee.role}`}</dt>
      <dd title={fee === null ? undefined : `${grouped(fee.amount)} ${fee.token}`}>
        {fee === null ? (
          <Missing />
        ) : (
          <>
            ≈{' '}
            <span className="number">
              {grouped(fee.token === instrument.quote ? shortened(fee.amount) : fee.amount)}
            </span>{' '}
            {fee.token}
          </>
        )}
      </dd>
      {arrives === null ? null : (
        <>
          <dt title="What is bought, less the fee">Arrives</dt>
          <dd>
            ≈ <span className="number">{grouped(arrives)}</span> {instrument.base}
          </dd>
        </>
      )}
    </>
  );
}

/** An estimate of money, cut after four decimals; all of them are in its tooltip. */
const shortened = (amount: Decimal): Decimal => cut(amount, 4);

const HUNDRED = decimal('100');

/** What a spot order would borrow; nothing where it borrows nothing. */
function LoanRow(props: Parameters<typeof TicketSummary>[0]): ReactElement | null {
  const { summary, instrument, draft, means, loans } = props;
  const buys = draft.side === 'BUY';
  const [token, available, loan] = buys
    ? [instrument.quote, means.quoteAvailable, loans.quote]
    : [instrument.base, means.baseAvailable, loans.base];
  const need: Decimal | null = buys ? (summary.value?.quote ?? null) : summary.quantity;
  if (need === null || available === null || (loan.most !== null && isZero(loan.most))) return null;
  const debt = borrowed(need, available);
  if (isZero(debt)) return null;
  const rate =
    loan.annualRate === null
      ? 'at a rate that is not known'
      : `at ${grouped(multiply(loan.annualRate, HUNDRED))} % a year`;
  return (
    <>
      <dt>Borrows</dt>
      <dd title={rate}>
        ≈ <span className="number">{grouped(debt)}</span> {token}, {rate}
      </dd>
    </>
  );
}

const Missing = (): ReactElement => <span className="missing">–</span>;
