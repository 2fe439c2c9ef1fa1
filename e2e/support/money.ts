import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import type { Program } from './program.ts';
import { expect } from './terminal.ts';

/* What the specs about money do on the page and at the terminal that started the program. */

export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

export async function openPanel(page: Page, name: string): Promise<Locator> {
  const search = page.getByRole('combobox', { name: 'Search commands' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(search).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await search.fill(name);
  await page
    .getByRole('option', { name: new RegExp(`^${name}(?! history)`) })
    .first()
    .click();
  const region = page.getByRole('region', { name, exact: true });
  await region.waitFor();
  return region;
}

/** Answers the next questions on the terminal, each once it was asked. */
export async function answer(
  program: Program,
  lines: readonly (readonly [asked: RegExp, typed: string])[],
): Promise<void> {
  for (const [asked, typed] of lines) {
    const found = (): RegExpExecArray | null => asked.exec(program.output().slice(seen.get(program) ?? 0));
    await expect.poll(found, { timeout: 20_000 }).not.toBeNull();
    const [, word = ''] = found() ?? [];
    seen.set(program, program.output().length);
    program.type(typed.replace('WORD', word));
  }
}
const seen = new WeakMap<Program, number>();
/** Each question has a word of its own that says yes. */
export const yes: readonly [RegExp, string] = [/Type the word (\w+) and Enter/, 'WORD'];

export const admin = (program: Program, call: string, body: object): Promise<Response> =>
  fetch(`${program.admin}/${call}`, { method: 'POST', body: JSON.stringify(body) });

export async function allow(panel: Locator, program: Program, wait = '0'): Promise<void> {
  const rules = panel.getByRole('region', { name: 'What withdrawals are held to' });
  await rules.getByRole('switch', { name: 'Allow withdrawals' }).click();
  await rules.getByLabel('Wait of new addresses').fill(wait);
  await rules.getByRole('button', { name: 'Save what they are held to' }).click();
  await answer(program, [yes]);
  await expect(panel.getByRole('status', { name: 'Why nothing can be withdrawn' })).toBeHidden();
}

export async function addAddress(
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

export async function fillWithdrawal(panel: Locator, network: string, name: string, amount: string): Promise<Locator> {
  const form = panel.getByRole('region', { name: 'New withdrawal' });
  await form.getByLabel('Network').selectOption(network);
  // Its words are others once its wait is over, which may be between reading and choosing.
  await expect(async () => {
    await form.getByLabel('Address').selectOption({ label: await labelOf(form, name) }, { timeout: 1_000 });
  }).toPass();
  await form.getByLabel('Amount').fill(amount);
  return form;
}
async function labelOf(form: Locator, name: string): Promise<string> {
  // It can be chosen once its wait is over by the exchange's clock.
  const option = form.getByLabel('Address').locator('option').filter({ hasText: name });
  await expect(option).toHaveCount(1);
  return (await option.textContent()) ?? '';
}

export async function review(
  page: Page,
  form: Locator,
  amount: string,
  options: { again?: boolean } = {},
): Promise<void> {
  await form.getByRole('button', { name: 'Review the withdrawal' }).click();
  await confirmIn(page, 'Withdraw', amount, options);
}
export async function confirmIn(page: Page, word: string, amount: string, { again = false } = {}): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount again').fill(amount);
  if (again) await dialog.getByRole('switch', { name: 'I mean a second one' }).click();
  await expect(dialog.getByRole('button', { name: word, exact: true })).not.toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: word, exact: true }).click();
}

export const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: join(process.env['SHOTS'], `${name}.png`) });
};
