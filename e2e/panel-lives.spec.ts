import type { Locator, Page } from 'playwright/test';
import { expect, test } from './terminal.ts';
import { untilQuoted } from './press.ts';

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
