import type { Chance } from '../../rigs/simulation/chance.ts';
import { word, list } from '../exchange-side.ts';
import { field, placeButton, SOON, ticket } from '../screen.ts';
import { CannotNow, type Action, type World } from '../world.ts';

/** Steps of price and quantity, and a small order, of the symbols that walks use. */
export const SIZES: Readonly<
  Record<string, { readonly places: number; readonly lot: string; readonly lots: readonly string[] }>
> = {
  PERP_BTC_USDT: { places: 1, lot: '0.0001', lots: ['0.001', '0.0123', '0.05', '0.4'] },
  PERP_ETH_USDT: { places: 2, lot: '0.001', lots: ['0.01', '0.25', '3'] },
  PERP_SOL_USDT: { places: 3, lot: '0.01', lots: ['0.5', '7.25', '40'] },
  SPOT_BTC_USDT: { places: 2, lot: '0.00001', lots: ['0.0005', '0.01'] },
};

/** The best quote of a side, or the last known mark where the side is empty. */
export async function quoteOf({ exchange }: World, symbol: string, side: 'BUY' | 'SELL'): Promise<number> {
  const book = await exchange.read('/v3/public/orderbook', { symbol });
  const levels = list(book, side === 'BUY' ? 'bids' : 'asks');
  const [best] = levels.length > 0 ? levels : list(book, side === 'BUY' ? 'asks' : 'bids');
  const price = Array.isArray(best) ? String(best[0]) : best === undefined ? '' : word(best, 'price');
  if (price === '') throw new CannotNow('the book is empty');
  return Number(price);
}

export const sizeOf = (symbol: string, chance: Chance): string => chance.pick(SIZES[symbol]?.lots ?? ['0.01']);

export function priceNear(symbol: string, quote: number, share: number): string {
  return (quote * (1 + share)).toFixed(SIZES[symbol]?.places ?? 1);
}

/** Chooses type and side, where that does not follow from a position; throws what a closed ticket throws. */
async function prepare({ page }: World, side: 'Buy' | 'Sell', type: string): Promise<void> {
  const types = field(page, 'Order type');
  if ((await types.inputValue(SOON)) !== type) await types.selectOption(type, SOON);
  const radio = ticket(page).getByRole('radio', { name: side, exact: true });
  const [chosen, off] = [
    await radio.getAttribute('aria-checked', SOON),
    await radio.getAttribute('aria-disabled', SOON),
  ];
  if (chosen !== 'true' && off !== 'true') await radio.click(SOON);
}

/** Presses the ticket's button and answers its question, where it has one. */
async function place({ page }: World, chance: Chance): Promise<void> {
  if (chance.happens(0.3)) {
    await placeButton(page).focus(SOON);
    await page.keyboard.press('Enter');
  } else await placeButton(page).click(SOON);
  const question = page.getByRole('dialog', { name: /^Place this/ });
  await question
    .or(ticket(page).getByRole('status', { name: 'Outcome' }).getByText(/./).first())
    .first()
    .waitFor(SOON)
    .catch(() => undefined);
  if (!(await question.isVisible())) return;
  if (chance.happens(0.2)) await page.keyboard.press('Escape');
  else await question.getByRole('button', { name: /^(Buy|Sell|Place it)/ }).click(SOON);
}

async function limit(world: World, chance: Chance, away: number, type = 'LIMIT'): Promise<void> {
  const buys = chance.happens(0.5);
  await prepare(world, buys ? 'Buy' : 'Sell', type);
  const quote = await quoteOf(world, world.symbol, buys ? 'BUY' : 'SELL');
  await field(world.page, 'Price').fill(priceNear(world.symbol, quote, buys ? -away : away), SOON);
  await field(world.page, 'Quantity').fill(sizeOf(world.symbol, chance), SOON);
  await place(world, chance);
}

/** Fields of plans, and how far from the market a buyer puts each, as a share of the price. */
const PLANS = [
  ['TRAILING_STOP', ['Quantity', 'Callback in percent']],
  ['OCO', ['Price', 'Quantity', 'Stop loss']],
  ['STOP_BRACKET', ['Trigger price', 'Price', 'Quantity', 'Take profit', 'Stop loss']],
  ['TP_SL', ['Quantity', 'Take profit', 'Stop loss']],
  ['POSITIONAL_TP_SL', ['Take profit', 'Stop loss']],
] as const;
const AWAY: Readonly<Record<string, number>> = {
  Price: -0.005,
  'Trigger price': 0.005,
  'Take profit': 0.02,
  'Stop loss': -0.02,
};

