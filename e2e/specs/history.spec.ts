import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/terminal.ts';

/* Histories a page at a time, while the account goes on trading. */

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function show(page: Page, name: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await page.keyboard.press('Enter');
  const shown = panel(page, name);
  await shown.waitFor();
  return shown;
}

test('paging visits every row exactly once while new ones are made', async ({ page }) => {
  const history = await show(page, 'Order history');
  await expect(history.getByText(/^1 to 50 of/)).toBeVisible();
  await history.getByLabel('Page size').selectOption('500');
  await expect(history.getByText(/^1 to 500 of|^1 to \d+ of \d+/)).toBeVisible();
  const words = await history.locator('.page-bar > .number').innerText();
  const total = Number(/of ([\d,]+)/.exec(words)?.[1]?.replaceAll(',', ''));
  expect(total).toBeGreaterThan(100);
  await history.getByLabel('Page size').selectOption('100');

  const ticket = panel(page, 'Order entry');
  await ticket.getByLabel('Price', { exact: true }).fill('60000');
  await ticket.getByLabel('Quantity', { exact: true }).fill('0.01');
  const seen: string[] = [];
  for (let at = 1; ; at += 1) {
    const first = (at - 1) * 100 + 1;
    await expect(history.getByText(new RegExp(`^${first.toLocaleString('en-US')} to`))).toBeVisible();
    await expect(history.locator('.history-waiting')).toHaveCount(0);
    seen.push(...(await idsOf(page)));
    // Another size each time: the same order again at once would be asked about.
    await ticket.getByLabel('Quantity', { exact: true }).fill(`0.0${at}`);
    if (at <= 2) await ticket.getByRole('button', { name: /^Buy 0.0/ }).click();
    const next = history.getByRole('button', { name: 'Next', exact: true });
    if ((await next.getAttribute('aria-disabled')) === 'true') break;
    await next.click();
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength(total);
});

/** Ids of all rows of the page, also of those that are not drawn: read until two passes over it say the same. */
async function idsOf(page: Page): Promise<string[]> {
  for (let before = ''; ;) {
    const ids = await pass(page);
    if (ids.join() === before) return ids;
    before = ids.join();
  }
}

/** One pass over the grid: goes on with the next part once the one before it is drawn. */
async function pass(page: Page): Promise<string[]> {
  const bar = panel(page, 'Order history').locator('.page-bar > .number');
  const [, first = '', last = ''] = /^([\d,]+) to ([\d,]+) of/.exec(await bar.innerText()) ?? [];
  const count = Number(last.replaceAll(',', '')) - Number(first.replaceAll(',', '')) + 1;
  return page.getByRole('grid', { name: 'Order history' }).evaluate(async (grid, expected) => {
    // Whatever the library calls it: what scrolls furthest.
    const room = (each: Element): number =>
      getComputedStyle(each).overflowY === 'visible' ? 0 : each.scrollHeight - each.clientHeight;
    const viewport = [grid, ...grid.querySelectorAll('*')].toSorted((a, b) => room(b) - room(a))[0] ?? grid;
    const ids = new Map<number, string>();
    viewport.scrollTo(0, 0);
    while (ids.size < expected) {
      await new Promise(requestAnimationFrame);
      for (const row of grid.querySelectorAll('[role="row"][row-id]'))
        ids.set(Number(row.getAttribute('row-index')), row.querySelector('[col-id="orderId"]')?.textContent ?? '');
      // What was missed is read in another round.
      const isAtEnd = viewport.scrollTop + viewport.clientHeight >= viewport.scrollHeight - 1;
      viewport.scrollTo(0, isAtEnd ? 0 : viewport.scrollTop + viewport.clientHeight / 2);
    }
    return [...ids].toSorted(([a], [b]) => a - b).map(([, id]) => id);
  }, count);
}

test('each history shows its rows, and its filters reach the exchange', async ({ page }, info) => {
  for (const name of [
    'Fills',
    'Wallet history',
    'Transfer history',
    'Margin interest history',
    'Funding fee history',
    'Referral summary',
    'Referral reward history',
  ]) {
    const history = await show(page, name);
    await expect(history.getByRole('grid', { name }).locator('[role="row"][row-id]').first(), name).toBeVisible();
    await info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
  }
  const wallet = await show(page, 'Wallet history');
  await wallet.getByLabel('Direction').selectOption('WITHDRAW');
  await expect(wallet.locator('[col-id="tokenSide"]').filter({ hasText: 'DEPOSIT' })).toHaveCount(0);
  await expect(wallet.locator('[role="row"][row-id] [col-id="tokenSide"]').first()).toHaveText('WITHDRAW');
});

test('a page beyond the last is said, with a way back', async ({ page }) => {
  const history = await show(page, 'Funding fee history');
  await expect(history.getByText(/^1 to/)).toBeVisible();
  await history.getByLabel('Go to page').fill('99999');
  await history.getByLabel('Go to page').press('Enter');
  await expect(history.getByText(/^1 to/)).toBeVisible();
});

test('a range of days is typed, and one that ends before it begins asks nothing', async ({ page }) => {
  const wallet = await show(page, 'Wallet history');
  await wallet.getByLabel('Range').selectOption('Dates');
  await wallet.getByLabel('Last day').fill('2020-01-31');
  await expect(wallet.getByText('Nothing in this range')).toBeVisible();
  await wallet.getByLabel('First day').fill('2020-02-01');
  await expect(wallet.getByText('Its last day lies before its first.')).toBeVisible();
  await wallet.getByLabel('Last day').fill('2099-12-31');
  await expect(wallet.locator('[role="row"][row-id]').first()).toBeVisible();
});

test('an own fill stands there by itself while nobody reads further down', async ({ page }) => {
  await show(page, 'Fills');
  const first = page.getByRole('grid', { name: 'Fills' }).getByRole('row').nth(1);
  await expect(first).toContainText(/\d/);
  await expect(first).not.toContainText('0.0011');
  const ticket = panel(page, 'Order entry');
  await ticket.getByLabel('Price', { exact: true }).fill('66000');
  // The least that a book's level has: it is one fill.
  await ticket.getByLabel('Quantity', { exact: true }).fill('0.0011');
  await ticket.getByRole('button', { name: /^Buy 0.0011/ }).click();
  await expect(first).toContainText('0.0011');
});
