import type { Locator, Page } from 'playwright/test';
import { expect, test } from './terminal.ts';

/* The layout's lock, keys of one's own, and keys that trade only while they are armed. */

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(command);
  await palette(page).getByRole('option', { name: command }).first().click();
}

async function widthOf(page: Page): Promise<number> {
  return (await page.getByRole('region', { name: 'Order entry', exact: true }).boundingBox())?.width ?? 0;
}

/** Drags the line between the ticket and the chart to the right. */
async function dragSash(page: Page): Promise<void> {
  const box = await page.getByRole('region', { name: 'Order entry', exact: true }).boundingBox();
  if (box === null) throw new Error('the ticket is not drawn');
  const x = box.x + box.width + 2;
  await page.mouse.move(x, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 60, box.y + 200, { steps: 5 });
  await page.mouse.up();
}

test('a locked layout is not dragged, resized or closed, says so, and stays locked through a reload', async ({
  page,
}, info) => {
  const before = await widthOf(page);
  await dragSash(page);
  await expect.poll(() => widthOf(page)).toBeGreaterThan(before + 30);
  await run(page, 'Lock layout');
  const sign = page.getByRole('button', { name: 'The layout is locked: unlock it' });
  await expect(sign).toBeVisible();
  await info.attach('locked', { body: await page.screenshot(), contentType: 'image/png' });

  await page.reload();
  await expect(sign).toBeVisible();
  await page.getByRole('region', { name: 'Order entry', exact: true }).waitFor();
  const locked = await widthOf(page);
  await dragSash(page);
  await tab(page, 'Positions').click({ button: 'middle' });
  await tab(page, 'Positions').focus();
  await page.keyboard.press('Delete');
  await tab(page, 'Positions').dragTo(tab(page, 'Chart'));
  await expect(page.locator('.dock-tab-close')).toHaveCount(0);
  expect(await widthOf(page)).toBe(locked);
  await expect(
    page
      .getByRole('tablist')
      .filter({ has: tab(page, 'Open orders') })
      .getByRole('tab'),
  ).toHaveCount(
    await page
      .getByRole('tablist')
      .filter({ has: tab(page, 'Positions') })
      .getByRole('tab')
      .count(),
  );
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('switch', { name: 'Layout lock' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Reset layout' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await sign.click();
  await expect(sign).toBeHidden();
  await tab(page, 'Positions').click({ button: 'middle' });
  await expect(tab(page, 'Positions')).toHaveCount(0);
  await dragSash(page);
  await expect.poll(() => widthOf(page)).toBeGreaterThan(locked + 30);
});
