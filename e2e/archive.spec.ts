import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { liveThroughWallet, walletOnExchange } from './wallet-past.ts';
import { startProgram } from './program.ts';
import { expect, test } from './terminal.ts';

/* The archive of a history: downloaded, sorted, added up, drawn and exported on this machine. */

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
  test.setTimeout(150_000);
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
