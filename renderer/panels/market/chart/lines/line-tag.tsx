import { useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import type { InstrumentRow, OrderRow } from '../../../../../shared/contract/contract.ts';
import { compare, type Decimal } from '../../../../../shared/decimal.ts';
import { notify } from '../../../../state/notices.ts';
import { whyNotEditable } from '../../../../state/orders/order-edits.ts';
import { Tooltip } from '../../../../ui/overlays/tooltip.tsx';
import type { ChartView } from '../chart-view.ts';
import type { ChartLine } from './order-lines.ts';
import { shiftedPrice, tickPrice } from '../tick-price.ts';

/** An order whose line is being moved, and the tick it is over. */
export interface Move {
  readonly id: string;
  readonly price: Decimal;
}

/** Keys that move a line or ask for its edit. */
const MOVES: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'Enter']);

/**
 * The words at a line's end. An order's can be taken by the pointer, or by the arrow keys (Shift for ten
 * ticks): letting go or Enter asks, Esc leaves it where it is.
 */
export function LineTag(props: {
  readonly line: ChartLine;
  readonly view: ChartView;
  readonly instrument: InstrumentRow;
  readonly move: Move | null;
  onMove(move: Move | null): void;
  onAsk(row: OrderRow, price: Decimal): void;
}): ReactElement {
  const { line, view, instrument, move, onMove, onAsk } = props;
  const { order } = line;
  const dragging = useRef(false);
  if (order === null) return <span className="chart-tag">{line.text}</span>;
  const row = order;
  const off = whyNotEditable(row, 'price', instrument);

  function ask(): void {
    if (move !== null && compare(move.price, line.price) !== 0) onAsk(row, move.price);
    else onMove(null);
  }

  function follow(event: PointerEvent<HTMLElement>): void {
    const box = event.currentTarget.closest('.chart-lines')?.getBoundingClientRect();
    const place = box === undefined ? null : view.priceAt(event.clientY - box.top);
    const price = place === null ? null : tickPrice(place, instrument.priceTick);
    if (price !== null) onMove({ id: line.id, price });
  }

  /** A line that cannot be moved now says so where it is tried: a press that does nothing looks like a broken one. */
  function refuse(): void {
    if (off !== null) notify('info', 'This line cannot be moved now.', off);
  }

  function keyDown(event: KeyboardEvent): void {
    if (off !== null) {
      if (!MOVES.has(event.key)) return;
      event.preventDefault();
      if (!event.repeat) refuse();
      return;
    }
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction !== 0) {
      event.preventDefault();
      const price = shiftedPrice(
        move?.price ?? line.price,
        instrument.priceTick,
        direction * (event.shiftKey ? 10 : 1),
      );
      if (price !== null) onMove({ id: line.id, price });
    } else if (event.key === 'Enter' && !event.repeat && move !== null) {
      event.preventDefault();
      ask();
    } else if (event.key === 'Escape' && move !== null) {
      event.stopPropagation();
      dragging.current = false;
      onMove(null);
    }
  }

  return (
    <Tooltip text={off ?? 'Drag, or use the arrow keys and Enter, to edit the price.'}>
      <button
        type="button"
        className="chart-tag chart-tag-order"
        aria-disabled={off !== null || undefined}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          if (off !== null) {
            refuse();
            return;
          }
          event.currentTarget.setPointerCapture(event.pointerId);
          dragging.current = true;
        }}
        onPointerMove={(event) => {
          if (dragging.current) follow(event);
        }}
        onPointerUp={() => {
          if (!dragging.current) return;
          dragging.current = false;
          ask();
        }}
        onPointerCancel={() => {
          dragging.current = false;
          onMove(null);
        }}
        onKeyDown={keyDown}
      >
        {line.text}
      </button>
    </Tooltip>
  );
}
