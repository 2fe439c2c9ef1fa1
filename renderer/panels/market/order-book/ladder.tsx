import { memo, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { BookRow } from '../../../../shared/contract/contract.ts';
import { atLeastPlaces, grouped, toDecimal, type Decimal } from '../../../../shared/decimal.ts';
import { pickPrice } from '../../../state/orders/pick-price.ts';
import { useHold } from '../../../ui/focus/use-hold.ts';
import { bidShare, groupLevels, ladder, spreadOf, type BookSide, type LadderRow } from './levels.ts';
import { MiddleRow } from './middle-row.tsx';
import { ownKey, type OwnLevels } from './own-levels.ts';

const ROW_PX = 19;
const HEAD_PX = 22;
const MIDDLE_PX = 30;
const BALANCE_PX = 30;

interface Numbers {
  readonly pricePlaces: number;
  readonly sizePlaces: number;
}

/** The book as aligned rows, asks above, bids below, the market between them. */
export function Ladder(
  props: {
    readonly book: BookRow;
    readonly step: Decimal | null;
    readonly own: OwnLevels;
    readonly symbol: string;
    readonly tickPlaces: number;
  } & Numbers,
): ReactElement {
  const { own, symbol, pricePlaces, sizePlaces } = props;
  const box = useRef<HTMLDivElement>(null);
  const depth = useDepth(box);
  const hold = useHold();
  const kept = useRef(props.book);
  if (!hold.held) kept.current = props.book;
  const book = kept.current;
  const [active, setActive] = useState<number | null>(null);

  const { asks, bids } = ladder(
    groupLevels(book.bids, props.step, 'bid', depth),
    groupLevels(book.asks, props.step, 'ask', depth),
  );
  // Farthest ask first, as it stands on the screen; the rows keep their places while levels come and go.
  const rows: readonly (readonly [BookSide, LadderRow | undefined])[] = [
    ...Array.from({ length: depth }, (_, row) => ['ask', asks[depth - 1 - row]] as const),
    ...Array.from({ length: depth }, (_, row) => ['bid', bids[row]] as const),
  ];

  function pick(price: string | undefined): void {
    const value = price === undefined ? null : toDecimal(price);
    if (value !== null) pickPrice({ symbol, price: value });
  }
  function keyDown(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      hold.touch();
      setActive(nextRow(rows, active ?? depth - (step === 1 ? 1 : 0), step));
    } else if (event.key === 'Enter' && active !== null) pick(rows[active]?.[1]?.price);
  }

  const draw = (from: number, to: number): ReactElement[] =>
    rows.slice(from, to).map(([side, row], index) => {
      const at = from + index;
      return (
        <BookLine
          key={at}
          id={`${LINE}${at}`}
          side={side}
          price={row?.price}
          size={row?.size}
          total={row?.total}
          sizeShare={row?.sizeShare ?? 0}
          totalShare={row?.totalShare ?? 0}
          own={row === undefined ? undefined : own.get(ownKey(side, row.price))}
          active={active === at}
          pricePlaces={pricePlaces}
          sizePlaces={sizePlaces}
        />
      );
    });

  return (
    <div
      ref={box}
      className="book"
      role="grid"
      aria-label="Order book"
      tabIndex={0}
      aria-activedescendant={active === null ? undefined : `${LINE}${active}`}
      onKeyDown={keyDown}
      onBlur={() => setActive(null)}
      onPointerMove={hold.touch}
      onPointerLeave={hold.letGo}
      onClick={(event) => {
        const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-price]') : null;
        pick(line?.dataset['price']);
      }}
    >
      <div className="book-line book-head" role="row">
        <span role="columnheader">Price</span>
        <span role="columnheader">Size</span>
        <span role="columnheader">Total</span>
      </div>
      <div role="rowgroup" aria-label="Asks">
        {draw(0, depth)}
      </div>
      <MiddleRow
        symbol={symbol}
        places={props.tickPlaces}
        spread={spreadOf(book.bids[0], book.asks[0])}
        held={hold.held}
      />
      <div role="rowgroup" aria-label="Bids">
        {draw(depth, rows.length)}
      </div>
      <Balance bids={bids.at(-1)?.total} asks={asks.at(-1)?.total} />
    </div>
  );
}

/** How what is shown is shared between the sides. */
const Balance = memo(function Balance(props: {
  readonly bids: Decimal | undefined;
  readonly asks: Decimal | undefined;
}): ReactElement {
  const bids = bidShare(props.bids, props.asks);
  return (
    <div className="book-balance" role="row">
      {bids === null ? null : (
        <>
          <span className="book-balance-bar" aria-hidden="true">
            <i style={{ width: `${bids}%` }} />
          </span>
          <span role="gridcell" className="tone-up">
            {bids}% bid
          </span>
          <span role="gridcell" className="tone-down">
            {100 - bids}% ask
          </span>
        </>
      )}
    </div>
  );
});

const LINE = 'book-line-';
/** Colour and place say it to those who see. */
const SIDE_WORDS = { ask: 'Ask', bid: 'Bid' } as const;

/** How many levels of a side fit. */
function useDepth(box: { readonly current: HTMLElement | null }): number {
  const [depth, setDepth] = useState(10);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void =>
      setDepth(Math.max(3, Math.floor((element.clientHeight - HEAD_PX - MIDDLE_PX - BALANCE_PX) / ROW_PX / 2)));
    measure();
    const sized = new ResizeObserver(measure);
    sized.observe(element);
    return () => sized.disconnect();
  }, [box]);
  return depth;
}

/** The next row that holds a level. */
function nextRow(
  rows: readonly (readonly [BookSide, LadderRow | undefined])[],
  from: number,
  step: number,
): number | null {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]?.[1] !== undefined) return at;
  return rows[from]?.[1] === undefined ? null : from;
}

/** One level. All it is drawn from are texts and whole numbers, so that a level that did not change costs nothing. */
const BookLine = memo(function BookLine(
  props: {
    readonly id: string;
    readonly side: BookSide;
    readonly price: Decimal | undefined;
    readonly size: Decimal | undefined;
    readonly total: Decimal | undefined;
    readonly sizeShare: number;
    readonly totalShare: number;
    readonly own: Decimal | undefined;
    readonly active: boolean;
  } & Numbers,
): ReactElement {
  const { side, price, size, total, own, pricePlaces, sizePlaces } = props;
  const text = (value: Decimal | undefined, places: number): string =>
    value === undefined ? '' : grouped(atLeastPlaces(value, places));
  return (
    <div
      id={props.id}
      role="row"
      aria-label={
        price === undefined
          ? undefined
          : `${SIDE_WORDS[side]} ${text(price, pricePlaces)}, size ${text(size, sizePlaces)}, total ${text(total, sizePlaces)}`
      }
      className={`book-line book-${side}${props.active ? ' book-active' : ''}${own === undefined ? '' : ' book-own'}`}
      data-price={price}
      style={{ backgroundSize: `${props.sizeShare}% 16px, ${props.totalShare}% 100%` }}
      title={own === undefined ? undefined : `Own: ${grouped(own)}`}
    >
      <span role="gridcell" className="book-price">
        {own === undefined ? null : <b className="book-mark" role="img" aria-label={`own ${own}`} />}
        {text(price, pricePlaces)}
      </span>
      <span role="gridcell">{text(size, sizePlaces)}</span>
      <span role="gridcell" className="book-total">
        {text(total, sizePlaces)}
      </span>
    </div>
  );
});
