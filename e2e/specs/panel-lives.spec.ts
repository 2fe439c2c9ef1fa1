import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/terminal.ts';
import { untilQuoted } from '../support/press.ts';

/* A panel is hidden and shown again: afterwards it says the same truth as before, and nothing of it broke. */

const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}\\b`) }).first();
const rowsOf = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name, exact: true }).locator('[role="row"][row-id]');

async function place(
  page: Page,
  side: 'Buy' | 'Sell',
  type: 'LIMIT' | 'MARKET',
  quantity: string,
  price = '',
): Promise<void> {
  await ticket(page).getByLabel('Order type').selectOption(type);
  await ticket(page).getByRole('radio', { name: side, exact: true }).check({ force: true });
  if (type === 'LIMIT') await ticket(page).getByLabel('Price', { exact: true }).fill(price);
  await ticket(page).getByLabel('Quantity', { exact: true }).fill(quantity);
  await ticket(page)
    .getByRole('button', { name: new RegExp(`^${side} .*BTC`) })
    .click();
  await expect(ticket(page).getByRole('status', { name: 'Outcome' })).toContainText(
    new RegExp(`(Accepted|Bought|Sold).*${quantity}`),
  );
}

test('open orders and positions stand there again after each visit to another tab', async ({ page }) => {
  await untilQuoted(page);
  await place(page, 'Buy', 'LIMIT', '0.02', '60000');
  await place(page, 'Buy', 'MARKET', '0.01');
  for (let visit = 0; visit < 3; visit += 1) {
    await tab(page, 'Positions').click();
    await expect(rowsOf(page, 'Positions')).toHaveCount(1);
    await tab(page, 'Balances').click();
    await expect(page.getByRole('grid', { name: 'Balances' })).toBeVisible();
    await tab(page, 'Open orders').click();
    await expect(rowsOf(page, 'Open orders')).toHaveCount(1);
    await page.getByRole('radio', { name: 'Finished' }).click();
    await expect(rowsOf(page, 'Open orders')).toHaveCount(1);
    await page.getByRole('radio', { name: /^Open / }).click();
    await expect(page.getByText('stopped')).toBeHidden();
  }
  // The list of trades that waits under the pointer says so on no row.
  const trades = page.getByRole('region', { name: 'Market trades' });
  await trades.getByRole('row').nth(1).hover();
  const paused = await trades.getByText('Paused under the pointer').boundingBox();
  const list = await trades.getByRole('group', { name: 'Newest trades' }).boundingBox();
  expect(paused?.y ?? 0).toBeGreaterThanOrEqual(list === null ? Infinity : list.y + list.height - 1);
});

test('a position that changed behind another tab is shown as it is', async ({ page }) => {
  await untilQuoted(page);
  await place(page, 'Buy', 'MARKET', '0.01');
  await tab(page, 'Positions').click();
  await expect(rowsOf(page, 'Positions')).toHaveCount(1);
  await tab(page, 'Open orders').click();
  await place(page, 'Sell', 'MARKET', '0.01');
  // The first position is closed, and another one opened, while nobody looks.
  await expect(tab(page, 'Positions')).toBeVisible();
  await place(page, 'Sell', 'MARKET', '0.03');
  await tab(page, 'Positions').click();
  await expect(rowsOf(page, 'Positions')).toHaveCount(1);
  await expect(rowsOf(page, 'Positions').locator('[col-id="side"]')).toHaveText(/short/i);
});

test('a key that was meant for a row which left ends no other order', async ({ page }) => {
  await untilQuoted(page);
  for (const price of ['60000', '59000', '58000']) await place(page, 'Buy', 'LIMIT', '0.02', price);
  await expect(rowsOf(page, 'Open orders')).toHaveCount(3);
  await rowsOf(page, 'Open orders').first().locator('[col-id="symbol"]').click();
  await page.keyboard.press('End');
  await expect(page.locator('[role="gridcell"]:focus')).toHaveAttribute('col-id', 'cancel');
  await page.keyboard.press('Enter');
  await expect(rowsOf(page, 'Open orders')).toHaveCount(2);
  // The focus is on a row that is there, on a cell that sends nothing.
  const focused = page.locator('[role="gridcell"]:focus');
  await expect(focused).not.toHaveAttribute('col-id', 'cancel');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The row under the focus left.')).toBeVisible();
  await expect(page.locator('.announcer')).toContainText('The row is gone.');
  await expect(rowsOf(page, 'Open orders')).toHaveCount(2);
});

test('columns stay the same while one looks elsewhere, points, selects, edits and filters', async ({ page }) => {
  await untilQuoted(page);
  await place(page, 'Buy', 'LIMIT', '0.02', '60000');
  const head = page.getByRole('grid', { name: 'Open orders' }).getByRole('columnheader', { name: 'Price' });
  const made = async (): Promise<number> => page.evaluate(() => (window as unknown as { made?: number }).made ?? 0); // counted below
  await head.evaluate((element) => {
    const count = window as unknown as { made: number };
    count.made = 0;
    const row = element.closest('.ag-header');
    if (row === null) throw new Error('there is no head');
    new MutationObserver((changes) => {
      for (const change of changes) count.made += change.addedNodes.length;
    }).observe(row, { childList: true, subtree: true });
  });
  const row = rowsOf(page, 'Open orders').first();
  await row.hover();
  await page.mouse.move(10, 10);
  await row.getByRole('checkbox').click();
  await row.locator('[col-id="price"]').dblclick();
  await page.getByLabel('New price').press('Escape');
  await page.getByLabel('Filter').fill('BTC');
  await expect(row).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: 'This symbol' }).click();
  await expect(row).toBeVisible();
  expect(await made()).toBe(0);
});
