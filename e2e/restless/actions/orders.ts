import type { Locator, Page } from 'playwright';
import { openOrders } from '../oracle/account.ts';
import { panel, show, SOON } from '../screen.ts';
import { CannotNow, type Action } from '../world.ts';
import { restElsewhere } from './elsewhere.ts';

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Open orders' });

async function ordersShown(page: Page): Promise<Locator> {
  if (!(await show(page, 'Open orders'))) throw new CannotNow('the panel is closed');
  const open = panel(page, 'Open orders').getByRole('radio', { name: /^Open \d+$/ });
  if ((await open.getAttribute('aria-checked', SOON)) !== 'true') await open.click(SOON);
  return grid(page).getByRole('button', { name: /^Cancel order/ });
}

async function one(buttons: Locator, pick: (limit: number) => number): Promise<Locator> {
  const count = await buttons.count();
  if (count === 0) throw new CannotNow('there is no order');
  return buttons.nth(pick(count));
}

export const ORDER_ACTIONS: readonly Action[] = [
  {
    name: 'cancel an order from its row',
    weight: 1.5,
    run: async (world, chance) => {
      const button = await one(await ordersShown(world.page), chance.below);
      world.endings += 1;
      await button.click(SOON);
    },
  },
  {
    name: 'cancel an order by key and bounce',
    weight: 1.5,
    run: async (world, chance) => {
      const { page, exchange } = world;
      const buttons = await ordersShown(page);
      for (let missing = 2 - (await openOrders(exchange)).size; missing > 0; missing -= 1)
        await restElsewhere(world, -0.02 - missing / 100);
      const before = await openOrders(exchange);
      await buttons.nth(1).waitFor(SOON);
      const button = await one(buttons, chance.below);
      const id = ((await button.getAttribute('aria-label', SOON)) ?? '').replace('Cancel order ', '');
      await button.focus(SOON);
      world.endings += 1;
      const { endings } = world;
      await page.keyboard.press('Enter');
      if (chance.happens(0.3)) await page.keyboard.press('Enter');
      // Its row shows how it ended for a moment; the bounce comes when another row may have its place.
      await page.locator(`[row-id="${id}"]`).first().waitFor({ state: 'detached', timeout: 4_000 });
      await page.keyboard.press('Enter');
      world.claims.push({
        by: 'a bounced Enter',
        holds: async () => {
          if (world.endings !== endings) return null;
          const now = await openOrders(exchange);
          const lost = [...before.keys()].filter((each) => each !== id && !now.has(each));
          return lost.length === 0 ? null : `a second Enter after the cancel of ${id} ended ${lost.join(', ')} too`;
        },
      });
    },
  },
  {
    name: 'edit a price in its cell',
    weight: 1.5,
    run: async ({ page }, chance) => {
      await ordersShown(page);
      const cell = await one(grid(page).locator('[role="row"][row-id] [col-id="price"]'), chance.below);
      const shown = Number((await cell.innerText(SOON)).replaceAll(',', ''));
      if (!Number.isFinite(shown)) throw new CannotNow('it has no price');
      await cell.dblclick(SOON);
      const editor = page.getByLabel('New price');
      await editor.fill((shown * (1 + chance.between(-0.003, 0.003))).toFixed(1), SOON);
      await editor.press(chance.pick(['Enter', 'Enter', 'Enter', 'Escape']), SOON);
    },
  },
  {
    name: 'edit a quantity in its cell',
    run: async ({ page }, chance) => {
      await ordersShown(page);
      const cell = await one(grid(page).locator('[role="row"][row-id] [col-id="quantity"]'), chance.below);
      await cell.dblclick(SOON);
      const editor = page.getByLabel('New quantity');
      await editor.fill(chance.pick(['0.002', '0.02', '0.5', '1', '0.00001']), SOON);
      await editor.press(chance.pick(['Enter', 'Enter', 'Escape']), SOON);
    },
  },
  {
    name: 'begin an edit and leave it open',
    weight: 0.4,
    run: async ({ page }, chance) => {
      await ordersShown(page);
      await (await one(grid(page).locator('[role="row"][row-id] [col-id="price"]'), chance.below)).dblclick(SOON);
    },
  },
  {
    name: 'cancel every order',
    weight: 0.3,
    run: async (world, chance) => {
      const { page } = world;
      await page.getByRole('button', { name: 'Cancel all', exact: true }).click(SOON);
      const question = page.getByRole('dialog', { name: 'Cancel all orders?' });
      await question.waitFor(SOON);
      if (chance.happens(0.5)) await question.getByRole('radio', { name: /^Every symbol/ }).click(SOON);
      world.endings += 1;
      await question.getByRole('button', { name: /^Cancel / }).click(SOON);
      await question.waitFor({ state: 'hidden', ...SOON });
    },
  },
  {
    name: 'sort the orders',
    weight: 0.6,
    run: async ({ page }, chance) => {
      await ordersShown(page);
      await grid(page)
        .getByRole('columnheader', { name: chance.pick(['Symbol', 'Price', 'Quantity', 'Side', 'Time']) })
        .first()
        .click(SOON);
    },
  },
  {
    name: 'filter the orders',
    weight: 0.6,
    run: async ({ page }, chance) => {
      if (!(await show(page, 'Open orders'))) throw new CannotNow('the panel is closed');
      const box = panel(page, 'Open orders');
      await box.getByLabel('Filter', { exact: true }).fill(chance.pick(['BUY', 'ETH', 'nothing has this', '']), SOON);
      if (chance.happens(0.3)) await box.getByRole('switch', { name: 'This symbol' }).click(SOON);
    },
  },
  {
    name: 'look at finished orders',
    weight: 0.6,
    run: async ({ page }) => {
      if (!(await show(page, 'Open orders'))) throw new CannotNow('the panel is closed');
      await panel(page, 'Open orders').getByRole('radio', { name: 'Finished' }).click(SOON);
    },
  },
  {
    name: 'rest the pointer on a row',
    weight: 0.6,
    run: async ({ page }, chance) => {
      await ordersShown(page);
      await (await one(grid(page).locator('[role="row"][row-id]'), chance.below)).hover(SOON);
    },
  },
  {
    name: 'close a position from its row',
    run: async (world, chance) => {
      const { page } = world;
      if (!(await show(page, 'Positions'))) throw new CannotNow('the panel is closed');
      const buttons = page
        .getByRole('grid', { name: 'Positions' })
        .getByRole('button', { name: chance.pick([/^Close /, /^Reverse /]) });
      world.endings += 1;
      await (await one(buttons, chance.below)).click(SOON);
      const question = page.getByRole('dialog').filter({ visible: true });
      await question.first().waitFor(SOON);
      await question.first().locator('.dialog-foot button').last().click(SOON);
    },
  },
];
