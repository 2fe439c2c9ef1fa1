import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { InstrumentRow } from '../../../shared/contract/contract.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { readable } from '../text/number-text.ts';
import { placeBy } from '../overlays/place.ts';
import { stepped } from './stepping.ts';
import type { ValueProblem } from './value-problem.ts';

interface Steps {
  readonly step: Decimal;
  readonly lowest: Decimal;
}

/** How a value of an instrument is stepped by the arrow keys; null while its rules are not known. */
export const stepsOf = (instrument: InstrumentRow | undefined, kind: 'price' | 'quantity'): Steps | null =>
  instrument === undefined
    ? null
    : kind === 'price'
      ? { step: instrument.priceTick, lowest: instrument.priceMin }
      : { step: instrument.quantityStep, lowest: instrument.quantityMin };

/** A number in a cell of a grid while it is edited: Enter sends it, Esc and leaving drop it. */
export function ValueEditor(props: {
  readonly label: string;
  /** As the cell was opened: its value, or the key that was pressed. */
  readonly first: string;
  /** The value as it is now, whatever was typed since. */
  readonly now: () => string;
  readonly problemOf: (text: string) => ValueProblem | null;
  readonly steps: Steps | null;
  send(text: string): void;
  stop(): void;
}): ReactElement {
  const { label, first, now, problemOf, steps, send, stop } = props;
  const [text, setText] = useState(first);
  const input = useRef<HTMLInputElement>(null);
  const problem = text === now() ? null : problemOf(text);

  useEffect(() => {
    input.current?.focus();
    if (first === now()) input.current?.select();
    // Once, as the cell opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.repeat) {
      // The order may have changed since the last letter; what is known now decides.
      if (text === now()) stop();
      else if (problemOf(text) === null) {
        send(text);
        stop();
      } else setText(text);
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && steps !== null) {
      event.preventDefault();
      const move = { direction: event.key === 'ArrowUp' ? 1 : -1, tenfold: event.shiftKey } as const;
      setText(stepped(text, steps.step, move, null, steps.lowest) ?? text);
    }
  }

  return (
    <>
      <input
        ref={input}
        className="value-editor number"
        aria-label={label}
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
  readonly problem: ValueProblem;
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
    <div ref={box} className="tooltip value-problem" role="alert">
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
