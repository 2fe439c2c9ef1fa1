import { AxeBuilder } from '@axe-core/playwright';
import { tapBridge } from '../support/bridge-tap.ts';
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
} from '../support/money.ts';
import { expect, test } from '../support/terminal.ts';

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
    [/Type the word/, 'no'],
  ]);
  await expect(form.getByRole('alert')).toContainText('It was not confirmed');
  await shot(page, '10-refused-at-the-terminal');

  // While it is NEW the exchange can still leave it.
  await form.getByLabel('Amount').fill('30');
  await review(page, form, '30');
  await answer(program, [[/The amount, typed again/, '30'], yes]);
  const other = panel.getByRole('listitem', { name: /^Withdraw 30 USDT/ });
  await other.getByRole('button', { name: 'Cancel it at the exchange' }).click({ timeout: 25_000 });
  await expect(other).toContainText('CANCELED', { timeout: 15_000 });
});

test('a transfer is typed twice, shown, and one that was not answered is found and not sent again', async ({
  page,
  program,
}) => {
  const panel = await openPanel(page, 'Transfer');
  const form = panel.getByRole('region', { name: 'New transfer' });
  await form.getByLabel('To', { exact: true }).selectOption({ label: 'practice savings' });
  await form.getByLabel('Amount').fill('100001');
  await expect(form.locator('.field-error')).toContainText('Only 100,000 USDT can be used');
  await form.getByLabel('Amount').fill('12.50');
  await shot(page, '30-transfer');
  await form.getByRole('button', { name: 'Review the transfer' }).click();
  await shot(page, '31-transfer-review');
  await confirmIn(page, 'Transfer', '12.50');
  const first = panel.getByRole('listitem', { name: /^Transfer 12.50 USDT/ });
  await expect(first).toContainText('Done');
  await expect(form).toContainText('Available: 99,987.5 USDT');

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
  await expect(form).toContainText('Available: 99,980.5 USDT');
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

test('panels say what they wait for and what went wrong, with a way to try again, and have no serious fault of accessibility', async ({
  context,
  program,
}) => {
  const page = await context.newPage();
  let fails = true;
  await tapBridge(page, { fails: (name) => fails && (name === 'assets.tokens' || name === 'assets.accounts') });
  await page.goto(program.address);
  await page.getByRole('region', { name: 'Order entry' }).waitFor();
  for (const name of ['Withdraw', 'Transfer', 'Tokens and networks']) {
    const panel = await openPanel(page, name);
    await expect(panel.getByRole('alert')).toBeVisible();
  }
  fails = false;
  for (const name of ['Withdraw', 'Transfer', 'Tokens and networks']) {
    const panel = await openPanel(page, name);
    const again = panel.getByRole('button', { name: 'Try again' });
    // Two of them read the same: one try is for both.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      await expect(panel.getByRole('alert')).toHaveCount(0, { timeout: 500 });
    }).toPass();
  }
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    for (const name of ['Withdraw', 'Transfer', 'Repay interest', 'Tokens and networks']) {
      await openPanel(page, name);
      const { violations } = await new AxeBuilder({ page }).include(`[role=region][aria-label="${name}"]`).analyze();
      const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(
        bad.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]),
        `${name}, ${theme}`,
      ).toEqual([]);
    }
  }
});
