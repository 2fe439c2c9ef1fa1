import type { InstrumentRow, MarketRow } from '../../../shared/contract/contract.ts';
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
import { symbolName } from '../../../shared/words/symbol-name.ts';
import { MISSING } from '../../ui/text/format.ts';
import { cellOf } from '../../ui/grid/grid-cell.ts';
import { triggerOf } from './distance.ts';
import type { TreeLine } from './tree/flatten.ts';

/** What cells need besides their line. */
export interface AlgoContext {
  instrumentOf(symbol: string): InstrumentRow | undefined;
  marketOf(symbol: string): MarketRow | undefined;
  lineOf(id: string): TreeLine | undefined;
  toggle(line: TreeLine): void;
  cancel(row: AlgoRow): void;
  details(row: AlgoRow): void;
}

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

/** Where a node triggers; about, where a trailing stop follows the best price that this terminal saw. */
export function triggerText(row: AlgoRow, context: Pick<AlgoContext, 'instrumentOf'>): string {
  const trigger = triggerOf(row);
  if (trigger === null) return MISSING;
  return `${trigger.trails ? '≈ ' : ''}${algoNumber(trigger.price, row, 'price', context)}`;
}

/*
 * As few elements as can be: while one scrolls, each of them is made and styled anew for every row, and
 * that is most of what a frame costs.
 */

/** The node with its place in the tree, and the mark of what is odd. */
export const TreeCell = cellOf<AlgoRow, AlgoContext>((box) => {
  const name = document.createTextNode('');
  box.classList.add('algo-name');
  box.append(name);
  let toggle: HTMLElement | null = null;
  let symbol: HTMLElement | null = null;
  let odd: HTMLElement | null = null;
  let press = (): void => undefined;
  return (row, context) => {
    const line = context.lineOf(row.id);
    if (line === undefined) return;
    press = () => context.toggle(line);
    box.style.paddingLeft = `${indentOf(line.level) + (line.children === 0 ? TOGGLE : 0)}px`;
    if (line.children > 0 && toggle === null) {
      toggle = makeToggle(() => press());
      box.prepend(toggle);
    }
    if (toggle !== null) {
      toggle.hidden = line.children === 0;
      toggle.classList.toggle('algo-open', line.expanded);
    }
    name.data = row.algoType;
    // Its legs stand below it.
    const own = line.level === 0 ? symbolName(row.symbol) : '';
    if (own !== '' && symbol === null) {
      symbol = make('span', 'algo-symbol');
      name.after(symbol);
    }
    if (symbol !== null) symbol.textContent = own;
    if (row.odd !== null && odd === null) {
      odd = make('span', 'algo-odd');
      box.append(odd);
    }
    if (odd === null) return;
    odd.textContent = row.odd === null ? '' : 'odd';
    odd.title = row.odd ?? '';
  };
});

/** The room that the mark of an open or closed branch takes, in pixels. */
const TOGGLE = 16;

/** How far a level stands to the right, in pixels: the deeper, the less more, so that the words are always seen. */
const indentOf = (level: number): number => Math.min(level - 1, 5) * 14 + Math.min(Math.max(0, level - 6) * 2, 20);

/** The mark of a branch; keys and the row's `aria-expanded` say the same. */
function makeToggle(press: () => void): HTMLElement {
  const toggle = make('button', 'algo-toggle');
  toggle.tabIndex = -1;
  toggle.setAttribute('aria-hidden', 'true');
  toggle.addEventListener('click', (event) => {
    event.stopPropagation();
    press();
  });
  return toggle;
}

/** What is on its way with a node, or was refused of it; empty for most. */
export const noteOf = ({ pending, lastRefusal }: AlgoRow): string =>
  pending === 'edit'
    ? 'editing'
    : pending === 'cancel'
      ? 'cancelling'
      : pending === 'unconfirmed'
        ? 'unconfirmed'
        : (lastRefusal ?? '');

/** The status of a node with a note: what is on its way, what was refused, and the exchange's own words. */
export const StatusCell = cellOf<AlgoRow, AlgoContext>((box) => {
  const word = document.createTextNode('');
  const note = make('span', 'algo-note');
  box.append(word, note);
  return (row) => {
    word.data = row.algoStatus;
    note.textContent = noteOf(row);
    note.title = row.lastRefusal ?? '';
    note.dataset['tone'] = row.pending === 'unconfirmed' || row.lastRefusal !== null ? 'warn' : 'soft';
  };
});

/** A button of a row, and nothing besides. */
const buttonCell = (
  draw: (button: HTMLElement, row: AlgoRow) => void,
  press: (row: AlgoRow, context: AlgoContext) => void,
) =>
  cellOf<AlgoRow, AlgoContext>((box) => {
    const button = make('button', 'orders-cancel-button algo-button');
    let now: { readonly row: AlgoRow; readonly context: AlgoContext } | null = null;
    button.addEventListener('click', () => {
      if (now !== null) press(now.row, now.context);
    });
    box.append(button);
    return (row, context) => {
      now = { row, context };
      draw(button, row);
    };
  });

export const DetailsCell = buttonCell(
  (button, row) => {
    button.textContent = 'Details';
    button.setAttribute('aria-label', `Details of ${row.algoType} ${row.id}`);
  },
  (row, context) => context.details(row),
);

export const CancelCell = buttonCell(
  (button, row) => {
    button.textContent = 'Cancel';
    button.hidden = !row.open;
    button.setAttribute('aria-label', `Cancel ${row.algoType} ${row.id}`);
  },
  (row, context) => context.cancel(row),
);

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
