import type { Locator, Page } from 'playwright/test';
import { expect, test } from './terminal.ts';

/* The life of an order, from its command to its end, as the details of “Open orders” tell it. */

const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Open orders' });
const rows = (page: Page): Locator => grid(page).locator('[role="row"][row-id]');
const cell = (row: Locator, column: string): Locator => row.locator(`[col-id="${column}"]`);
const drawer = (page: Page): Locator => page.getByRole('region', { name: 'Order details' });
const events = (page: Page): Locator =>
  drawer(page).getByRole('list', { name: 'Life of the order' }).getByRole('listitem');

async function rest(page: Page, price: string): Promise<void> {
  await ticket(page).getByLabel('Price', { exact: true }).fill(price);
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.01');
  const before = await rows(page).count();
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  await expect(rows(page)).toHaveCount(before + 1);
}

test('tells the command, its answer, each report and an edit as they come, with all fields, and ends with the cancel', async ({
  page,
}) => {
  await rest(page, '60000');
  await rows(page)
    .first()
    .getByRole('button', { name: /^Details of order \d+$/ })
    .click();
  await expect(drawer(page)).toBeVisible();
  await expect(events(page).filter({ hasText: 'Place answered' })).toContainText('REST answer');
  const placed = events(page).filter({ hasText: /Buy 0.01 BTC/ });
  await expect(placed).toContainText('accepted');
  await expect(placed).toContainText('this terminal');
  const report = events(page).filter({ hasText: 'Execution report' }).filter({ hasText: 'NEW' });
  await expect(report).toContainText('stream');
  await expect(report.getByRole('time').first()).toHaveText(/^\d\d:\d\d:\d\d\.\d{3}$/);

  await report.getByRole('button', { name: /fields$/ }).click();
  await expect(report.getByRole('term').filter({ hasText: /^orderId$/ })).toBeVisible();
  await expect(report.getByRole('button', { name: 'Copy' })).toBeVisible();

  await cell(rows(page).first(), 'price').dblclick();
  await page.getByLabel('New price').fill('60100');
  await page.getByLabel('New price').press('Enter');
  await expect(events(page).filter({ hasText: 'REPLACED' })).toContainText('price 60,100.0');
  await expect(events(page).filter({ hasText: 'Edit PERP_BTC_USDT BUY order to price 60,100' })).toContainText(
    'EDIT_SENT',
  );

  await grid(page)
    .getByRole('button', { name: /^Cancel order/ })
    .click();
  await expect(rows(page)).toHaveCount(0);
  await expect(events(page).filter({ hasText: 'Execution report' }).filter({ hasText: 'CANCELLED' })).toBeVisible();
});

test('opens with Enter, closes with Escape and gives the focus back to the row', async ({ page }) => {
  await rest(page, '60000');
  await rest(page, '60001');
  await cell(rows(page).nth(1), 'symbol').click();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await expect(drawer(page)).toContainText('60,000.0');
  await expect(drawer(page).getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(cell(rows(page).nth(1), 'symbol')).toBeFocused();

  // Enter on the cell of a button presses that, and on a price begins an edit.
  await cell(rows(page).nth(1), 'price').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New price')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(rows(page)).toHaveCount(2);
});

test('knows after a reload what it knew before, and copies it whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await rest(page, '60000');
  await page.reload();
  await cell(rows(page).first(), 'symbol').click();
  await page.keyboard.press('Enter');
  await expect(events(page)).toHaveCount(3);
  await drawer(page).getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByText('The order with its life is in the clipboard')).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as {
    readonly order: { readonly price: string };
    readonly life: readonly { readonly kind: string }[];
  };
  expect(copied.order.price).toBe('60000');
  expect(copied.life.map(({ kind }) => kind).toSorted()).toEqual(['answer', 'command', 'report']);
});
