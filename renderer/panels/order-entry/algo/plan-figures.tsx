import type { ReactElement } from 'react';
import { cut, grouped, isNegative, isZero, negate, type Decimal } from '../../../../shared/decimal.ts';
import type { PlanResult } from '../../../../shared/rules/algo-rules.ts';

const CENTS = 2;
const FROM = {
  entry: 'from the entry',
  position: 'from the entry of the position',
  market: 'from the market price',
} as const;

/** What a plan risks for what, and from where that is counted. */
export function PlanFigures(props: { readonly result: PlanResult; readonly quote: string }): ReactElement {
  const { atProfit, atStop, ratio, from, afterFees } = props.result;
  return (
    <dl className="plan-figures">
      <Figure name="Risk" value={atStop === null ? null : negate(atStop)} gained="gains" quote={props.quote} />
      <Figure name="Reward" value={atProfit} gained="loses" quote={props.quote}>
        {ratio === null ? '' : `, ${grouped(ratio)} to 1`}
      </Figure>
      <p className="plan-from">
        {afterFees ? 'After fees' : 'Before fees'}, {FROM[from]}
      </p>
    </dl>
  );
}

/** A sum of money; one below zero is the other of risk and reward, and says so. */
function Figure(props: {
  readonly name: string;
  readonly value: Decimal | null;
  readonly gained: string;
  readonly quote: string;
  readonly children?: string;
}): ReactElement | null {
  const { name, value, gained, quote, children } = props;
  if (value === null) return null;
  const turned = isNegative(value) && !isZero(value);
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">
        {turned ? `${gained} ` : ''}
        {grouped(cut(turned ? negate(value) : value, CENTS))} {quote}
        {children}
      </dd>
    </div>
  );
}
