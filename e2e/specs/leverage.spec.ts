import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/terminal.ts';

/* Leverage and modes: reviewed, sent, read back; a refusal stays on the screen. */

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Leverage and position mode', exact: true });

async function show(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Leverage and position mode' }).click();
  await expect(panel(page).getByText('10× BOTH')).toBeVisible();
}

test('a leverage is reviewed, sent, and shown as it was read back', async ({ page }, info) => {
  await show(page);
  await panel(page).getByRole('button', { name: '20×', exact: true }).click();
  const review = page.getByRole('dialog');
  await expect(review.getByText('10× BOTH')).toBeVisible();
  await info.attach('review', { body: await page.screenshot(), contentType: 'image/png' });
  await review.getByRole('button', { name: 'Leave it' }).click();
  await expect(panel(page).getByText('10× BOTH')).toBeVisible();

  // The slider only fills the field in; nothing is changed by it, nor by the wheel above it.
  const slider = panel(page).getByRole('slider', { name: 'Leverage slider' });
  await slider.hover();
  await page.mouse.wheel(0, 400);
  await expect(panel(page).getByLabel('New leverage', { exact: true })).toHaveValue('');
  await slider.press('End');
  await expect(panel(page).getByLabel('New leverage', { exact: true })).not.toHaveValue('');
  await expect(panel(page).getByText('10× BOTH')).toBeVisible();

  await panel(page).getByRole('button', { name: '20×', exact: true }).click();
  await expect(review.getByText(/Available to open: about [\d.]+ BTC now, about [\d.]+ BTC then/)).toBeVisible();
  await review.getByRole('button', { name: 'Change it' }).click();
  await expect(panel(page).getByText('20× BOTH')).toBeVisible();
});

test('a mode that cannot be changed now is refused in words that stay', async ({ page }, info) => {
  const ticket = page.getByRole('region', { name: 'Order entry', exact: true });
  await ticket.getByLabel('Price', { exact: true }).fill('60000');
  await ticket.getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket.getByRole('button', { name: /^Buy .*BTC/ }).click();
  await expect(ticket.getByRole('status', { name: 'Outcome' })).toContainText('Accepted');

  await show(page);
  await panel(page).getByRole('button', { name: 'Change to Hedge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change it' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('was refused');
  await expect(panel(page).getByText('One way')).toBeVisible();
  await info.attach('refused', { body: await page.screenshot(), contentType: 'image/png' });
});

test('what is no leverage is refused at its field', async ({ page }) => {
  await show(page);
  for (const typed of ['0', '1.5', '1e9', '-3', '100000']) {
    await panel(page).getByLabel('New leverage', { exact: true }).fill(typed);
    await expect(panel(page).locator('.field-error')).toContainText('A whole number from 1 to');
    await panel(page).getByLabel('New leverage', { exact: true }).press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
