import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { InstrumentRow, OrderRow } from '../../../../../shared/contract/contract.ts';
import { atLeastPlaces, decimalsOf, grouped, toDecimal, type Decimal } from '../../../../../shared/decimal.ts';
import { useFeedRows } from '../../../../state/feeds/feeds.ts';
import { orderActions } from '../../../../state/orders/order-actions.ts';
import { cellState } from '../../../../state/orders/order-edits.ts';
import type { ChartView } from '../chart-view.ts';
import { LineTag, type Move } from './line-tag.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { orderLine, positionLines, type ChartLine } from './order-lines.ts';
import { stepAside } from './step-aside.ts';
import { useSymbolOrders } from './use-symbol-orders.ts';

/** Own orders and positions over the chart; they follow it without React. */
export function ChartLines(props: {
  readonly view: ChartView;
  readonly redraws: Set<() => void>;
  readonly instrument: InstrumentRow;
  /** Where the market is on the price axis. */
  place(): number | null;
}): ReactElement {
  const { view, redraws, instrument, place } = props;
  const { symbol } = instrument;
  const box = useRef<HTMLDivElement>(null);
  const { drawn: orders, total } = useSymbolOrders(symbol, place);
  const edits = useStore(orderActions, (state) => state.edits);
  const positions = useFeedRows('positions').rows;
  const [move, setMove] = useState<Move | null>(null);
  const [question, setQuestion] = useState<{ readonly row: OrderRow; readonly price: Decimal } | null>(null);
  const places = decimalsOf(instrument.priceTick);

  const lines: ChartLine[] = [
    ...orders.flatMap((row) => orderLine(row, cellState(row, 'price', edits.get(row.id)), places) ?? []),
    ...[...positions.values()].filter((row) => row.symbol === symbol).flatMap((row) => positionLines(row, places)),
  ];

  useLayoutEffect(() => {
    const follow = (): void => {
      if (box.current !== null) placeLines(box.current, view);
    };
    follow();
    redraws.add(follow);
    return () => {
      redraws.delete(follow);
    };
  });

  return (
    <>
      <div ref={box} className="chart-lines">
        {lines.map((line) => (
          <div key={line.id} className={`chart-line chart-line-${line.tone}`} data-price={line.price}>
            <LineTag
              line={line}
              view={view}
              instrument={instrument}
              move={move?.id === line.id ? move : null}
              onMove={setMove}
              onAsk={(row, price) => setQuestion({ row, price })}
            />
          </div>
        ))}
        {lines.flatMap((line) => {
          const ghost = ghostOf(line, move, places);
          return ghost === null ? (
            []
          ) : (
            <div
              key={`${line.id} ghost`}
              className={`chart-line chart-line-ghost chart-line-${line.tone}`}
              data-price={ghost.price}
            >
              <span className="chart-ghost-words">{ghost.words}</span>
            </div>
          );
        })}
      </div>
      {total > orders.length ? (
        <p className="chart-more">
          The nearest {orders.length} of {total.toLocaleString('en-US')} orders
        </p>
      ) : null}
      {question === null ? null : (
        <MoveDialog
          row={orders.find(({ id }) => id === question.row.id) ?? null}
          dragged={question.row}
          price={question.price}
          instrument={instrument}
          onClose={() => {
            setQuestion(null);
            setMove(null);
          }}
        />
      )}
    </>
  );
}

/** Where a line would go: by the hand that moves it, or by an edit that is not settled. */
function ghostOf(
  line: ChartLine,
  move: Move | null,
  places: number,
): { readonly price: Decimal; readonly words: string } | null {
  const written = (value: Decimal): string => grouped(atLeastPlaces(value, places));
  if (move?.id === line.id) return { price: move.price, words: `Edit to ${written(move.price)}` };
  const price = line.ghost === null ? null : toDecimal(line.ghost.price);
  return line.ghost === null || price === null ? null : { price, words: `${written(price)} ${line.ghost.word}` };
}

function placeLines(box: HTMLElement, view: ChartView): void {
  const { width, height } = view.pane();
  box.style.width = `${width}px`;
  box.style.height = `${height}px`;
  const tags: { readonly element: HTMLElement; readonly y: number; readonly width: number }[] = [];
  for (const line of box.children) {
    if (!(line instanceof HTMLElement)) continue;
    const price = toDecimal(line.dataset['price'] ?? '');
    const y = price === null ? null : view.yOf(price);
    line.hidden = y === null || y < 0 || y > height;
    if (y === null) continue;
    line.style.transform = `translateY(${Math.round(y)}px)`;
    const element = line.hidden ? null : line.querySelector<HTMLElement>('.chart-tag');
    if (element !== null) tags.push({ element, y, width: widthOf(element) });
  }
  stepAside(tags).forEach((left, index) => tags[index]?.element.style.setProperty('left', `${left}px`));
}

/**
 * Widths by density and text. Each redraw needs them, and each measurement lays the page out. All digits have one width,
 * so a size that counts down is measured once.
 */
const widths = new Map<string, number>();
function widthOf(tag: HTMLElement): number {
  const key = `${document.documentElement.dataset['density']} ${tag.textContent.replace(/\d/g, '0')}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const width = tag.offsetWidth;
  if (width > 0) widths.set(key, width);
  return width;
}
