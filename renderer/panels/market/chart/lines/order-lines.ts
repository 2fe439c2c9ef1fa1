import type { OrderRow, PositionRow } from '../../../../../shared/contract/contract.ts';
import { atLeastPlaces, grouped, isZero, isNegative, type Decimal } from '../../../../../shared/decimal.ts';
import { averageText } from '../../../../ui/text/average-text.ts';
import type { CellState } from '../../../../state/orders/order-edits.ts';

/** A horizontal line with its words. */
export interface ChartLine {
  readonly id: string;
  readonly price: Decimal;
  readonly tone: 'up' | 'down' | 'accent' | 'warn';
  readonly text: string;
  /** The order whose price a drag asks to edit; null for a line that stays where it is. */
  readonly order: OrderRow | null;
  /** Where an edit that is not settled would put it. */
  readonly ghost: { readonly price: string; readonly word: 'pending' | 'unconfirmed' | 'refused' } | null;
}

/** The line of a resting order; null for one that has no price of its own or is over. */
export function orderLine(row: OrderRow, state: CellState, places: number): ChartLine | null {
  if (!row.open || row.price === null || isZero(row.price)) return null;
  const size = row.quantity ?? row.amount;
  return {
    id: row.id,
    price: row.price,
    tone: row.side === 'BUY' ? 'up' : 'down',
    text: [
      row.side === 'BUY' ? 'Buy' : 'Sell',
      size === null ? '' : grouped(size),
      isZero(row.executed) ? '' : `(${grouped(row.executed)} filled)`,
      row.type === 'LIMIT' ? '' : row.type,
      row.status === 'UNCONFIRMED' || row.status === 'NOT_FOUND' ? row.status : '',
      `at ${grouped(atLeastPlaces(row.price, places))}`,
    ]
      .filter((word) => word !== '')
      .join(' '),
    order: row,
    ghost: state.kind === 'still' ? null : { price: state.asked, word: state.kind },
  };
}

/** The lines of a position: where it was entered, and where it would be liquidated. */
export function positionLines(row: PositionRow, places: number): readonly ChartLine[] {
  if (isZero(row.holding)) return [];
  const way = isNegative(row.holding) ? 'Short' : 'Long';
  const line = (id: string, price: Decimal | null, tone: ChartLine['tone'], words: string): readonly ChartLine[] =>
    price === null || isZero(price)
      ? []
      : [
          {
            id: `${row.id} ${id}`,
            price,
            tone,
            text: `${words} ${averageText(price, places)}`,
            order: null,
            ghost: null,
          },
        ];
  return [
    ...line('entry', row.averageOpenPrice, 'accent', `${way} entry`),
    ...line('liquidation', row.liquidationPrice, 'warn', `${way} liquidation`),
  ];
}
