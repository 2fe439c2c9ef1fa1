import type { Chance } from '../../rigs/simulation/chance.ts';
import { list, word } from '../exchange-side.ts';
import { plain } from '../figures.ts';
import { positions, type Row } from '../oracle/account.ts';
import { tonesOf } from '../watch/page-watch.ts';
import { panel, show, SOON } from '../screen.ts';
import { CannotNow, Violation, type Action, type World } from '../world.ts';
import { opening } from './position-side.ts';
import { priceNear } from './ticket.ts';

/** Small positions at the highest leverage: the account has money after them. */
const SMALL = [
  ['PERP_BTC_USDT', '0.001', 50],
  ['PERP_ETH_USDT', '0.02', 50],
  ['PERP_SOL_USDT', '0.5', 20],
] as const;

const HEARD_MS = 12_000;
/** The program reads positions by a timer, asks for the orders, and asks again where it was not answered. */
const RECORDED_MS = 35_000;
/** Beeps of the alarm. */
const ALARM = 6;

const isolated = ({ marginMode }: Row): boolean => marginMode === 'ISOLATED';

/** Another terminal opens a small isolated position. @returns it, as the exchange has it. */
async function openSmall({ exchange }: World, chance: Chance): Promise<readonly [string, Row]> {
  const held = [...(await positions(exchange)).values()].filter(isolated);
  const free = SMALL.filter(([symbol]) => held.every((each) => each['symbol'] !== symbol));
  if (free.length === 0) throw new CannotNow('each symbol has an isolated position');
  const [symbol, quantity, leverage] = chance.pick(free);
  const side = chance.pick(['BUY', 'SELL']);
  await exchange.write('PUT', '/v3/futures/leverage', { symbol, marginMode: 'ISOLATED', leverage });
  const placed = await exchange.write('POST', '/v3/trade/order', {
    symbol,
    side,
    type: 'MARKET',
    quantity,
    marginMode: 'ISOLATED',
    ...(await opening(exchange, symbol, side)),
  });
  if (placed === null) throw new CannotNow('the exchange refused it');
  const found = [...(await positions(exchange))].find(([, each]) => isolated(each) && each['symbol'] === symbol);
  if (found === undefined) throw new CannotNow('nobody sold or bought');
  return found;
}

/** What the exchange itself did, in the words of the program; null where it placed no order or nobody took it. */
async function liquidatedBy({ exchange }: World, symbol: string, since: number): Promise<string | null> {
  const answer = await exchange.read('/v3/trade/orders', {
    symbol,
    startTime: String(since),
    page: '1',
    size: '500',
  });
  const order = list(answer, 'rows').find(
    (each) => word(each, 'orderTag') === 'liquidation' && Number(word(each, 'executed')) > 0,
  );
  if (order === undefined) return null;
  const did = word(order, 'side') === 'SELL' ? 'sold' : 'bought';
  return `Liquidation: the exchange ${did} ${plain(word(order, 'executed'))} ${symbol.split('_')[1]} in ${symbol}`;
}

const moment = ({ page }: World): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));

/** The loudest notice there is: on the screen at once, with its alarm. */
async function alarmed(world: World, words: string, tones: number): Promise<void> {
  const { page } = world;
  const toast = page.locator('.toast-alarm').filter({ hasText: words });
  const until = Date.now() + HEARD_MS;
  while ((await toast.count()) === 0 || (await tonesOf(page)) < tones + ALARM) {
    if (Date.now() > until)
      throw new Violation(
        'a liquidation is told',
        (await toast.count()) === 0 ? `no alarm says “${words}”` : `no alarm sounds for “${words}”`,
      );
    await moment(world);
  }
}

/** Looks for the words in the record of what was done, with nothing filtered away but by them. */
async function recorded(world: World, words: string): Promise<string | null> {
  const { page } = world;
  if (!(await show(page, 'Activity'))) return null;
  const box = panel(page, 'Activity');
  await box.getByLabel('Show', { exact: true }).selectOption('all', SOON);
  await box.getByLabel('Result', { exact: true }).selectOption('all', SOON);
  await box.getByLabel('Search', { exact: true }).fill(words, SOON);
  const entry = box.locator('[role="row"][row-id]').filter({ hasText: words });
  const until = Date.now() + RECORDED_MS;
  while ((await entry.count()) === 0) {
    if (Date.now() > until) return `Activity has no entry “${words}”`;
    await moment(world);
  }
  await box.getByLabel('Search', { exact: true }).fill('', SOON);
  return null;
}

export const LIQUIDATION_ACTIONS: readonly Action[] = [
  {
    name: 'a position is liquidated',
    weight: 2,
    run: async (world, chance) => {
      const { page, exchange } = world;
      const since = Number(word(await exchange.admin('GET', '/state'), 'now'));
      world.endings += 1;
      const [id, held] = await openSmall(world, chance);
      const { symbol = '', holding = '0', estLiqPrice = '0' } = held;
      if (!(await show(page, 'Positions'))) throw new CannotNow('the panel is closed');
      // Only a position that the program knows can be missed by it.
      await panel(page, 'Positions').locator(`[row-id="${id}"]`).first().waitFor(SOON);
      const { openings } = world;
      const tones = await tonesOf(page);
      const beyond = holding.startsWith('-') ? 0.003 : -0.003;
      await exchange.admin('POST', '/price', { symbol, price: priceNear(symbol, Number(estLiqPrice), beyond) });
      if ((await positions(exchange)).has(id)) throw new CannotNow('the price did not go far enough');
      const words = await liquidatedBy(world, symbol, since);
      if (words === null) throw new CannotNow('the insurance fund took it over');
      const told = world.calm;
      if (told) await alarmed(world, words, tones);
      world.claims.push({
        by: 'a liquidation is recorded',
        // A profile that was closed in the moment after it tells nothing.
        holds: async () => (told || world.openings === openings ? recorded(world, words) : null),
      });
    },
  },
];
