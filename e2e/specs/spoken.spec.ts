import type { Locator, Page } from 'playwright/test';
import type { Program } from '../support/program.ts';
import { expect, test } from '../support/terminal.ts';

/* What a screen reader is told, and what it is not. */

test.use({ programArgs: ['--practice-admin', '0'] });

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function tell(program: Program, path: string, body: object): Promise<void> {
  const response = await fetch(`${program.admin}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

/** Collects what changes inside of live regions from now on: which region, and what it says. */
async function listenToRegions(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const LIVE = '[role="status"], [role="alert"], [role="log"], output, [aria-live="polite"], [aria-live="assertive"]';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(LIVE);
        if (region !== null && region !== undefined) heard.push(`${region.className}: ${region.textContent}`);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'heard'));
}

async function place(page: Page, price: string): Promise<void> {
  const ticket = panel(page, 'Order entry');
  await ticket.getByLabel('Price', { exact: true }).fill(price);
  await ticket.getByLabel('Quantity', { exact: true }).fill('0.02');
  await ticket.getByRole('button', { name: /^Buy .*BTC/ }).click();
  await expect(ticket.getByRole('status', { name: 'Outcome' })).toContainText(/Accepted|Bought/);
}

test('a sum that moves all the time is not read out, and the palette brings the focus to a panel with a grid alone', async ({
  page,
}) => {
  await place(page, '70000');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Positions');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => panel(page, 'Positions').evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);

  const heard = await listenToRegions(page);
  const sum = panel(page, 'Positions').locator('.positions-totals');
  for (let change = 0; change < 3; change += 1) await expect(sum).not.toHaveText((await sum.textContent()) ?? '');
  expect((await heard()).filter((each) => each.includes('USDT'))).toEqual([]);
});

test('levels say their side, trades are a plain table, and tabs stand in named lists', async ({ page }) => {
  const book = panel(page, 'Order book');
  await expect(book.getByRole('row', { name: /^Ask \d\d,\d{3}\.\d/ }).first()).toBeVisible();
  await expect(book.getByRole('row', { name: /^Bid \d\d,\d{3}\.\d/ }).first()).toBeVisible();
  const trades = panel(page, 'Market trades').getByRole('table', { name: 'Market trades' });
  await expect(trades.getByRole('row', { name: /^(BUY|SELL) \d\d,\d{3}\.\d/ }).first()).toBeVisible();
  const lists = page.getByRole('tablist');
  await expect(lists).not.toHaveCount(0);
  for (const list of await lists.all()) await expect(list).toHaveAccessibleName('Panels');
});

test('an outage is said once a panel when it begins and once when it ends', async ({ page, program }) => {
  const book = panel(page, 'Order book');
  await expect(book.getByText('Spread')).toBeVisible();
  const heard = await listenToRegions(page);
  await tell(program, '/streams', { closeOnConnect: 100_000, which: 'public' });
  await tell(program, '/streams/drop', { which: 'public' });
  const age = book.locator('.age');
  for (let change = 0; change < 3; change += 1) await expect(age).not.toHaveText(await age.innerText());
  await tell(program, '/streams', { closeOnConnect: 0, which: 'public' });
  await expect(book.locator('.panel-stale')).toBeHidden({ timeout: 60_000 });
  await expect(book.getByText('Order book is up to date again')).toBeAttached();
  const ofBook = (await heard()).filter((each) => each.includes('Order book'));
  expect(new Set(ofBook)).toEqual(
    new Set(['unseen: Order book is not up to date', 'unseen: Order book is up to date again']),
  );
});

test('an edit in a cell that fails is said', async ({ page, program }) => {
  await place(page, '60000');
  await tell(program, '/faults', {
    method: 'PUT',
    path: '/v3/trade/order',
    kind: 'status',
    status: 400,
    process: false,
  });
  const row = page.getByRole('grid', { name: 'Open orders' }).locator('[role="row"][row-id]').first();
  await row.locator('[col-id="price"]').dblclick();
  await page.getByLabel('New price').fill('61000');
  await page.getByLabel('New price').press('Enter');
  const log = page.getByRole('log', { name: 'Notices' });
  await expect(log).toContainText(/was not edited|is unconfirmed/);
});

test('a tooltip stays while the pointer is on it', async ({ page }) => {
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: 'Cancel all', exact: true }).hover();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText('Cancels ordinary and algo orders');
  const box = await tooltip.boundingBox();
  if (box === null) throw new Error('The tooltip has no place.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await page.clock.runFor(2_000);
  await expect(tooltip).toBeVisible();
  await page.mouse.move(300, 500);
  await expect(tooltip).toBeHidden();
});
