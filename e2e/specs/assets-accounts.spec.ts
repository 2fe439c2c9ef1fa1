import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { startPractice, type Practice } from '../../electron/practice/server.ts';
import { addAddress, allow, answer, confirmIn, fillWithdrawal, openPanel, shot, TRON, yes } from '../support/money.ts';
import { startProgram, type Program } from '../support/program.ts';
import { expect, test } from '../support/terminal.ts';
import { openUnknown } from '../support/unknown-exchange.ts';

/* Money of accounts at another exchange than the embedded one, whose keys are in the vault. */
test.use({ programArgs: ['--confirm-withdrawals-here'] });

let exchange: Practice;
test.beforeAll(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0, seed: 5, adminPort: 0 });
});
test.afterAll(() => exchange.close());

/** A profile for an account of it, opened. */
async function openAccount(
  page: Page,
  program: Program,
  account: string,
  { viewOnly = false, withKey = true } = {},
): Promise<void> {
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
  if (!withKey) {
    await openUnknown(page, account);
    await answer(program, [yes]);
    await loadedAnew(page);
    return;
  }
  const { key, secret } = keyOf(account);
  await panel.getByLabel('New passphrase').fill('three short words');
  await panel.getByLabel('Passphrase again').fill('three short words');
  await panel.getByRole('button', { name: 'Choose passphrase' }).click();
  await panel.getByLabel('API key').fill(key);
  await panel.getByLabel('API secret').fill(secret);
  await panel.getByRole('button', { name: 'Save key' }).click();
  await panel.getByText(`A key ending in …${key.slice(-4)} is saved`).waitFor();
  await openUnknown(page, account);
  await answer(program, [yes]);
  await loadedAnew(page);
}
/** The page loads itself anew for another profile. */
async function loadedAnew(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Quarterdeck · Staging/);
  await page.getByRole('region', { name: 'Order entry' }).waitFor();
  await expect(page.getByRole('button', { name: 'Environment: Staging' })).toBeVisible();
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

test('interest of a loan is repaid', async ({ page, program }) => {
  await order('borrower', 'BUY', '0.5');
  await fetch(`${exchange.admin}/advance`, { method: 'POST', body: JSON.stringify({ ms: 3_600_000 }) });
  await order('borrower', 'SELL', '0.5');
  await fetch(`${exchange.admin}/advance`, { method: 'POST', body: JSON.stringify({ ms: 0 }) });
  await openAccount(page, program, 'borrower');
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

test('a view-only profile moves nothing and changes no address', async ({ page, program }) => {
  await openAccount(page, program, 'visitor', { viewOnly: true });
  const panel = await openPanel(page, 'Withdraw');
  for (const name of ['Review the withdrawal', 'Add an address', 'Save what they are held to'])
    await expect(panel.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  await expect(panel.getByRole('status', { name: 'Why nothing can be moved' })).toContainText('view only');
  await shot(page, '42-view-only');
  const transfer = await openPanel(page, 'Transfer');
  await expect(transfer).toContainText('There is no second account');
});

test('a profile without a key shows networks, and says why its address book is closed', async ({ page, program }) => {
  await openAccount(page, program, 'nobody', { withKey: false });
  await expect(await openPanel(page, 'Withdraw')).toContainText('give the profile a key');
  await expect((await openPanel(page, 'Tokens and networks')).getByRole('row', { name: /USDT TRX/ })).toBeVisible();
  await shot(page, '43-no-key');
});

test('a withdrawal that was under way when the program was killed is found by the next start, and not sent again', async ({
  context,
}) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'quarterdeck-e2e-'));
  const args = ['--confirm-withdrawals-here'];
  const first = await startProgram({ args, dataFolder });
  const sent = async (): Promise<number> =>
    (await (await fetch(`${exchange.admin}/received`)).text()).split('/v3/asset/wallet/withdraw').length - 1;
  const before = await sent();
  try {
    const page = await context.newPage();
    await page.goto(first.address);
    await page.getByRole('region', { name: 'Order entry' }).waitFor();
    await openAccount(page, first, 'visitor');
    const panel = await openPanel(page, 'Withdraw');
    await allow(panel, first);
    await addAddress(panel, { name: 'Cold wallet', network: 'TRX', address: TRON });
    const form = await fillWithdrawal(panel, 'TRX', 'Cold wallet', '12');
    await fetch(`${exchange.admin}/faults`, {
      method: 'POST',
      body: JSON.stringify({ method: 'POST', path: '/v3/asset/wallet/withdraw', kind: 'hang' }),
    });
    await form.getByRole('button', { name: 'Review the withdrawal' }).click();
    await confirmIn(page, 'Withdraw', '12');
    await answer(first, [[/The amount, typed again/, '12'], [/last 6 signs/, TRON.slice(-6)], yes]);
    await expect.poll(sent, { timeout: 20_000 }).toBe(before + 1);
    await first.kill();
    await page.close();

    const second = await startProgram({ args, dataFolder });
    try {
      const again = await context.newPage();
      await again.goto(second.address);
      const unlock = again.getByLabel('Passphrase', { exact: true });
      await unlock.first().fill('three short words');
      await again.getByRole('button', { name: 'Unlock', exact: true }).first().click();
      const shown = await openPanel(again, 'Withdraw');
      const move = shown.getByRole('listitem', { name: /^Withdraw 12 USDT/ });
      await expect(move.locator('[aria-current="step"]')).toBeVisible({ timeout: 30_000 });
      await expect(shown.getByRole('listitem', { name: 'Cold wallet', exact: true })).toContainText('Ready');
      expect(await sent()).toBe(before + 1);
      await shot(again, '44-after-a-crash');
    } finally {
      await second.stop();
    }
  } finally {
    await first.kill();
    await rm(dataFolder, { recursive: true, force: true });
  }
});
