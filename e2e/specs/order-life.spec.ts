import type { Locator, Page } from 'playwright/test';
import { tapBridge } from '../support/bridge-tap.ts';
import { expect, test } from '../support/terminal.ts';

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
  // Once the exchange has named it; the newest stands first.
  await expect(rows(page).first()).toHaveAttribute('row-id', /^\d+$/);
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
  const reports = events(page).filter({ hasText: 'Execution report' });
  await expect(reports.filter({ hasText: 'price 60,100.0' })).toContainText('NEW');
  await expect(events(page).filter({ hasText: 'Edit PERP_BTC_USDT BUY order to price 60,100' })).toContainText(
    'EDIT_SENT',
  );

  await grid(page)
    .getByRole('button', { name: /^Cancel order/ })
    .click();
  await expect(rows(page)).toHaveCount(0);
  await expect(reports.filter({ hasText: 'CANCELLED' })).toBeVisible();
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

/** What flashed and sounded since the last look, counted in the page. */
async function countSigns(page: Page): Promise<() => Promise<{ readonly flashes: number; readonly sounds: number }>> {
  await page.addInitScript(() => {
    const signs = { flashes: 0, sounds: 0 };
    Object.assign(window, { signs });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function begin(when) {
      signs.sounds += 1;
      start.call(this, when);
    };
    new MutationObserver((changes) => {
      for (const { target, oldValue } of changes)
        if (
          target instanceof Element &&
          target.classList.contains('ag-cell-data-changed') &&
          oldValue?.includes('ag-cell-data-changed') !== true
        )
          signs.flashes += 1;
    }).observe(document, { attributes: true, attributeFilter: ['class'], attributeOldValue: true, subtree: true });
  });
  return () =>
    page.evaluate(() => {
      const { signs } = window as unknown as { signs: { flashes: number; sounds: number } }; // set above
      const seen = { ...signs };
      Object.assign(signs, { flashes: 0, sounds: 0 });
      return seen;
    });
}

async function setSwitches(page: Page, on: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  for (const name of ['Sound on fills and changes', 'Flash on fills and changes']) {
    const one = page.getByRole('switch', { name });
    if ((await one.getAttribute('aria-checked')) !== String(on)) await one.click();
    await expect(one).toHaveAttribute('aria-checked', String(on));
  }
  await page.keyboard.press('Escape');
}

async function editPrice(page: Page, price: string): Promise<void> {
  await cell(rows(page).first(), 'price').dblclick();
  await page.getByLabel('New price').fill(price);
  await page.getByLabel('New price').press('Enter');
  await expect(cell(rows(page).first(), 'price')).toHaveText(`${price.slice(0, 2)},${price.slice(2)}.0`);
}

/** Feeds the page with a fill that never was, as soon as the order changes. */
async function tapFills(page: Page): Promise<(executed: string) => void> {
  let now = '0';
  await tapBridge(page, {
    rows: (feed, all) =>
      feed === 'orders' && now !== '0' ? all.map((row) => ({ ...row, executed: now, status: 'PARTIAL_FILLED' })) : all,
  });
  return (executed) => {
    now = executed;
  };
}

test('a fill and a change flash and sound; a partial fill names the whole', async ({ page }) => {
  const signs = await countSigns(page);
  const fill = await tapFills(page);
  await page.reload();
  await rest(page, '60000');
  await signs();
  await editPrice(page, '60001');
  const changed = await signs();
  expect(changed.flashes).toBeGreaterThan(0);
  expect(changed.sounds).toBeGreaterThan(0);
  fill('0.004');
  await editPrice(page, '60002');
  await expect(cell(rows(page).first(), 'executed')).toHaveText('0.0040 / 0.0100');
  const filled = await signs();
  expect(filled.flashes).toBeGreaterThan(changed.flashes);
  expect(filled.sounds).toBeGreaterThan(0);
});

test('nothing flashes or sounds that is switched off, and nothing flashes where motion is to be reduced', async ({
  page,
}) => {
  const signs = await countSigns(page);
  const fill = await tapFills(page);
  await setSwitches(page, false);
  await page.reload();
  await rest(page, '60000');
  fill('0.005');
  await editPrice(page, '60003');
  await expect(cell(rows(page).first(), 'executed')).toHaveText('0.0050 / 0.0100');
  expect(await signs()).toEqual({ flashes: 0, sounds: 0 });

  await setSwitches(page, true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  fill('0.006');
  await editPrice(page, '60004');
  await expect(cell(rows(page).first(), 'executed')).toHaveText('0.0060 / 0.0100');
  const told = await signs();
  expect(told.flashes).toBe(0);
  expect(told.sounds).toBeGreaterThan(0);
});

test('no row moves while a cell is edited: what came meanwhile is there when the edit ends', async ({ page }) => {
  const held: string[] = [];
  let hold = false;
  let release = (): void => undefined;
  await page.routeWebSocket(/\/bridge/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => server.send(text));
    server.onMessage((text) => (hold ? void held.push(String(text)) : socket.send(text)));
    release = () => {
      hold = false;
      for (const text of held.splice(0)) socket.send(text);
    };
  });
  await page.reload();
  await rest(page, '60000');
  const first = (await rows(page).first().getAttribute('row-id')) ?? '';

  // The next order, which stands above the first, becomes known while that is edited.
  hold = true;
  await ticket(page).getByLabel('Price', { exact: true }).fill('60001');
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  await cell(rows(page).first(), 'price').dblclick();
  await expect(page.getByLabel('New price')).toBeFocused();
  release();
  await expect(page.getByRole('radio', { name: 'Open 2' })).toBeVisible();
  await expect(page.getByLabel('New price')).toBeFocused();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).last()).toHaveAttribute('row-id', first);
});
