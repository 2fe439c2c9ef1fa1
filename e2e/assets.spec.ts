import { createHmac } from 'node:crypto';
import type { Page } from 'playwright/test';
import { startPractice, type Practice } from '../electron/practice/server.ts';
import {
  addAddress,
  admin,
  allow,
  answer,
  confirmIn,
  fillWithdrawal,
  openPanel,
  review,
  shot,
  TRON,
  yes,
} from './money.ts';
import { expect, test } from './terminal.ts';

/*
 * Money that moves: transfers, repayments, and withdrawals that are confirmed on the terminal which started the program.
 */
test.use({ programArgs: ['--confirm-withdrawals-here', '--practice-admin', '0'] });

test('a withdrawal goes from the address book to COMPLETED, confirmed where the program was started', async ({
  page,
  program,
}) => {
  const panel = await openPanel(page, 'Withdraw');
  await expect(panel.getByRole('status', { name: 'Why nothing can be withdrawn' })).toContainText('are off');
  await shot(page, '1-off');
  await allow(panel, program);
  await addAddress(panel, { name: 'Cold wallet', network: 'TRX', address: TRON });
  await expect(panel.getByRole('listitem', { name: 'Cold wallet' })).toContainText('Ready');
  const form = await fillWithdrawal(panel, 'TRX', 'Cold wallet', '25.5');
  await expect(form).toContainText('TR7N Hqje KQxG TCi8 q8ZY 4pL8 otSz gjLj 6t');
  await shot(page, '2-filled');
  await form.getByRole('button', { name: 'Review the withdrawal' }).click();
  await expect(page.getByRole('dialog')).toContainText('TR7N Hqje');
  await shot(page, '3-review');
  await confirmIn(page, 'Withdraw', '25.5');

  const move = panel.getByRole('listitem', { name: /^Withdraw 25.5 USDT/ });
  await expect(move).toContainText('To be confirmed');
  await shot(page, '4-confirm');
  await answer(program, [
    [/To +TR7N Hqje KQxG TCi8 q8ZY 4pL8 otSz gjLj 6t[^]*Amount +25\.5 USDT[^]*The amount, typed again/, '25.5'],
    [/last 6 signs/, TRON.slice(-6)],
    yes,
  ]);
  await expect(move).toContainText('It is sent in');
  await shot(page, '5-held');
  await expect(move.getByText('NEW', { exact: true }).first()).toBeVisible({ timeout: 25_000 });
  await shot(page, '6-new');
  await admin(program, 'advance', { ms: 6_000 });
  await expect(move.getByText(/CONFIRMING \d+ of 20/)).toBeVisible({ timeout: 20_000 });
  await shot(page, '7-confirming');
  await admin(program, 'advance', { ms: 60_000 });
  await expect(move.locator('[aria-current="step"]')).toHaveText('COMPLETED', { timeout: 20_000 });
  await expect(move.getByText(/transaction [0-9a-f]{8}/)).toBeVisible();
  await shot(page, '8-completed');

  // The same once more within ten minutes asks first.
  await fillWithdrawal(panel, 'TRX', 'Cold wallet', '25.5');
  await review(page, form, '25.5');
  await expect(form.getByRole('alert')).toContainText('less than ten minutes ago');
  await shot(page, '9-again');
  await form.getByRole('button', { name: 'Look at it again' }).click();
  await confirmIn(page, 'Withdraw', '25.5', { again: true });
  await answer(program, [
    [/This is a second one[^]*The amount, typed again/, '25.5'],
    [/Type yes/, 'no'],
  ]);
  await expect(form.getByRole('alert')).toContainText('It was not confirmed');
  await shot(page, '10-refused-at-the-terminal');
});

test('a transfer is typed twice, shown, and one that was not answered is found and not sent again', async ({
  page,
  program,
}) => {
  const panel = await openPanel(page, 'Transfer');
  const form = panel.getByRole('region', { name: 'New transfer' });
  await form.getByLabel('To', { exact: true }).selectOption({ label: 'practice savings' });
  await form.getByLabel('Amount').fill('100001');
  await expect(form.locator('.field-error')).toContainText('Only 100000 USDT can be used');
  await form.getByLabel('Amount').fill('12.50');
  await shot(page, '30-transfer');
  await form.getByRole('button', { name: 'Review the transfer' }).click();
  await shot(page, '31-transfer-review');
  await confirmIn(page, 'Transfer', '12.50');
  const first = panel.getByRole('listitem', { name: /^Transfer 12.50 USDT/ });
  await expect(first).toContainText('Done');
  await expect(form).toContainText('Available: 99987.5 USDT');

  await form.getByLabel('Amount').fill('12.5');
  await form.getByRole('button', { name: 'Review the transfer' }).click();
  await confirmIn(page, 'Transfer', '12.5');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('less than ten minutes ago');
  await shot(page, '32-transfer-again');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave it' }).click();

  await admin(program, 'faults', { method: 'POST', path: '/v3/asset/transfer', kind: 'reset' });
  await form.getByLabel('Amount').fill('7');
  await form.getByRole('button', { name: 'Review the transfer' }).click();
  await confirmIn(page, 'Transfer', '7');
  const lost = panel.getByRole('listitem', { name: /^Transfer 7 USDT/ });
  await expect(lost).toContainText('Done', { timeout: 15_000 });
  await expect(form).toContainText('Available: 99980.5 USDT');
  const { writes } = (await (await fetch(`${program.admin}/received`)).json()) as { writes: unknown[] }; // admin/received.ts
  expect(JSON.stringify(writes).split('/v3/asset/transfer').length - 1).toBe(2);
  await shot(page, '33-transfers');
});

