import { word } from '../exchange-side.ts';
import { tonesOf, untilSilent } from '../watch/page-watch.ts';
import { closeDialogs, dialogs, SOON } from '../screen.ts';
import { CannotNow, type Action } from '../world.ts';
import { restElsewhere } from './elsewhere.ts';
import { priceNear, quoteOf } from './ticket.ts';

const HEARD_MS = 8_000;

export const NOTICE_ACTIONS: readonly Action[] = [
  {
    name: 'a resting order is filled by the market',
    weight: 1.5,
    run: async (world) => {
      const { page, exchange, symbol } = world;
      if (!world.calm) throw new CannotNow('streams or answers are disturbed');
      const id = await restElsewhere(world, -0.001);
      // Only an order that the page knows can be seen to be filled.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await untilSilent(page);
      const [tones, loads] = [await tonesOf(page), world.loads];
      const quote = await quoteOf(world, symbol, 'BUY');
      world.endings += 1;
      await exchange.admin('POST', '/price', { symbol, price: priceNear(symbol, quote, -0.004) });
      world.claims.push({
        by: 'a fill is heard',
        holds: async () => {
          if (!world.calm || world.loads !== loads) return null;
          const now = word(await exchange.read('/v3/trade/order', { orderId: id, symbol }), 'status');
          if (now !== 'FILLED') return null;
          const until = Date.now() + HEARD_MS;
          while ((await tonesOf(page)) <= tones) {
            if (Date.now() > until) return `order ${id} was filled and no tone sounded`;
            await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
          }
          return null;
        },
      });
    },
  },
  {
    name: 'a notice comes while a question is open',
    weight: 0.7,
    run: async (world) => {
      const { page, exchange } = world;
      await closeDialogs(page);
      await page.getByRole('button', { name: 'Cancel all', exact: true }).click(SOON);
      await dialogs(page).first().waitFor(SOON);
      world.calm = false;
      await exchange.admin('POST', '/streams/drop', { which: 'private' });
      await restElsewhere(world, -0.03);
      await page.locator('.toast').first().waitFor({ state: 'attached', timeout: 5_000 });
    },
  },
];
