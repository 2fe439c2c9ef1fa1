import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAddress, allow, answer, fillWithdrawal, openPanel, shot, TRON, yes } from '../support/money.ts';
import { startProgram } from '../support/program.ts';
import { expect, test } from '../support/terminal.ts';

/* Every way in which money does not move. */

const TON = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LIKE_ETHER = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaee';

test.describe('where the program was started without a place to confirm', () => {
  test('nothing can be withdrawn, and no switch of the page changes that', async ({ page }) => {
    const panel = await openPanel(page, 'Withdraw');
    await expect(panel.getByRole('status', { name: 'Why nothing can be withdrawn' })).toContainText(
      '--confirm-withdrawals-here',
    );
    const rules = panel.getByRole('region', { name: 'What withdrawals are held to' });
    await rules.getByRole('switch', { name: 'Allow withdrawals' }).click();
    await rules.getByRole('button', { name: 'Save what they are held to' }).click();
    await expect(rules.getByRole('alert')).toContainText('without a place for that');
    await expect(panel.getByRole('button', { name: 'Review the withdrawal' })).toHaveAttribute('aria-disabled', 'true');
    await shot(page, '20-no-place');
  });
});

test.describe('where it is confirmed on the terminal', () => {
  test.use({ programArgs: ['--confirm-withdrawals-here', '--practice-admin', '0'] });

  test('a no at the terminal leaves withdrawals off', async ({ page, program }) => {
    const panel = await openPanel(page, 'Withdraw');
    const rules = panel.getByRole('region', { name: 'What withdrawals are held to' });
    await rules.getByRole('switch', { name: 'Allow withdrawals' }).click();
    await rules.getByLabel('Wait of new addresses').fill('1');
    await rules.getByRole('button', { name: 'Save what they are held to' }).click();
    await answer(program, [[/Withdrawals are allowed\.[^]*wait 1 h instead of 24 h[^]*Type the word/, 'no']]);
    await expect(rules.getByRole('alert')).toContainText('It was not confirmed');
    await expect(panel.getByRole('status', { name: 'Why nothing can be withdrawn' })).toContainText('are off');
  });

  test('an address is refused for its checksum, its network, its memo, and held for its likeness', async ({ page }) => {
    const panel = await openPanel(page, 'Withdraw');
    await panel.getByRole('button', { name: 'Add an address' }).click();
    const form = panel.getByRole('region', { name: 'New address' });
    const save = form.getByRole('button', { name: 'Save address' });
    await form.getByLabel('Name').fill('Exchange');
    await form.getByLabel('Network').selectOption('ETH');
    await form.getByLabel('Address').fill(ETHER.replace('BeAed', 'BeAeD'));
    await expect(form.locator('.field-error')).toContainText('checksum is wrong');
    await form.getByLabel('Address').fill(TRON);
    await expect(form.locator('.field-error')).toContainText('an address of Tron, not of ETH');
    await form.getByLabel('Address').fill('0x5аAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    await expect(form.locator('.field-error')).toContainText('U+0430');
    await shot(page, '21-homoglyph');
    await form.getByLabel('Network').selectOption('TON');
    await form.getByLabel('Address').fill(TON);
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await expect(form).toContainText('Needed here');
    await form.getByLabel('Memo').fill(TON);
    await expect(form.locator('.field-error')).toContainText('This is the address');
    await form.getByLabel('Memo').fill('4711');
    await save.click();
    await panel.getByRole('listitem', { name: 'Exchange' }).waitFor();

    await addAddress(panel, { name: 'Cold wallet', network: 'ETH', address: ETHER });
    await panel.getByRole('button', { name: 'Add an address' }).click();
    await form.getByLabel('Name').fill('Other');
    await form.getByLabel('Network').selectOption('ETH');
    await form.getByLabel('Address').fill(LIKE_ETHER);
    await expect(form.getByRole('alert', { name: 'Warnings' })).toContainText(
      'differs from “Cold wallet” in a few signs',
    );
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await shot(page, '22-look-alike');
    await form.getByLabel('Address').fill(ETHER.toLowerCase());
    await expect(form.locator('.field-error')).toContainText('in the book already');
  });

  test('a new address waits; the amount is held to minimum and daily limit', async ({ page, program }) => {
    const panel = await openPanel(page, 'Withdraw');
    await allow(panel, program, '24');
    await addAddress(panel, { name: 'Cold wallet', network: 'TRX', address: TRON });
    const entry = panel.getByRole('listitem', { name: 'Cold wallet' });
    await expect(entry).toContainText('Waits 23 h');
    const form = await fillWithdrawal(panel, 'TRX', 'Cold wallet', '25');
    await expect(form.locator('.field-error').first()).toContainText('it may be used in 24 h');
    await expect(form.getByRole('button', { name: 'Review the withdrawal' })).toHaveAttribute('aria-disabled', 'true');
    await shot(page, '23-waits');
    // One that need not wait is added once a person has allowed that.
    const rules = panel.getByRole('region', { name: 'What withdrawals are held to' });
    await rules.getByLabel('Wait of new addresses').fill('0');
    await rules.getByRole('button', { name: 'Save what they are held to' }).click();
    await answer(program, [yes]);
    await addAddress(panel, { name: 'Second', network: 'TRX', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' });
    await expect(panel.getByRole('listitem', { name: 'Second' })).toContainText('Ready', { timeout: 30_000 });
    await expect(entry).toContainText('Waits 23 h');
    await fillWithdrawal(panel, 'TRX', 'Second', '9.99');
    await expect(form.locator('.field-error')).toContainText('The smallest withdrawal is 10 USDT');
    await form.getByLabel('Amount').fill('1000.01');
    await expect(form.locator('.field-error')).toContainText('Above the daily limit');
    await form.getByLabel('Amount').fill('1e3');
    await expect(form.locator('.field-error')).toContainText('Only figures');
    await form.getByLabel('Amount').fill('25');
    await expect(form.locator('.field-error')).toHaveCount(0);

    // Confirmed with another amount at the terminal: refused.
    await form.getByRole('button', { name: 'Review the withdrawal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount again').fill('26');
    await expect(dialog.getByRole('button', { name: 'Withdraw', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByLabel('Amount again').fill('25');
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await answer(program, [[/The amount, typed again/, '250']]);
    await expect(form.getByRole('alert')).toContainText('It was not confirmed');

    // Taken back on the page while it is being confirmed.
    await form.getByRole('button', { name: 'Review the withdrawal' }).click();
    await dialog.getByLabel('Amount again').fill('25');
    await expect(dialog.getByRole('button', { name: 'Withdraw', exact: true })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await panel.getByRole('button', { name: 'Take it back' }).click();
    await expect(form.getByRole('alert')).toContainText('It was taken back');
    const { writes } = (await (await fetch(`${program.admin}/received`)).json()) as {
      writes: { target?: string; path?: string }[];
    }; // admin/received.ts
    expect(JSON.stringify(writes)).not.toContain('/withdraw');
  });

  test('a book that was changed outside is not used, and can be begun anew', async ({ page, program, context }) => {
    const panel = await openPanel(page, 'Withdraw');
    await allow(panel, program);
    await addAddress(panel, { name: 'Cold wallet', network: 'TRX', address: TRON });
    await program.kill();
    const thief = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    for (const copy of ['addresses-practice', 'addresses-practice.copy']) {
      const path = join(program.dataFolder, copy);
      writeFileSync(path, rewritten(readFileSync(path, 'utf8').replaceAll(TRON, thief)));
    }
    const again = await startProgram({ args: ['--confirm-withdrawals-here'], dataFolder: program.dataFolder });
    try {
      const fresh = await context.newPage();
      await fresh.goto(again.address);
      await fresh.getByRole('region', { name: 'Order entry' }).waitFor();
      const shown = await openPanel(fresh, 'Withdraw');
      await expect(shown.getByRole('status', { name: 'Why nothing can be withdrawn' })).toContainText(
        'changed outside',
      );
      await expect(shown).not.toContainText('TJRa');
      await shot(fresh, '24-changed');
      await shown.getByRole('button', { name: 'Begin an empty address book' }).click();
      await expect(shown.getByRole('status', { name: 'Why nothing can be withdrawn' })).toContainText('are off');
      await fresh.close();
    } finally {
      await again.stop();
    }
  });
});

/** With the checksum of the file made right again, as somebody who knows its form would. */
function rewritten(text: string): string {
  const body = text.slice(text.indexOf('\n') + 1);
  const generation = text.split(' ')[2] ?? '1';
  const sum = createHash('sha256').update(`${generation}\n${body}`).digest('hex');
  return `quarterdeck 1 ${generation} ${sum}\n${body}`;
}
