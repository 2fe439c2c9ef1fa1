import type { Locator, Page } from 'playwright';
import type { Chance } from '../../rigs/simulation/chance.ts';
import { word } from '../exchange-side.ts';
import { openOrders, positions } from '../oracle/account.ts';
import { command, panel, show, SOON, ticket } from '../screen.ts';
import { CannotNow, type Action, type World } from '../world.ts';
import { closing } from './position-side.ts';

const NAME = 'Leverage and position mode';

async function shown({ page }: World): Promise<Locator> {
  if (!(await show(page, NAME))) throw new CannotNow('the panel is closed');
  return panel(page, NAME);
}

/** Answers the review, mostly with yes, and sometimes dismisses what was refused. */
async function answer(page: Page, chance: Chance): Promise<void> {
  const review = page.getByRole('dialog', { name: /\?$/ }).filter({ visible: true });
  await review.waitFor(SOON);
  await review.getByRole('button', { name: chance.happens(0.85) ? 'Change it' : 'Leave it' }).click(SOON);
  await review.waitFor({ state: 'hidden', ...SOON });
  if (!chance.happens(0.3)) return;
  const dismiss = panel(page, NAME).getByRole('button', { name: 'Dismiss' });
  // Nothing is refused in most cases.
  await dismiss.click({ timeout: 1_000 }).catch(() => undefined);
}

/** Another terminal ends all that would keep the position mode as it is. */
async function endAll({ exchange }: World): Promise<void> {
  await exchange.write('DELETE', '/v3/trade/allOrders', {});
  for (const held of (await positions(exchange)).values())
    await exchange.write('POST', '/v3/trade/order', closing(held));
}

export const LEVERAGE_ACTIONS: readonly Action[] = [
  {
    name: 'change the leverage of a perpetual',
    run: async (world, chance) => {
      const { page } = world;
      const box = await shown(world);
      if (world.symbol.startsWith('SPOT')) throw new CannotNow('spot has no leverage of its own');
      await box.getByRole('radio', { name: chance.pick(['CROSS', 'ISOLATED']) }).click(SOON);
      if (chance.happens(0.5))
        await box
          .getByRole('group', { name: 'Leverages' })
          .getByRole('button', { name: chance.pick(['1×', '3×', '5×', '10×', '20×']), exact: true })
          .click(SOON);
      else {
        const field = box.getByLabel('New leverage', { exact: true });
        await field.fill(chance.pick(['2', '7', '12', '20']), SOON);
        if (chance.happens(0.5)) await field.press('Enter', SOON);
        else await box.getByRole('button', { name: 'Review the change' }).click(SOON);
      }
      await answer(page, chance);
    },
  },
  {
    name: 'look at the leverage of another margin mode',
    weight: 0.5,
    run: async (world, chance) => {
      const box = await shown(world);
      if (world.symbol.startsWith('SPOT')) throw new CannotNow('spot has no leverage of its own');
      await box.getByRole('radio', { name: chance.pick(['CROSS', 'ISOLATED']) }).click(SOON);
    },
  },
  {
    name: 'choose the ticket’s margin mode',
    weight: 0.6,
    run: async (world, chance) => {
      const { page } = world;
      if (world.symbol.startsWith('SPOT')) throw new CannotNow('spot has no margin mode');
      const modes = ticket(page).getByRole('radiogroup', { name: 'Margin mode' });
      if (!(await modes.isVisible()))
        await ticket(page)
          .getByRole('button', { name: /^Advanced/ })
          .click(SOON);
      await modes.getByRole('radio', { name: chance.pick(['CROSS', 'ISOLATED']) }).click(SOON);
    },
  },
  {
    name: 'change the position mode',
    weight: 0.6,
    run: async (world, chance) => {
      const { page, exchange } = world;
      if (chance.happens(0.6)) {
        world.endings += 1;
        await endAll(world);
      }
      const box = await shown(world);
      const busy = (await openOrders(exchange)).size + (await positions(exchange)).size > 0;
      await box.getByRole('button', { name: /^Change to / }).click(SOON);
      await answer(page, chance);
      // A refusal stays on the screen; no wait for it, since a stop that waits refuses as well.
      if (busy)
        await box
          .getByRole('alert')
          .waitFor({ timeout: 1_500 })
          .catch(() => undefined);
    },
  },
  {
    name: 'another terminal changes the default margin mode',
    weight: 0.5,
    run: async ({ exchange }, chance) => {
      const defaultMarginMode = chance.pick(['CROSS', 'ISOLATED']);
      await exchange.write('PUT', '/v3/futures/defaultMarginMode', { defaultMarginMode });
    },
  },
  {
    name: 'change the leverage of spot margin',
    weight: 0.7,
    run: async (world, chance) => {
      const { page, exchange } = world;
      if (!world.symbol.startsWith('SPOT')) {
        await command(page, 'SPOT_BTC_USDT');
        world.symbol = 'SPOT_BTC_USDT';
      }
      const choices = (await shown(world))
        .getByRole('group', { name: 'Spot margin leverages' })
        .getByRole('button')
        .and(page.locator(':not([aria-disabled="true"])'));
      await choices.first().waitFor(SOON);
      await choices.nth(chance.below(await choices.count())).click(SOON);
      await answer(page, chance);
      world.claims.push({
        by: 'the leverage of spot margin',
        holds: async () => {
          if (!world.symbol.startsWith('SPOT')) return null;
          await shown(world);
          const line = panel(page, NAME).locator('.leverage-block .leverage-line strong').first();
          const until = Date.now() + 35_000;
          for (;;) {
            const exact = `${word(await exchange.read('/v3/account/info'), 'leverage')}×`;
            const seen = await line.innerText(SOON);
            if (seen === exact) return null;
            if (Date.now() > until) return `spot margin leverage: ${seen} instead of ${exact}`;
            await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
          }
        },
      });
    },
  },
];