test('tokens and networks show what may go in and out, and where to deposit', async ({ page }) => {
  const panel = await openPanel(page, 'Tokens and networks');
  await expect(panel.getByRole('row', { name: /USDT BSC/ })).toContainText('No');
  await panel.getByRole('searchbox', { name: 'Search' }).fill('tron');
  await expect(panel.getByRole('row')).toHaveCount(2);
  await panel.getByRole('gridcell', { name: 'Tron', exact: true }).click();
  const deposit = panel.getByRole('region', { name: 'Deposit address' });
  await expect(deposit).toContainText('Deposit USDT on TRX (Tron)');
  await expect(deposit.locator('.address')).toHaveText(/^T\S{3} \S{4} /);
  await shot(page, '34-tokens');
});

// -------------------------------------------------------------------------------- an account of another exchange

let exchange: Practice;
test.beforeAll(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0, seed: 5, adminPort: 0 });
});
test.afterAll(() => exchange.close());

/** A profile for an account of it, opened. */
async function openAccount(page: Page, account: string, viewOnly = false): Promise<void> {
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('button', { name: 'Edit profiles' }).click();
  const panel = page.getByRole('region', { name: 'Profiles', exact: true });
  await panel.getByRole('button', { name: 'Add profile' }).click();
  await panel.getByLabel('Name').fill(account);
  await panel.getByRole('radio', { name: 'Staging' }).click();
  await panel.getByLabel('Addresses').selectOption('own');
  await panel.getByRole('radio', { name: 'Staging' }).click();
  await panel.getByLabel('REST address').fill(exchange.rest);
  await panel.getByLabel('Public stream address').fill(exchange.publicStream);
  await panel.getByLabel('Private stream address').fill(exchange.privateStream);
  if (viewOnly) await panel.getByRole('switch', { name: 'View only' }).click();
  await panel.getByRole('button', { name: 'Save profile' }).click();
  await panel.getByRole('heading', { name: account, exact: true }).waitFor();
  const { key, secret } = keyOf(account);
  await panel.getByLabel('New passphrase').fill('three short words');
  await panel.getByLabel('Passphrase again').fill('three short words');
  await panel.getByRole('button', { name: 'Choose passphrase' }).click();
  await panel.getByLabel('API key').fill(key);
  await panel.getByLabel('API secret').fill(secret);
  await panel.getByRole('button', { name: 'Save key' }).click();
  await panel.getByText(`A key ending in …${key.slice(-4)} is saved`).waitFor();
  await panel.getByRole('button', { name: 'Open profile' }).click();
  await expect(page).toHaveTitle(/Quarterdeck · Staging/);
  await page.getByRole('region', { name: 'Order entry' }).waitFor();
}
function keyOf(account: string): { key: string; secret: string } {
  const found = exchange.keys.find((each) => each.account === account && each.permissions.includes('WITHDRAWAL'));
  if (found === undefined) throw new Error(`${account} has no such key`);
  return found;
}

/** Sends an order past the terminal. */
async function order(account: string, side: string, quantity: string): Promise<void> {
  const { key, secret } = keyOf(account);
  const body = JSON.stringify({ symbol: 'SPOT_BTC_USDT', side, type: 'MARKET', quantity });
  // Its clock was moved.
  const told = (await (await fetch(`${exchange.rest}/v3/public/systemInfo`)).json()) as { timestamp: number }; // any envelope
  const timestamp = String(told.timestamp);
  const signature = createHmac('sha256', secret).update(`${timestamp}POST/v3/trade/order${body}`).digest('hex');
  const headers = {
    'x-api-key': key,
    'x-api-timestamp': timestamp,
    'x-api-signature': signature,
    'content-type': 'application/json',
  };
  const answered = (await (
    await fetch(`${exchange.rest}/v3/trade/order`, { method: 'POST', headers, body })
  ).json()) as { success: boolean }; // protocol.md, section 5
  expect(answered.success, JSON.stringify(answered)).toBe(true);
}

test('interest of a loan is repaid', async ({ page }) => {
  await order('borrower', 'BUY', '0.5');
  await fetch(`${exchange.admin}/advance`, { method: 'POST', body: JSON.stringify({ ms: 3_600_000 }) });
  await order('borrower', 'SELL', '0.5');
  await fetch(`${exchange.admin}/advance`, { method: 'POST', body: JSON.stringify({ ms: 0 }) });
  await openAccount(page, 'borrower');
  const panel = await openPanel(page, 'Repay interest');
  const form = panel.getByRole('region', { name: 'New repayment' });
  await expect(form).toContainText('Interest owed');
  await form.getByLabel('Amount').fill('1000000');
  await expect(form.locator('.field-error')).toContainText('of interest are owed');
  await form.getByRole('button', { name: 'As much as possible' }).click();
  await shot(page, '40-repay');
  await form.getByRole('button', { name: 'Review the repayment' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Repay', exact: true })).not.toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Repay', exact: true }).click();
  await expect(panel.getByRole('listitem', { name: /^Repay .* USDT of interest/ })).toContainText('Done');
  await expect(panel).toContainText('No interest is owed');
  await shot(page, '41-repaid');
});

test('a view-only profile moves nothing and changes no address', async ({ page }) => {
  await openAccount(page, 'visitor', true);
  const panel = await openPanel(page, 'Withdraw');
  for (const name of ['Review the withdrawal', 'Add an address', 'Save what they are held to'])
    await expect(panel.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  await expect(panel.getByRole('status', { name: 'Why nothing can be moved' })).toContainText('view only');
  await shot(page, '42-view-only');
  const transfer = await openPanel(page, 'Transfer');
  await expect(transfer).toContainText('There is no second account');
});
