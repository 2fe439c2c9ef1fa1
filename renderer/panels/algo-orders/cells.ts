import type { InstrumentRow, MarketRow } from '../../../shared/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import {
  atLeastPlaces,
  decimalsOf,
  grouped,
  isZero,
  multiply,
  decimal,
  type Decimal,
} from '../../../shared/decimal.ts';
import { cellOf } from '../../ui/grid-cell.ts';
import { distanceOf } from './distance.ts';
import type { TreeLine } from './flatten.ts';

/** What cells need besides their line. */
export interface AlgoContext {
  instrumentOf(symbol: string): InstrumentRow | undefined;
  marketOf(symbol: string): MarketRow | undefined;
  lineOf(id: string): TreeLine | undefined;
  toggle(line: TreeLine): void;
  cancel(row: AlgoRow): void;
  details(row: AlgoRow): void;
}

const MISSING = '–';

/** A number with the instrument's own decimals; a digit is never taken away. */
export function algoNumber(
  value: Decimal | null,
  row: AlgoRow,
  kind: 'price' | 'quantity',
  context: Pick<AlgoContext, 'instrumentOf'>,
): string {
  if (value === null || isZero(value)) return MISSING;
  const instrument = context.instrumentOf(row.symbol);
  if (instrument === undefined) return grouped(value);
  return grouped(atLeastPlaces(value, decimalsOf(kind === 'price' ? instrument.priceTick : instrument.quantityStep)));
}

const make = (tag: string, className: string): HTMLElement => {
  const element = document.createElement(tag);
  element.className = className;
  return element;
};

/** The node with its place in the tree, and the mark of what is odd. */
export const TreeCell = cellOf<AlgoRow, AlgoContext>((box) => {
  const indent = make('span', 'algo-indent');
  const toggle = make('button', 'algo-toggle');
  toggle.tabIndex = -1;
  toggle.setAttribute('aria-hidden', 'true');
  const name = make('span', 'algo-name');
  const odd = make('span', 'algo-odd');
  odd.textContent = 'odd';
  box.append(indent, toggle, name, odd);
  let press = (): void => undefined;
  toggle.addEventListener('click', (event) => {
    event.stopPropagation();
    press();
  });
  return (row, context) => {
    const line = context.lineOf(row.id);
    if (line === undefined) return;
    press = () => context.toggle(line);
    // Deeper than this the indent would hide the words.
    indent.style.width = `${Math.min(line.level - 1, 24) * 14}px`;
    toggle.textContent = line.children === 0 ? '' : line.expanded ? '▾' : '▸';
    name.textContent = row.algoType;
    name.classList.toggle('algo-ended', !row.open);
    odd.hidden = row.odd === null;
    odd.title = row.odd ?? '';
  };
});

/** Trigger less market, in price and percent. */
export const DistanceCell = cellOf<AlgoRow, AlgoContext>((box) => {
  const price = make('span', 'number');
  const percent = make('span', 'number algo-percent');
  box.append(price, percent);
  let drawn: readonly unknown[] = [];
  return (row, context) => {
    const market = context.marketOf(row.symbol);
    if (drawn[0] === row && drawn[1] === market) return;
    drawn = [row, market];
    const distance = distanceOf(row, market);
    const instrument = context.instrumentOf(row.symbol);
    const places = instrument === undefined ? 0 : decimalsOf(instrument.priceTick);
    const sign = (value: Decimal): string =>
      (value.startsWith('-') ? '−' : '+') + grouped(value.replace('-', '') as Decimal); // its digits
    price.textContent = distance === null ? MISSING : sign(atLeastPlaces(distance.price, places));
    percent.textContent = distance === null ? '' : `${sign(atLeastPlaces(distance.percent, 2))} %`;
    box.dataset['near'] = distance?.near ?? 'none';
  };
});

/** What is on its way, what was refused, and the exchange's own words. */
export const StatusCell = cellOf<AlgoRow, AlgoContext>((box) => {
  const word = make('span', '');
  const note = make('span', 'algo-note');
  box.append(word, note);
  return (row) => {
    word.textContent = row.algoStatus;
    word.className = row.open ? '' : 'algo-ended';
    const words =
      row.pending === 'edit'
        ? 'editing'
        : row.pending === 'cancel'
          ? 'cancelling'
          : row.pending === 'unconfirmed'
            ? 'unconfirmed'
            : (row.lastRefusal ?? '');
    note.textContent = words;
    note.title = row.lastRefusal ?? '';
    note.dataset['tone'] = row.pending === 'unconfirmed' || row.lastRefusal !== null ? 'warn' : 'soft';
  };
});

export const ActionsCell = cellOf<AlgoRow, AlgoContext>((box) => {
  const details = make('button', 'orders-cancel-button algo-button');
  const cancel = make('button', 'orders-cancel-button algo-button');
  details.textContent = 'Details';
  cancel.textContent = 'Cancel';
  box.append(details, cancel);
  let now: { readonly row: AlgoRow; readonly context: AlgoContext } | null = null;
  details.addEventListener('click', () => now?.context.details(now.row));
  cancel.addEventListener('click', () => now?.context.cancel(now.row));
  return (row, context) => {
    now = { row, context };
    cancel.hidden = !row.open;
    cancel.setAttribute('aria-label', `Cancel ${row.algoType} ${row.id}`);
    details.setAttribute('aria-label', `Details of ${row.algoType} ${row.id}`);
  };
});

/** How a trailing stop trails, and whether it has begun. */
export function trailingWords(row: AlgoRow): string {
  if (row.callbackRate === null && row.callbackValue === null) return MISSING;
  const by =
    row.callbackRate !== null && !isZero(row.callbackRate)
      ? `${multiply(row.callbackRate, decimal('100'))} %`
      : grouped(row.callbackValue ?? decimal('0'));
  const from = row.activatedPrice === null || isZero(row.activatedPrice) ? '' : ` from ${grouped(row.activatedPrice)}`;
  const best = row.best === null ? '' : `, best ${grouped(row.best)}`;
  return `${by}${from}, ${row.isActivated ? 'active' : 'waiting'}${best}`;
}
