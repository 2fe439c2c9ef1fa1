import type { Page } from 'playwright';
import { panel, show, SOON } from '../screen.ts';
import { CannotNow, Violation, type Action } from '../world.ts';

async function canvas(
  page: Page,
): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  if (!(await show(page, 'Chart'))) throw new CannotNow('the chart is closed');
  const box = await panel(page, 'Chart').locator('.chart-canvas').boundingBox(SOON);
  if (box === null) throw new CannotNow('there is no chart');
  return box;
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

const newestTime = (page: Page): Promise<string> => panel(page, 'Chart').locator('.chart-figures time').innerText(SOON);

/** A jump to the newest candle may glide there. */
const GLIDE_MS = 3_000;

export const CHART_ACTIONS: readonly Action[] = [
  {
    name: 'scroll the chart back',
    weight: 1.2,
    run: async ({ page }, chance) => {
      const { x, y, width, height } = await canvas(page);
      for (let times = 1 + chance.below(3); times > 0; times -= 1)
        await drag(page, [x + width * 0.1, y + height * 0.3], [x + width * 0.8, y + height * 0.3]);
    },
  },
  {
    name: 'jump to the newest candle',
    run: async ({ page }) => {
      const { x, y, width, height } = await canvas(page);
      await panel(page, 'Chart').getByRole('button', { name: 'Newest' }).click(SOON);
      const until = Date.now() + GLIDE_MS;
      for (;;) {
        await page.mouse.move(900, 6);
        const newest = await newestTime(page);
        // Left of the price axis, in the room that is kept free beyond the newest candle.
        await page.mouse.move(x + width - 90, y + height * 0.3);
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        const atEdge = await newestTime(page);
        if (atEdge === newest) return;
        if (Date.now() > until)
          throw new Violation(
            '“Newest” stops short',
            `“Newest” shows ${atEdge} at the right edge; the newest candle is of ${newest}`,
          );
      }
    },
  },
  {
    name: 'choose an interval',
    weight: 0.5,
    run: async ({ page }, chance) => {
      await canvas(page);
      await panel(page, 'Chart')
        .getByRole('combobox', { name: 'Interval' })
        .selectOption(chance.pick(['1m', '1m', '5m', '1h']), SOON);
    },
  },
  {
    name: 'drag an order’s line',
    weight: 0.7,
    run: async (world, chance) => {
      const { page } = world;
      await canvas(page);
      const tags = panel(page, 'Chart').locator('.line-tag, .chart-tag').filter({ visible: true });
      const count = await tags.count();
      if (count === 0) throw new CannotNow('there is no line');
      const box = await tags.nth(chance.below(count)).boundingBox(SOON);
      if (box === null) throw new CannotNow('the line is out of view');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await drag(page, [x, y], [x, y + chance.between(-30, 30)]);
      const question = page.getByRole('dialog').filter({ visible: true });
      await question.first().waitFor(SOON);
      world.endings += 1;
      await question.first().locator('.dialog-foot button').last().click(SOON);
    },
  },
];
