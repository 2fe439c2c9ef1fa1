import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/terminal.ts';

/* The main job: an order typed by a person, signed, sent, matched, and reported back. */

const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
const orderRows = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Open orders' }).locator('[role=row][row-id]').filter({ hasText: 'PERP_BTC_USDT' });
const outcome = (page: Page): Locator => ticket(page).getByRole('status', { name: 'Outcome' });
const buyButton = (page: Page): Locator => ticket(page).getByRole('button', { name: /^Buy .* at / });

async function typeOrder(page: Page, price: string, quantity: string): Promise<void> {
  await page.getByRole('region', { name: 'Order book', exact: true }).getByText('Spread').first().waitFor();
  await ticket(page).getByLabel('Price', { exact: true }).fill(price);
  await ticket(page).getByLabel('Quantity', { exact: true }).fill(quantity);
}

test('a limit buy above the market is filled and stands among the finished orders', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect(page).toHaveTitle(/Quarterdeck · Practice · PERP_BTC_USDT/);
  await typeOrder(page, '64900', '0.01');
  await buyButton(page).click();
  await expect(outcome(page)).toContainText(/Bought 0\.0100 BTC at 64,\d{3}/);
  await page.getByRole('region', { name: 'Open orders' }).getByText('Finished').click();
  await expect(orderRows(page)).toHaveCount(1);
  await expect(orderRows(page).locator('[col-id=executed]')).toContainText('0.0100');
});

test('a resting order is seen, edited in place, survives a reload, and is cancelled', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await typeOrder(page, '60000', '0.01');
  await buyButton(page).click();
  await expect(orderRows(page)).toHaveCount(1);
  const price = orderRows(page).locator('[col-id=price]');
  await expect(price).toContainText('60,000');

  // The row is there before the exchange has answered; only then can its order be edited.
  await expect(outcome(page)).toContainText('Accepted');
  await price.dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('59500');
  await page.keyboard.press('Enter');
  await expect(price).toContainText('59,500');

  await page.reload();
  await expect(price).toContainText('59,500');
  await orderRows(page)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await expect(orderRows(page)).toHaveCount(0);
});

test('two quick clicks place one order', async ({ page }) => {
  await typeOrder(page, '60000', '0.01');
  await buyButton(page).dblclick();
  await expect(orderRows(page)).toHaveCount(1);
  await page.reload();
  // After a reload the list comes from what the exchange itself says is open.
  await expect(orderRows(page)).toHaveCount(1);
});

test('a price off the tick and a quantity off the lot are named at their fields and nothing is sent', async ({
  page,
}) => {
  await typeOrder(page, '60000.05', '0.00015');
  await expect(ticket(page).getByText('Prices move in steps of')).toBeVisible();
  await expect(ticket(page).getByText('Quantities move in steps of')).toBeVisible();
  await ticket(page).getByRole('button', { name: /^Buy / }).click({ force: true });
  await expect(orderRows(page)).toHaveCount(0);
});

test('reloading in the middle of trading loses nothing', async ({ page }) => {
  for (const price of ['60000', '60100', '60200']) {
    await typeOrder(page, price, '0.01');
    // By the key: a click at the same spot so soon would count as the second of a double click.
    await buyButton(page).press('Enter');
    await expect(outcome(page)).toHaveText(new RegExp(`^Accepted.* at ${Number(price).toLocaleString('en')} ·`));
  }
  await page.reload();
  await expect(orderRows(page)).toHaveCount(3);
});
