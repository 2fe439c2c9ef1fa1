import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/terminal.ts';

/* What the ticket has to say takes room from its fields and never lies on one. */

test.use({ viewport: { width: 1100, height: 700 } });

const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });

/** Names of the fields in view whose middle something else lies on. */
const covered = (page: Page): Promise<readonly string[]> =>
  ticket(page).evaluate((panel) => {
    const body = panel.querySelector('.ticket-body');
    if (body === null) return ['the ticket itself'];
    const view = body.getBoundingClientRect();
    return [...body.querySelectorAll('input, select, button')].flatMap((control) => {
      const { left, width, top, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (height === 0 || y < view.top || y > view.bottom) return [];
      const hit = document.elementFromPoint(x, y);
      const box = control.closest('.field-box, .ticket-field, .choice') ?? control;
      return hit !== null && (box.contains(hit) || hit.contains(control)) && !hit.closest('.ticket-messages')
        ? []
        : [control.getAttribute('aria-label') ?? control.textContent ?? control.tagName];
    });
  });

test('three messages at the smallest window leave every field to be seen and used', async ({ page }) => {
  const quantity = ticket(page).getByLabel('Quantity', { exact: true });
  await ticket(page).getByLabel('Price', { exact: true }).fill('69000');
  await quantity.fill('100');
  // More than the exchange takes: its refusal is the third thing to say.
  await ticket(page)
    .getByRole('button', { name: /^Buy 100 BTC/ })
    .click();
  const question = page.getByRole('dialog', { name: 'Place this order?' });
  const refused = ticket(page).getByRole('status', { name: 'Outcome' }).getByText('Rejected');
  await expect(async () => {
    if (await question.isVisible())
      await question.getByRole('button', { name: 'Buy', exact: true }).click({ timeout: 1_000 });
    await expect(refused).toBeVisible({ timeout: 500 });
  }).toPass();
  const warnings = ticket(page).locator('.ticket-messages .ticket-warning');
  await expect(warnings).not.toHaveCount(0);
  // A long refusal leaves the warnings in view, and is there as a whole on demand.
  for (const warning of await warnings.all()) await expect(warning).toBeInViewport({ ratio: 0.95 });
  const outcome = ticket(page).getByRole('status', { name: 'Outcome' });
  const all = outcome.getByRole('button', { name: 'All of it' });
  const height = async (): Promise<number> => (await outcome.boundingBox())?.height ?? 0;
  const short = await height();
  await all.click();
  expect(await height()).toBeGreaterThan(short);
  await expect(outcome.locator('p').last()).toBeInViewport({ ratio: 1 });
  await outcome.getByRole('button', { name: 'Less' }).click();
  await expect(all).toBeVisible();

  await quantity.focus();
  await expect(quantity).toBeInViewport({ ratio: 1 });
  expect(await covered(page)).toEqual([]);
  await quantity.fill('1');
  await expect(quantity).toHaveValue('1');
});
