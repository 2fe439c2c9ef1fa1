import { expect, type Locator, type Page } from 'playwright/test';

/** Presses until it is seen: within the time of a double click a press is none. */
export async function pressUntilSeen(button: Locator, seen: Locator): Promise<void> {
  await expect(async () => {
    if (!(await seen.isVisible())) await button.click({ timeout: 1_000 });
    await expect(seen).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Answers a question until it is gone: within the time of a double click a yes is none. */
export async function pressUntilGone(button: Locator, question: Locator): Promise<void> {
  await expect(async () => {
    if (await question.isVisible()) await button.click({ timeout: 1_000 });
    await expect(question).toBeHidden({ timeout: 500 });
  }).toPass();
}

/** Answers a question with Enter, where the focus is, until it is gone: within the time of a double click a yes is none. */
export async function enterUntilGone(page: Page, question: Locator): Promise<void> {
  await question.waitFor();
  await expect(async () => {
    if (await question.isVisible()) await page.keyboard.press('Enter');
    await expect(question).toBeHidden({ timeout: 500 });
  }).toPass();
}

/** Waits until the ticket knows a best offer: an order at market is asked about while nothing says what it is worth. */
export const untilQuoted = (page: Page): Promise<void> =>
  expect(page.getByRole('region', { name: 'Order entry' }).getByRole('button', { name: /^Ask \d/ })).toBeVisible();
