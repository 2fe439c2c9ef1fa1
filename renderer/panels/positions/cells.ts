import type { InstrumentRow, PositionRow } from '../../../shared/contract/contract.ts';
import {
  abs,
  approximate,
  atLeastPlaces,
  decimalsOf,
  grouped,
  isZero,
  ZERO,
  type Decimal,
} from '../../../shared/decimal.ts';
import {
  liquidationDistance,
  returnOnEquity,
  unrealisedPnl,
  type LiquidationDistance,
} from '../../../shared/rules/account/position.ts';
import { reverseDraft } from '../../../shared/rules/position-math.ts';
import { MISSING } from '../../ui/text/format.ts';
import { cellOf, type DrawCell } from '../../ui/grid/grid-cell.ts';
import { direction, distanceLevel, signedText } from './position-words.ts';

/** What cells need besides their row. */
export interface GridContext {
  instrumentOf(symbol: string): InstrumentRow | undefined;
  /** Whether the row stands there only because someone aims at a row. */
  isClosed(row: PositionRow): boolean;
  show(row: PositionRow): void;
  close(row: PositionRow): void;
  reverse(row: PositionRow): void;
}

type Draw = DrawCell<PositionRow, GridContext>;
const cell = (make: (box: HTMLElement) => Draw) => cellOf<PositionRow, GridContext>(make);

/** A price with at least the instrument's own decimals; a digit is never taken away. */
function priceText(value: Decimal | null, row: PositionRow, { instrumentOf }: GridContext): string {
  if (value === null) return MISSING;
  const instrument = instrumentOf(row.symbol);
  return grouped(instrument === undefined ? value : atLeastPlaces(value, decimalsOf(instrument.priceTick)));
}

const quoteOf = (row: PositionRow, { instrumentOf }: GridContext): string => instrumentOf(row.symbol)?.quote ?? '';

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Pressing the symbol shows it in the linked panels. */
export const SymbolCell = cell((box) => {
  const name = document.createElement('button');
  name.type = 'button';
  name.className = 'positions-symbol';
  box.append(name);
  return (row, context) => {
    name.textContent = row.symbol;
    name.title = `Show ${row.symbol} in the other panels`;
    name.onclick = () => context.show(row);
  };
});

export const SideCell = cell((box) => (row, context) => {
  const side = direction(row);
  box.dataset['tone'] = side === 'long' ? 'up' : 'down';
  box.classList.add('positions-side');
  box.textContent = context.isClosed(row) ? 'Closed' : capital(side);
  box.title = row.positionSide === 'BOTH' ? 'One-way position' : `Position side ${row.positionSide}`;
});

export const QuantityCell = cell((box) => (row, context) => {
  const instrument = context.instrumentOf(row.symbol);
  const size = abs(row.holding);
  box.textContent = grouped(instrument === undefined ? size : atLeastPlaces(size, decimalsOf(instrument.quantityStep)));
  box.title = instrument === undefined ? '' : `${grouped(size)} ${instrument.base}`;
});

const priceCell = (field: 'averageOpenPrice' | 'markPrice' | 'liquidationPrice') =>
  cell((box) => (row, context) => {
    // The exchange writes zero where there is nothing to liquidate.
    const none = field === 'liquidationPrice' && row.liquidationPrice !== null && distanceOf(row, context) === null;
    // An estimate beyond what the symbol can cost stands nowhere else.
    box.title =
      none && !isZero(row[field] ?? ZERO)
        ? `Estimated at ${priceText(row[field], row, context)}, where it can never be`
        : '';
    box.textContent = none ? 'none' : priceText(row[field], row, context);
    box.dataset['faint'] = none || row[field] === null ? 'yes' : 'no';
  });
export const PriceCell = {
  averageOpenPrice: priceCell('averageOpenPrice'),
  markPrice: priceCell('markPrice'),
  liquidationPrice: priceCell('liquidationPrice'),
} as const;

const pnlCell = (read: (row: PositionRow) => Decimal | null, words: string) =>
  cell((box) => {
    box.classList.add('positions-pnl');
    return (row, context) => {
      const value = read(row);
      if (value === null) {
        box.textContent = MISSING;
        box.title = '';
        box.dataset['tone'] = 'none';
        return;
      }
      const { text, exact, tone } = signedText(value);
      box.textContent = text;
      box.title = `${exact} ${quoteOf(row, context)}, ${words}`;
      box.dataset['tone'] = tone;
    };
  });
export const PnlCell = pnlCell(unrealisedPnl, 'not taken yet');
export const PnlOfDayCell = pnlCell(({ pnl24h }) => pnl24h, 'taken in the last 24 hours');

export const RoeCell = cell((box) => {
  box.classList.add('positions-pnl');
  return (row) => {
    const percent = returnOnEquity(row, row.leverage);
    const shown = percent === null ? null : signedText(percent);
    box.textContent = shown === null ? MISSING : `${shown.text} %`;
    box.dataset['tone'] = shown?.tone ?? 'none';
  };
});

/** The distance to a liquidation that can be. */
export const distanceOf = (row: PositionRow, { instrumentOf }: GridContext): LiquidationDistance | null =>
  liquidationDistance(row, instrumentOf(row.symbol)?.priceMax ?? null);

/** Percent of the mark price, and a bar of what is left of the way from the entry. */
export const DistanceCell = cell((box) => {
  const bar = document.createElement('i');
  const text = document.createTextNode('');
  bar.className = 'positions-bar';
  box.classList.add('positions-distance');
  box.append(bar, text);
  return (row, context) => {
    const distance = distanceOf(row, context);
    const level = distance === null ? 'none' : distanceLevel(distance);
    box.dataset['level'] = level;
    text.data =
      distance === null ? MISSING : `${level === 'close' ? '! ' : ''}${grouped(atLeastPlaces(distance.percent, 2))} %`;
    bar.hidden = distance === null || distance.left === null;
    bar.style.transform = `scaleX(${approximate(distance?.left ?? ZERO)})`;
    box.title =
      distance === null
        ? 'No liquidation price is known.'
        : `${grouped(distance.price)} ${quoteOf(row, context)} from mark to liquidation`;
  };
});

const buttonCell = (
  word: 'Close' | 'Reverse',
  press: (row: PositionRow, context: GridContext) => void,
  whyNot: (row: PositionRow, context: GridContext) => string | null,
) =>
  cell((box) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1; // the cell has the focus and takes Enter
    button.className = 'positions-button';
    button.textContent = word;
    box.append(button);
    return (row, context) => {
      const why = whyNot(row, context);
      button.setAttribute('aria-label', `${word} ${row.symbol} ${direction(row)}`);
      button.setAttribute('aria-disabled', String(why !== null));
      button.title = why ?? '';
      button.onclick = () => {
        if (why === null) press(row, context);
      };
    };
  });

const whyClosed = (row: PositionRow, context: GridContext): string | null =>
  context.isClosed(row) ? 'This position is closed.' : null;

/** Why no single order can turn the position around; null when one can. */
const whyNotReversed = (row: PositionRow, context: GridContext): string | null =>
  whyClosed(row, context) ??
  (reverseDraft(row) === null
    ? 'In hedge mode long and short stand side by side: close this one and open the other.'
    : null);

export const CloseCell = buttonCell('Close', (row, context) => context.close(row), whyClosed);
export const ReverseCell = buttonCell('Reverse', (row, context) => context.reverse(row), whyNotReversed);
