import type { DeadManItem, DeadManRow } from '../../../shared/contract/deadman.ts';
import { grouped, type Decimal } from '../../../shared/decimal.ts';

/** How many orders went, by kind: "7 orders (4 orders, 3 algo orders)". */
export function countWords({ orders, algos }: Pick<NonNullable<DeadManRow['report']>, 'orders' | 'algos'>): string {
  if (orders + algos === 0) return 'none';
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
