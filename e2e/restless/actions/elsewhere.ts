import type { Chance } from '../../rigs/simulation/chance.ts';
import { openOrders, positions } from '../oracle/account.ts';
import { word } from '../exchange-side.ts';
import { CannotNow, type Action, type World } from '../world.ts';
import { closing, opening } from './position-side.ts';
import { priceNear, quoteOf, sizeOf } from './ticket.ts';

const SYMBOLS = ['PERP_BTC_USDT', 'PERP_BTC_USDT', 'PERP_ETH_USDT', 'PERP_SOL_USDT', 'SPOT_BTC_USDT'] as const;
const PERPETUALS = ['PERP_BTC_USDT', 'PERP_ETH_USDT', 'PERP_SOL_USDT'] as const;

/** Lets another terminal place a small buy of the shown symbol that far from the market. @returns its id. */
export async function restElsewhere(world: World, away: number): Promise<string> {
  const { exchange, symbol } = world;
  const price = priceNear(symbol, await quoteOf(world, symbol, 'BUY'), away);
  const quantity = symbol.includes('SOL') ? '0.5' : symbol.includes('ETH') ? '0.05' : '0.002';
  const placed = await exchange.write('POST', '/v3/trade/order', {
    symbol,
    side: 'BUY',
    type: 'LIMIT',
    price,
    quantity,
    ...(await opening(exchange, symbol, 'BUY')),
  });
  if (placed === null) throw new CannotNow('the exchange refused it');
  return word(placed, 'orderId');
}

async function tradeElsewhere({ exchange }: World, symbol: string, chance: Chance): Promise<void> {
  const side = chance.pick(['BUY', 'SELL']);
  await exchange.write('POST', '/v3/trade/order', {
    symbol,
    side,
    type: 'MARKET',
    quantity: sizeOf(symbol, chance),
    ...(await opening(exchange, symbol, side)),
  });
}

/** Another terminal on the same account. */
export const ELSEWHERE_ACTIONS: readonly Action[] = [
  {
    name: 'another terminal places an order that rests',
    weight: 1.5,
    run: async (world, chance) => {
      const symbol = chance.pick(SYMBOLS);
      const side = chance.pick(['BUY', 'SELL'] as const);
      const quote = await quoteOf(world, symbol, side);
      const price = priceNear(symbol, quote, side === 'BUY' ? -0.02 : 0.02);
      await world.exchange.write('POST', '/v3/trade/order', {
        symbol,
        side,
        type: 'LIMIT',
        price,
        quantity: sizeOf(symbol, chance),
        ...(await opening(world.exchange, symbol, side)),
      });
    },
  },
  {
    name: 'another terminal trades',
    weight: 2,
    run: async (world, chance) => {
      const symbol = chance.pick(SYMBOLS);
      world.endings += 1;
      await tradeElsewhere(world, symbol, chance);
    },
  },
  {
    name: 'another terminal closes a position and opens another',
    weight: 1.5,
    run: async (world, chance) => {
      const held = [...(await positions(world.exchange)).values()];
      world.endings += 1;
      for (const each of held) await world.exchange.write('POST', '/v3/trade/order', closing(each));
      const symbol = chance.pick(PERPETUALS);
      await tradeElsewhere(world, symbol, chance);
    },
  },
  {
    name: 'another terminal cancels an order',
    run: async (world, chance) => {
      const orders = [...(await openOrders(world.exchange)).values()];
      if (orders.length === 0) throw new CannotNow('there is none');
      const { orderId, symbol } = chance.pick(orders);
      world.endings += 1;
      await world.exchange.write('DELETE', '/v3/trade/order', { orderId, symbol });
    },
  },
  {
    name: 'another terminal edits an order',
    run: async (world, chance) => {
      const orders = [...(await openOrders(world.exchange)).values()].filter(({ price }) => price !== '');
      if (orders.length === 0) throw new CannotNow('there is none');
      const { orderId, symbol = '', price } = chance.pick(orders);
      world.endings += 1;
      await world.exchange.write('PUT', '/v3/trade/order', {
        orderId,
        price: priceNear(symbol, Number(price), chance.between(-0.002, 0.002)),
      });
    },
  },
  {
    name: 'another terminal places a stop',
    run: async (world, chance) => {
      const symbol = chance.pick(PERPETUALS);
      const quote = await quoteOf(world, symbol, 'BUY');
      await world.exchange.write('POST', '/v3/trade/algoOrder', {
        symbol,
        algoType: 'STOP',
        type: 'MARKET',
        side: 'SELL',
        ...(await opening(world.exchange, symbol, 'SELL')),
        quantity: sizeOf(symbol, chance),
        triggerPrice: priceNear(symbol, quote, -0.015),
        triggerPriceType: 'MARKET_PRICE',
      });
    },
  },
  {
    name: 'another terminal changes the leverage',
    weight: 0.5,
    run: async (world, chance) => {
      await world.exchange.write('PUT', '/v3/futures/leverage', {
        symbol: chance.pick(PERPETUALS),
        marginMode: chance.pick(['CROSS', 'ISOLATED']),
        leverage: chance.pick([3, 5, 8, 10, 15]),
      });
    },
  },
  {
    name: 'another terminal cancels everything',
    weight: 0.3,
    run: async (world) => {
      world.endings += 1;
      await world.exchange.write('DELETE', '/v3/trade/allOrders', {});
    },
  },
];
