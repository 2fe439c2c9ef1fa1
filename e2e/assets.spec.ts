import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import type { Program } from './program.ts';
import { expect, test } from './terminal.ts';

/*
 * Money that moves, on the practice exchange: transfers, repayments, and withdrawals that are confirmed on the terminal
 * which started the program.
 */
test.use({ programArgs: ['--confirm-withdrawals-here', '--practice-admin', '0'] });

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

async function openPanel(page: Page, name: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill(name);
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  const region = page.getByRole('region', { name, exact: true });
  await region.waitFor();
  return region;
}

/** Answers the next questions on the terminal, each once it was asked. */
async function answer(program: Program, lines: readonly (readonly [asked: RegExp, typed: string])[]): Promise<void> {
  for (const [asked, typed] of lines) {
    await expect.poll(() => asked.test(program.output().slice(seen.get(program) ?? 0)), { timeout: 20_000 }).toBe(true);
    seen.set(program, program.output().length);
    program.type(typed);
  }
}
const seen = new WeakMap<Program, number>();
const yes: readonly [RegExp, string] = [/Type yes and Enter/, 'yes'];

const admin = (program: Program, call: string, body: object): Promise<Response> =>
  fetch(`${program.admin}/${call}`, { method: 'POST', body: JSON.stringify(body) });

async function allow(panel: Locator, program: Program, wait = '0'): Promise<void> {
  const rules = panel.getByRole('region', { name: 'What withdrawals are held to' });
  await rules.getByRole('switch', { name: 'Allow withdrawals' }).click();
  await rules.getByLabel('Wait of new addresses').fill(wait);
  await rules.getByRole('button', { name: 'Save what they are held to' }).click();
  await answer(program, [yes]);
  await expect(panel.getByRole('status', { name: 'Why nothing can be withdrawn' })).toBeHidden();
}

async function addAddress(
  panel: Locator,
  entry: { name: string; network: string; address: string; memo?: string },
): Promise<void> {
  await panel.getByRole('button', { name: 'Add an address' }).click();
  const form = panel.getByRole('region', { name: 'New address' });
  await form.getByLabel('Name').fill(entry.name);
  await form.getByLabel('Network').selectOption(entry.network);
  await form.getByLabel('Address').fill(entry.address);
  if (entry.memo !== undefined) await form.getByLabel('Memo').fill(entry.memo);
  await form.getByRole('button', { name: 'Save address' }).click();
  await panel.getByRole('listitem', { name: entry.name }).waitFor();
}

async function fillWithdrawal(panel: Locator, network: string, name: string, amount: string): Promise<Locator> {
  const form = panel.getByRole('region', { name: 'New withdrawal' });
  await form.getByLabel('Network').selectOption(network);
  await form.getByLabel('Address').selectOption({ label: await labelOf(form, name) });
  await form.getByLabel('Amount').fill(amount);
  return form;
}
async function labelOf(form: Locator, name: string): Promise<string> {
  const labels = await form.getByLabel('Address').locator('option').allTextContents();
  return labels.find((label) => label.startsWith(name)) ?? '';
}

async function review(page: Page, form: Locator, amount: string, options: { again?: boolean } = {}): Promise<void> {
  await form.getByRole('button', { name: 'Review the withdrawal' }).click();
  await confirmIn(page, 'Withdraw', amount, options);
}
async function confirmIn(page: Page, word: string, amount: string, { again = false } = {}): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount again').fill(amount);
  if (again) await dialog.getByRole('switch', { name: 'I mean a second one' }).click();
  await expect(dialog.getByRole('button', { name: word, exact: true })).not.toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: word, exact: true }).click();
}

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: join(process.env['SHOTS'], `${name}.png`) });
};

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
