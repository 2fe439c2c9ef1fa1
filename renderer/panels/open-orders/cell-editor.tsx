import type { CustomCellEditorProps } from 'ag-grid-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { OrderRow } from '../../../shared/contract.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { readable } from '../../ui/number-text.ts';
import { placeBy } from '../../ui/place.ts';
import { stepped } from '../../ui/stepping.ts';
import { editProblem, firstText, type EditField, type EditProblem } from '../../state/order-edits.ts';
import type { GridContext } from './cells.ts';
import { sendEdit } from '../../state/order-actions.ts';

/** A price or quantity while it is edited: Enter sends it, Esc and leaving drop it. */
export function CellEditor(props: CustomCellEditorProps<OrderRow, Decimal | null, GridContext>): ReactElement {
  const { node, colDef, context, stopEditing } = props;
  // Only the two columns of EditField have this editor.
  const field = colDef.field as EditField;
  const [text, setText] = useState(() => firstText(props.eventKey, props.value));
  const input = useRef<HTMLInputElement>(null);
  const row = node.data ?? props.data;
  const instrument = context.instrumentOf(row.symbol);
  const problem =
    text === (props.value ?? '') || instrument === undefined ? null : editProblem(row, field, text, instrument);

  useEffect(() => {
    input.current?.focus();
    if (firstText(props.eventKey, props.value) === (props.value ?? '')) input.current?.select();
  }, [props.eventKey, props.value]);

  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.repeat) {
      // The order may have changed since the last letter; the newest row decides.
      const now = node.data ?? row;
      if (text === (now[field] ?? '')) stopEditing();
      else if (instrument !== undefined && editProblem(now, field, text, instrument) === null) {
        void sendEdit(now, field, text);
        stopEditing();
      } else setText(text);
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && instrument !== undefined) {
      event.preventDefault();
      const [step, lowest] =
        field === 'price'
          ? [instrument.priceTick, instrument.priceMin]
          : [instrument.quantityStep, instrument.quantityMin];
      const move = { direction: event.key === 'ArrowUp' ? 1 : -1, tenfold: event.shiftKey } as const;
      setText(stepped(text, step, move, null, lowest) ?? text);
    }
  }

  return (
    <>
      <input
        ref={input}
        className="orders-editor number"
        aria-label={field === 'price' ? 'New price' : 'New quantity'}
        aria-invalid={problem !== null || undefined}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keyDown}
      />
      {problem === null || input.current === null
        ? null
        : createPortal(
            <ProblemBubble
              problem={problem}
              anchor={input.current}
              take={(value) => {
                setText(value);
                input.current?.focus();
              }}
            />,
            document.body,
          )}
    </>
  );
}

/** What is wrong, below the cell, where nothing is moved by it. */
function ProblemBubble(props: {
  readonly problem: EditProblem;
  readonly anchor: Element;
  take(value: string): void;
}): ReactElement {
  const { problem, anchor, take } = props;
  const { suggestion } = problem;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) placeBy(box.current, anchor.getBoundingClientRect(), 'end');
  }, [anchor, problem]);
  return (
    <div ref={box} className="tooltip orders-problem" role="alert">
      <span className="field-error">{problem.reason}</span>
      {suggestion === undefined ? null : (
        <button
          type="button"
          className="field-suggestion"
          // The focus stays in the cell, whose editing would end without it.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(suggestion)}
        >
          use {readable(suggestion)}
        </button>
      )}
    </div>
  );
}
