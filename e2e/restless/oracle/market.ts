import { Big } from 'big.js';
import { list, part, word, type ExchangeSide, type Wire } from '../exchange-side.ts';
import { plain } from '../figures.ts';

/** A level of a book, with what it and the better ones have together. */
export interface Level {
  readonly price: string;
  readonly size: string;
  readonly total: string;
}

function levels(rows: readonly Wire[]): readonly Level[] {
  let total = new Big(0);
  return rows.map((each) => {
    const size = word(each, 'quantity');
    total = total.plus(size);
    return { price: plain(word(each, 'price')), size: plain(size), total: plain(total.toFixed()) };
  });
}

/** The book without orders for retail, best level first. */
export async function book(
  exchange: ExchangeSide,
  symbol: string,
): Promise<{ readonly asks: readonly Level[]; readonly bids: readonly Level[] }> {
  const answer = await exchange.read('/v3/public/orderbook', { symbol, maxLevel: '60' });
  return { asks: levels(list(answer, 'asks')), bids: levels(list(answer, 'bids')) };
}

/** Price and quantity of the latest trade. */
export async function latestTrade(
  exchange: ExchangeSide,
  symbol: string,
): Promise<{ readonly price: string; readonly quantity: string }> {
  const [latest] = list(await exchange.read('/v3/public/marketTrades', { symbol, limit: '1' }), 'rows');
  return { price: word(latest, 'executedPrice'), quantity: word(latest, 'executedQuantity') };
}

export const lastPrice = async (exchange: ExchangeSide, symbol: string): Promise<string> =>
  (await latestTrade(exchange, symbol)).price;

/** Leverage of a symbol, as the screen writes it, and the most that its rules allow. */
export async function leverage(
  exchange: ExchangeSide,
  symbol: string,
  marginMode: string,
): Promise<{ readonly words: string; readonly most: number }> {
  const answer = await exchange.read('/v3/futures/leverage', { symbol, marginMode });
  const words = list(answer, 'details').map((each) => `${word(each, 'leverage')}× ${word(each, 'positionSide')}`);
  const [rules] = list(await exchange.read('/v3/public/instruments', { symbol }), 'rows');
  const most = Number(new Big(1).div(word(rules, 'baseIMR')).round(0, Big.roundDown));
  return { words: words.join(', '), most };
}

/** When the dead-man switch fires, in ms of the exchange, and its time now; null while it is off. */
export async function deadMan(exchange: ExchangeSide): Promise<{ readonly at: number; readonly now: number } | null> {
  const state = await exchange.admin('GET', '/state');
  const at = word(part(state, 'deadMan'), 'practice');
  return at === '0' ? null : { at: Number(at), now: Number(word(state, 'now')) };
}
