import type { ReactElement } from 'react';
import type { InstrumentRow } from '../../../../shared/contract/contract.ts';
import type { AlgoPlan } from '../../../../shared/rules/algo-rules.ts';
import { approximate, atLeastPlaces, decimalsOf, grouped, type Decimal } from '../../../../shared/decimal.ts';

const WIDTH = 260;
const HEIGHT = 54;
const SIDE = 28;

/** The plan on a small price axis, before it is sent. */
export function PlanAxis(props: {
  readonly plan: AlgoPlan;
  readonly market: Decimal | null;
  readonly instrument: InstrumentRow;
}): ReactElement | null {
  const { plan, market, instrument } = props;
  const places = decimalsOf(instrument.priceTick);
  const { body } = plan;
  const marks = [
    { name: 'Market', price: market, tone: 'market' },
    { name: 'Trigger', price: body.triggerPrice ?? body.activatedPrice ?? null, tone: 'entry' },
    // An OCO may be an entry or an exit.
    { name: body.algoType === 'OCO' ? 'Limit' : 'Entry', price: plan.entry, tone: 'entry' },
    { name: 'Profit', price: plan.takeProfit, tone: 'profit' },
    { name: 'Stop', price: plan.stopLoss, tone: 'loss' },
  ].flatMap(
    ({ name, price, tone }) =>
      price === null || price === undefined || price === '' ? [] : [{ name, price: price as Decimal, tone }], // checked by the rules
  );
  if (marks.length < 2) return null;
  const values = marks.map(({ price }) => approximate(price));
  const low = Math.min(...values);
  const high = Math.max(...values);
  const x = (price: Decimal): number =>
    SIDE + ((approximate(price) - low) / Math.max(high - low, Number.MIN_VALUE)) * (WIDTH - 2 * SIDE);
  const words = marks.map(({ name, price }) => `${name} ${grouped(atLeastPlaces(price, places))}`).join(', ');
  return (
    <svg className="plan-axis" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Plan: ${words}`}>
      <line x1={SIDE} x2={WIDTH - SIDE} y1={27} y2={27} />
      {marks.map(({ name, price, tone }, at) => (
        <g key={name} className={`plan-${tone}`}>
          <circle cx={x(price)} cy={27} r={4} />
          <text x={x(price)} y={at % 2 === 0 ? 14 : 46}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
