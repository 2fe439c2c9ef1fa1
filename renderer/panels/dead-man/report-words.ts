import type { DeadManItem, DeadManRow } from '../../../shared/contract/deadman.ts';
import { abs, atLeastPlaces, cut, grouped, isNegative, type Decimal } from '../../../shared/decimal.ts';

type Count = Pick<NonNullable<DeadManRow['report']>, 'orders' | 'algos' | 'mayBeMore'>;

/** How many orders went, by kind: "7 (4 orders, 3 algo orders)". What was not seen is not said to be none. */
export function countWords({ orders, algos, mayBeMore = false }: Count): string {
  if (orders + algos === 0) return mayBeMore ? 'not known' : 'none';
  return `${mayBeMore ? 'at least ' : ''}${kindWords(orders, algos)}`;
}

function kindWords(orders: number, algos: number): string {
  if (algos === 0) return plural(orders, 'order');
  if (orders === 0) return plural(algos, 'algo order');
  return `${orders + algos} (${plural(orders, 'order')}, ${plural(algos, 'algo order')})`;
}

/** One line about what went, with its id last: "SELL 0.02 PERP_BTC_USDT, STOP, trigger 62,000, id 17". */
export function itemWords({ id, symbol, side, type, quantity, price, trigger }: DeadManItem): string {
  const figure = (word: string, value: Decimal | null): string | null =>
    value === null ? null : `${word} ${grouped(value)}`;
  const head = [side, quantity === null ? null : grouped(quantity), symbol].filter((part) => part !== null).join(' ');
  return [head, type, figure('price', price), figure('trigger', trigger), `id ${id}`]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** "−2,313.75", cut to cents: no money is written with a hyphen or with more digits than anybody pays. */
export const moneyWords = (value: Decimal): string =>
  `${isNegative(value) ? '−' : ''}${grouped(atLeastPlaces(cut(abs(value), 2), 2))}`;
