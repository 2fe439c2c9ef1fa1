import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright/test';
import { liveThroughWallet, walletOnExchange } from '../support/wallet-past.ts';
import { startProgram } from '../support/program.ts';
import { expect, test } from '../support/terminal.ts';

/* The archive of a history: downloaded, sorted, added up, drawn and exported on this machine. */

// Rows of histories have many columns, which are drawn where there is room.
test.use({ viewport: { width: 1920, height: 1080 } });

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function show(page: Page, name: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await page.keyboard.press('Enter');
  const shown = panel(page, name);
  await shown.waitFor();
  return shown;
}
async function downloadAll(history: Locator): Promise<void> {
  await history.getByRole('button', { name: 'Download all' }).first().click();
  await expect(history.getByText(/everything up to/)).toBeVisible({ timeout: 30_000 });
}

test('a history is downloaded, sorted and added up as a whole, and drawn', async ({ page }, info) => {
  const history = await show(page, 'Funding fee history');
  await expect(history.getByText(/^1 to/)).toBeVisible();
  const total = Number(
    /of ([\d,]+)/.exec(await history.locator('.page-bar > .number').innerText())?.[1]?.replaceAll(',', ''),
  );
  await downloadAll(history);
  await expect(history.getByRole('group', { name: 'Sums' })).toContainText(`${total.toLocaleString('en-US')} rows`);
  await expect(history.getByRole('group', { name: 'Sums' })).toContainText(/Net .*USDT/);
  await info.attach('archive', { body: await page.screenshot(), contentType: 'image/png' });
  await history.getByRole('radio', { name: 'Picture' }).click();
  await expect(history.getByRole('img', { name: /over time, in USDT/ })).toBeVisible();
  await expect(history.getByRole('table', { name: 'By symbol' })).toContainText('PERP_BTC_USDT');
  await info.attach('picture', { body: await page.screenshot(), contentType: 'image/png' });
});

test('the archive is sorted and filtered over everything, and its columns are chosen and remembered', async ({
  page,
}) => {
  let history = await show(page, 'Fills');
  await downloadAll(history);
  const grid = history.getByRole('grid', { name: 'Fills' });
  // Rows stand in the document in the order in which they were drawn.
  const fees = (): Promise<number[]> =>
    grid
      .locator('[role="row"][row-id]')
      .evaluateAll((rows) =>
        rows
          .toSorted((a, b) => Number(a.getAttribute('row-index')) - Number(b.getAttribute('row-index')))
          .map((row) => Number(row.querySelector('[col-id="fee"]')?.textContent?.replaceAll(',', ''))),
      );
  const isSorted = async (sign: 1 | -1): Promise<boolean> => {
    const now = await fees();
    return now.length > 5 && now.every((fee, at) => at === 0 || (fee - (now[at - 1] ?? 0)) * sign >= 0);
  };
  const fee = grid.getByRole('columnheader', { name: 'Fee', exact: true });
  await fee.click();
  await expect(fee).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => isSorted(1)).toBe(true);
  await fee.click();
  await expect(fee).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => isSorted(-1)).toBe(true);
  expect((await fees())[0]).toBeGreaterThan(1);

  const sums = history.getByRole('group', { name: 'Sums' });
  const before = await sums.locator('.sums-rows').innerText();
  await history.getByLabel('Side').selectOption('SELL');
  await expect(sums.locator('.sums-rows')).not.toHaveText(before);
  await expect(sums).not.toContainText('Bought');
  await history.getByLabel('Find').fill('sol_usdt');
  await history.getByLabel('Find').press('Enter');
  await expect(grid.locator('[role="row"][row-id] [col-id="symbol"]').first()).toHaveText('PERP_SOL_USDT');
  await expect(sums).toContainText(/Sold [\d.,]+ SOL/);

  await history.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByRole('checkbox', { name: 'Realised PnL' }).uncheck();
  await menu.getByRole('checkbox', { name: 'Tag' }).check();
  await menu.getByRole('button', { name: 'Move Symbol up' }).click();
  await page.keyboard.press('Escape');
  const titles = (): Promise<string[]> => grid.getByRole('columnheader').allInnerTexts();
  await expect.poll(titles).toEqual(expect.arrayContaining(['Tag']));
  expect((await titles()).slice(0, 2)).toEqual(['Symbol', 'Time']);
  await page.reload();
  await panel(page, 'Order entry').waitFor();
  history = await show(page, 'Fills');
  await expect(history.locator('[role="row"][row-id]').first()).toBeVisible();
  const after = await history.getByRole('grid', { name: 'Fills' }).getByRole('columnheader').allInnerTexts();
  expect(after.slice(0, 2)).toEqual(['Symbol', 'Time']);
  expect(after).not.toContain('Realised PnL');
  expect(after).toContain('Tag');
});