export const TICKET_ACTIONS: readonly Action[] = [
  {
    name: 'place an order that rests',
    weight: 4,
    run: (world, chance) => limit(world, chance, chance.between(0.002, 0.04)),
  },
  { name: 'place an order through the market', weight: 2, run: (world, chance) => limit(world, chance, -0.004) },
  {
    name: 'place an order of another type',
    run: (world, chance) =>
      limit(world, chance, chance.between(-0.002, 0.01), chance.pick(['IOC', 'FOK', 'POST_ONLY'])),
  },
  {
    name: 'place a market order',
    weight: 2,
    run: async (world, chance) => {
      await prepare(world, chance.happens(0.5) ? 'Buy' : 'Sell', 'MARKET');
      await field(world.page, 'Quantity').fill(sizeOf(world.symbol, chance), SOON);
      await place(world, chance);
    },
  },
  {
    name: 'place a stop',
    run: async (world, chance) => {
      if (world.symbol.startsWith('SPOT')) throw new CannotNow('algo orders are for perpetuals here');
      const buys = chance.happens(0.5);
      await prepare(world, buys ? 'Buy' : 'Sell', 'STOP');
      const quote = await quoteOf(world, world.symbol, 'BUY');
      await field(world.page, 'Trigger price').fill(priceNear(world.symbol, quote, buys ? 0.02 : -0.02), SOON);
      await field(world.page, 'Quantity').fill(sizeOf(world.symbol, chance), SOON);
      await place(world, chance);
    },
  },
  {
    name: 'place a bracket',
    run: async (world, chance) => {
      if (world.symbol.startsWith('SPOT')) throw new CannotNow('algo orders are for perpetuals here');
      await prepare(world, 'Buy', 'BRACKET');
      const quote = await quoteOf(world, world.symbol, 'BUY');
      await field(world.page, 'Price').fill(priceNear(world.symbol, quote, -0.01), SOON);
      await field(world.page, 'Quantity').fill(sizeOf(world.symbol, chance), SOON);
      await field(world.page, 'Take profit').fill(priceNear(world.symbol, quote, 0.02), SOON);
      await field(world.page, 'Stop loss').fill(priceNear(world.symbol, quote, -0.03), SOON);
      await place(world, chance);
    },
  },
  {
    name: 'place a plan of another type',
    run: async (world, chance) => {
      if (world.symbol.startsWith('SPOT')) throw new CannotNow('algo orders are for perpetuals here');
      const [type, names] = chance.pick(PLANS);
      const buys = chance.happens(0.5);
      await prepare(world, buys ? 'Buy' : 'Sell', type);
      const quote = await quoteOf(world, world.symbol, 'BUY');
      const way = buys ? 1 : -1;
      for (const name of names) {
        const value =
          name === 'Quantity'
            ? sizeOf(world.symbol, chance)
            : name === 'Callback in percent'
              ? chance.pick(['0.5', '1', '2'])
              : priceNear(world.symbol, quote, way * chance.between(0.7, 1.3) * (AWAY[name] ?? 0));
        await field(world.page, name).fill(value, SOON);
      }
      await place(world, chance);
    },
  },
  {
    name: 'place an order at a level of the book',
    run: async (world, chance) => {
      await prepare(world, chance.pick(['Buy', 'Sell']), chance.pick(['ASK', 'BID']));
      await field(world.page, 'Quantity').fill(sizeOf(world.symbol, chance), SOON);
      await place(world, chance);
    },
  },
  {
    name: 'take a share of what is available',
    run: async ({ page }, chance) => {
      await ticket(page)
        .getByRole('button', { name: chance.pick(['25 %', '50 %', '75 %', '100 %']), exact: true })
        .click(SOON);
    },
  },
  {
    name: 'take a quote into the ticket',
    run: async ({ page }, chance) => {
      await ticket(page)
        .getByRole('button', { name: chance.pick([/^Bid/, /^Ask/]) })
        .click(SOON);
    },
  },
  {
    name: 'type into the ticket what is no order',
    run: async ({ page }, chance) => {
      const text = chance.pick(['', '0', '-1', '1e9', '64,000', 'abc', '0.00000001', '999999999999', '.5']);
      await field(page, chance.pick(['Price', 'Quantity', 'Visible quantity'])).fill(text, SOON);
    },
  },
  {
    name: 'choose side and type',
    run: (world, chance) =>
      prepare(
        world,
        chance.pick(['Buy', 'Sell']),
        chance.pick(['LIMIT', 'MARKET', 'ASK', 'BID', 'RPI', 'OCO', 'TP_SL', 'TRAILING_STOP']),
      ),
  },
];
