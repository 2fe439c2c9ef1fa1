import type { InstrumentRow, OrderRow } from '../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { add, atLeastPlaces, decimalsOf, divide, grouped, isZero, type Decimal } from '../../../shared/decimal.ts';
import { averageText } from '../../ui/text/average-text.ts';
import type { Fill } from './order-news.ts';

/** A notice to be. */
export interface Words {
  readonly text: string;
  readonly more: string;
}

type InstrumentOf = (symbol: string) => InstrumentRow | undefined;

/** More lines at once than these are counted in one. */
const MOST_LINES = 4;

/** Fills in words, those of one symbol and side together: "Bought 0.0500 BTC at 64,210.5". */
export function fillWords(fills: readonly Fill[], instrumentOf: InstrumentOf): readonly Words[] {
  const groups = Map.groupBy(fills, ({ row }) => `${row.symbol} ${row.side}`);
  const lines = [...groups.values()].map((group) => groupWords(group, instrumentOf));
  if (lines.length <= MOST_LINES) return lines;
  const rest = [...groups.values()].slice(MOST_LINES - 1);
  const count = ordersOf(rest.flat());
  const symbols = [...new Set(rest.map(([first]) => first?.row.symbol ?? ''))];
  return [...lines.slice(0, MOST_LINES - 1), { text: `Fills of ${count} orders more`, more: symbols.join(', ') }];
}

function groupWords(group: readonly Fill[], instrumentOf: InstrumentOf): Words {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return { text: '', more: '' };
  const { symbol, side } = first.row;
  const instrument = instrumentOf(symbol);
  const quantity = group.map((fill) => fill.quantity).reduce(add);
  const value = group
    .map((fill) => fill.value)
    .reduce((sum, each) => (sum === null || each === null ? null : add(sum, each)));
  const price = value === null ? null : divide(value, quantity);
  const many = group.length > 1;
  const orders = ordersOf(group);
  const text = [
    side === 'BUY' ? 'Bought' : 'Sold',
    sized(quantity, symbol, instrument),
    price === null ? '' : `at ${averageText(price, pricePlaces(instrument))}${many ? ' on average' : ''}`,
  ];
  return {
    text: text.filter((word) => word !== '').join(' '),
    more: `${symbol}, ${orders > 1 ? `${orders} orders` : howFar(last.row, instrument)}`,
  };
}

/** A feed tells of an order once for several fills: orders can be counted, fills cannot. */
const ordersOf = (fills: readonly Fill[]): number => new Set(fills.map(({ row }) => row.id)).size;

function howFar(row: OrderRow, instrument: InstrumentRow | undefined): string {
  if (!row.open) return row.status === 'FILLED' ? 'order filled' : `order ${row.status.toLowerCase()}`;
  if (row.quantity === null) return 'order filled in part';
  const places = quantityPlaces(instrument);
  return `${grouped(atLeastPlaces(row.executed, places))} of ${grouped(atLeastPlaces(row.quantity, places))} filled`;
}

const pricePlaces = (instrument: InstrumentRow | undefined): number =>
  instrument === undefined ? 0 : decimalsOf(instrument.priceTick);
const quantityPlaces = (instrument: InstrumentRow | undefined): number =>
  instrument === undefined ? 0 : decimalsOf(instrument.quantityStep);

const sized = (quantity: Decimal, symbol: string, instrument: InstrumentRow | undefined): string =>
  `${grouped(atLeastPlaces(quantity, quantityPlaces(instrument)))} ${instrument?.base ?? symbol}`;

/** An order in words: "Buy 0.1000 BTC at 66,000.0". */
function orderWords(
  row: Pick<OrderRow, 'symbol' | 'quantity' | 'price'> & { readonly side: string | null },
  instrumentOf: InstrumentOf,
): string {
  const instrument = instrumentOf(row.symbol);
  const side = row.side === 'BUY' ? 'Buy' : row.side === 'SELL' ? 'Sell' : '';
  const size =
    row.quantity === null
      ? (instrument?.base ?? row.symbol)
      : isZero(row.quantity)
        ? 'the whole position' // A stop of a position has no quantity of its own.
        : sized(row.quantity, row.symbol, instrument);
  const price = row.price === null ? '' : `at ${grouped(atLeastPlaces(row.price, pricePlaces(instrument)))}`;
  return [side, size, price].filter((word) => word !== '').join(' ');
}

/** Ends that nobody here asked for, in words; many together are counted. */
export function endWords(rows: readonly OrderRow[], instrumentOf: InstrumentOf): readonly Words[] {
  if (rows.length > MOST_LINES)
    return [
      {
        text: `${rows.length} orders ended unfilled that this terminal did not cancel`,
        more: [...new Set(rows.map(({ symbol }) => symbol))].join(', '),
      },
    ];
  return rows.map((row) => ({
    text: `${endWord(row)}: ${orderWords(row, instrumentOf)}`,
    more: [row.symbol, row.reason ?? ''].filter((word) => word !== '').join(', '),
  }));
}

/** These take what is there and give the rest back: their end is no cancel by anybody. */
const AT_ONCE: ReadonlySet<string> = new Set(['IOC', 'FOK', 'MARKET']);

/** The exchange says why it cancelled something by itself, as the other leg of an OCO; a person's cancel has no such reason. */
const cancelWord = (reason: string | null): string =>
  reason === null || reason === '' || /\bby (the )?user\b/i.test(reason)
    ? 'Cancelled outside this terminal'
    : 'Cancelled';

function endWord({ status, type, reason }: OrderRow): string {
  if (status === 'REJECTED') return 'Rejected after it was accepted';
  if (AT_ONCE.has(type)) return 'Not filled whole, the rest is cancelled';
  return status === 'CANCELLED' ? cancelWord(reason) : `Ended as ${status}`;
}

/** The same of the nodes of plans: triggered, rejected or cancelled. */
export function algoWords(
  what: 'triggered' | 'rejected' | 'cancelled',
  rows: readonly AlgoRow[],
  instrumentOf: InstrumentOf,
): readonly Words[] {
  if (rows.length > MOST_LINES)
    return [
      {
        text: `${rows.length} algo orders ${what === 'cancelled' ? 'ended that this terminal did not cancel' : what}`,
        more: [...new Set(rows.map(({ symbol }) => symbol))].join(', '),
      },
    ];
  return rows.map((row) => {
    const places = pricePlaces(instrumentOf(row.symbol));
    const trigger = row.triggerPrice === null ? '' : `trigger ${grouped(atLeastPlaces(row.triggerPrice, places))}`;
    const begin = { triggered: 'Triggered', rejected: 'Rejected', cancelled: cancelWord(row.reason) }[what];
    return {
      text: `${begin}: ${row.algoType}, ${orderWords(row, instrumentOf)}`,
      more: [row.symbol, trigger, row.reason ?? ''].filter((word) => word !== '').join(', '),
    };
  });
}