test('a fill opens its order, an order its fills, a transfer its accounts', async ({ page }) => {
  const fills = await show(page, 'Fills');
  const fill = fills.locator('[role="row"][row-id]').first();
  const orderId = await fill.locator('[col-id="orderId"]').innerText();
  await fill.dblclick();
  const dialog = page.getByRole('dialog', { name: /^Fills: / });
  await expect(dialog.getByRole('region', { name: 'Its order' })).toContainText(orderId);
  await dialog.getByRole('button', { name: 'Show its order' }).click();

  const orders = panel(page, 'Order history');
  await expect(orders.getByRole('button', { name: `Order ${orderId}` })).toBeVisible();
  await downloadAll(orders);
  await expect(orders.locator('[role="row"][row-id]')).toHaveCount(1);
  await orders.locator('[role="row"][row-id]').first().dblclick();
  const order = page.getByRole('dialog', { name: /^Order history: / });
  await expect(order.getByRole('region', { name: 'Fills of the order' }).getByRole('row').nth(1)).toBeVisible();
  await order.getByRole('button', { name: 'Show its fills' }).click();
  await downloadAll(fills);
  await expect(fills.locator('[role="row"][row-id] [col-id="orderId"]').first()).toHaveText(orderId);
  await fills.getByRole('button', { name: `Fills of order ${orderId}` }).click();
  await expect(fills.getByRole('button', { name: `Fills of order ${orderId}` })).toHaveCount(0);

  const transfers = await show(page, 'Transfer history');
  await transfers.locator('[role="row"][row-id]').first().dblclick();
  const accounts = page.getByRole('dialog', { name: /^Transfer history: / }).getByRole('region', { name: 'Accounts' });
  await expect(accounts).toContainText('practice savings');
  await accounts.getByRole('button', { name: 'Transfers from it' }).first().click();
  await expect(transfers.getByRole('button', { name: /^Transfers from practice/ })).toBeVisible();
});

test('archive, picture and menus have no serious fault of accessibility', async ({ page }) => {
  const history = await show(page, 'Funding fee history');
  await downloadAll(history);
  const faults = async (): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page }).include('[aria-label="Funding fee history"]').analyze();
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
  };
  expect(await faults()).toEqual([]);
  await history.getByRole('radio', { name: 'Picture' }).click();
  await expect(history.getByRole('img', { name: /over time/ })).toBeVisible();
  expect(await faults()).toEqual([]);
  await history.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible();
  expect(await faults()).toEqual([]);
});

/** A reader of CSV of its own; the files of this test have no quotes. */
const linesOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

const ROWS = 10_000;

test('ten thousand rows are downloaded while others are made; kill -9 on the way leaves no gap and no double', async ({
  page,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'quarterdeck-archive-'));
  await liveThroughWallet(dataFolder, ROWS);
  let program = await startProgram({ args: ['--practice-admin', '0'], dataFolder });
  try {
    await page.goto(program.address);
    await page.getByRole('region', { name: 'Order entry' }).waitFor();
    let history = await show(page, 'Wallet history');
    await expect(history.getByText(`of ${ROWS.toLocaleString('en-US')}`).first()).toBeVisible();
    const { admin } = program;
    const deposit = JSON.stringify({ account: 'practice', token: 'USDT', network: 'ETH', amount: '250' });
    const arrive = async (): Promise<void> => {
      const answer = await fetch(`${admin ?? ''}/deposit`, { method: 'POST', body: deposit });
      expect(answer.ok).toBe(true);
    };
    await history.getByRole('button', { name: 'Download all' }).click();
    // From its first page on it is as of an instant that has passed.
    await expect(history.getByText(/page \d+ of 10/)).toBeVisible();
    for (let count = 0; count < 5; count += 1) await arrive();
    // The limit of 10 pages a minute holds it here, in the middle.
    await expect(history.getByText(/page [5-9] of 10 .* left/)).toBeVisible({ timeout: 20_000 });
    await expect(history.getByRole('progressbar', { name: 'Download' })).toBeVisible();
    for (let count = 0; count < 5; count += 1) await arrive();
    await program.kill();

    program = await startProgram({ dataFolder });
    await page.goto(program.address);
    await page.getByRole('region', { name: 'Order entry' }).waitFor();
    history = await show(page, 'Wallet history');
    await history.getByRole('radio', { name: 'Archive' }).click();
    await expect(history.getByText(/Stopped · page [5-9] of 10/)).toBeVisible();
    await expect(history.getByText(/not complete, from/)).toBeVisible();
    await history.getByRole('button', { name: 'Continue' }).click();
    await expect(history.getByText(`${ROWS.toLocaleString('en-US')} rows kept: everything up to`)).toBeVisible({
      timeout: 30_000,
    });

    await history.getByRole('button', { name: 'Export' }).click();
    const menu = page.getByRole('dialog', { name: 'Export' });
    await menu.getByRole('radio', { name: 'All' }).click();
    await menu.getByRole('button', { name: 'The whole archive' }).click();
    await expect(page.getByText(`${ROWS.toLocaleString('en-US')} rows were written.`)).toBeVisible();
  } finally {
    await program.stop();
  }
  const [name = ''] = await readdir(join(dataFolder, 'exports'));
  const [head = [], ...lines] = linesOf(await readFile(join(dataFolder, 'exports', name), 'utf8'));
  const server = await walletOnExchange(dataFolder);
  expect(server).toHaveLength(ROWS);
  const cells = (title: string): (string | undefined)[] => lines.map((line) => line[head.indexOf(title)]);
  // Newest first on both sides; records of one instant in any order.
  const ids = cells('ID');
  expect(new Set(ids).size).toBe(ROWS);
  const places = new Map(ids.map((id, at) => [id, at]));
  const order = server.map(({ id }) => places.get(id ?? '') ?? -1);
  for (const [title, field] of Object.entries(FIELDS)) {
    const column = cells(title);
    expect(order.map((at) => column[at])).toEqual(server.map((record) => empty(record[field])));
  }
  const times = cells('Time (UTC)');
  expect(order.map((at) => times[at])).toEqual(
    server.map(({ createdTime = '' }) => new Date(Number(createdTime.replace('.', ''))).toISOString()),
  );
  await rm(dataFolder, { recursive: true, force: true });
});

const FIELDS = {
  Token: 'token',
  Direction: 'tokenSide',
  Amount: 'amount',
  Status: 'status',
  Fee: 'feeAmount',
  'Fee token': 'feeToken',
  Confirmed: 'confirmedNumber',
  To: 'targetAddress',
  Transaction: 'txId',
} as const;
const empty = (value: string | undefined): string => (value === undefined || value === 'null' ? '' : value);
