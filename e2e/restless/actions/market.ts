import type { Action } from '../world.ts';
import { priceNear, quoteOf } from './ticket.ts';

const SYMBOLS = ['PERP_BTC_USDT', 'PERP_BTC_USDT', 'PERP_ETH_USDT', 'SPOT_BTC_USDT'] as const;

/** The market, the streams and the answers. */
export const MARKET_ACTIONS: readonly Action[] = [
  {
    name: 'the price jumps',
    weight: 1.5,
    run: async (world, chance) => {
      const symbol = chance.pick(SYMBOLS);
      const quote = await quoteOf(world, symbol, 'BUY');
      const share = chance.pick([0.0005, 0.003, 0.01, 0.03]) * chance.pick([1, -1]);
      world.endings += 1;
      await world.exchange.admin('POST', '/price', { symbol, price: priceNear(symbol, quote, share) });
    },
  },
  {
    name: 'one side of the book is empty',
    run: async (world, chance) => {
      world.endings += 1;
      // Prices stand still until the next comparison, so that the side stays empty meanwhile.
      await world.exchange.admin('POST', '/market', { still: true });
      await world.exchange.admin('POST', '/sweep', { symbol: world.symbol, side: chance.pick(['BUY', 'SELL']) });
    },
  },
  {
    name: 'the streams are cut',
    run: async (world, chance) => {
      world.calm = false;
      await world.exchange.admin('POST', '/streams/drop', { which: chance.pick(['public', 'private', 'all']) });
    },
  },
  {
    name: 'the listen key ends',
    weight: 0.3,
    run: async (world) => {
      world.calm = false;
      await world.exchange.admin('POST', '/listen-keys/expire', {});
    },
  },
  {
    name: 'the streams lose messages',
    weight: 0.6,
    run: async (world, chance) => {
      world.calm = false;
      await world.exchange.admin('POST', '/streams', {
        which: chance.pick(['public', 'private', 'all']),
        ...chance.pick([{ loseOneOf: 3 }, { repeatOneOf: 2 }, { reorderOneOf: 2 }, { garbageOneOf: 4 }]),
      });
    },
  },
  {
    name: 'answers come late',
    run: async (world, chance) => {
      world.calm = false;
      await world.exchange.admin('POST', '/faults', {
        ...(chance.happens(0.5) ? {} : { method: chance.pick(['GET', 'POST', 'PUT', 'DELETE']) }),
        kind: 'delay',
        ms: chance.pick([200, 900, 2_500]),
        times: 1 + chance.below(6),
      });
    },
  },
  {
    name: 'a request fails',
    weight: 0.6,
    run: async (world, chance) => {
      world.calm = false;
      await world.exchange.admin('POST', '/faults', {
        method: chance.pick(['GET', 'POST', 'PUT', 'DELETE']),
        kind: chance.pick(['status', 'reset', 'cut', 'html']),
        process: chance.happens(0.5),
      });
    },
  },
];
