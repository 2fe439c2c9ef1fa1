import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/terminal.ts';

/* Limits of one's own: set beside the dead-man switch, kept by the core, named where one stops an order. */

const limits = (page: Page): Locator => page.getByRole('region', { name: 'Limits of this terminal' });
const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
const openOrders = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Open orders' }).locator('[role="row"][row-id]');

async function set(page: Page, label: string, text: string): Promise<void> {
  await limits(page).getByLabel(label, { exact: true }).fill(text);
  await limits(page).getByRole('button', { name: 'Set limits' }).click();
}

async function buy(page: Page, quantity: string): Promise<void> {
  await ticket(page).getByLabel('Price', { exact: true }).fill('60000');
  await ticket(page).getByLabel('Quantity', { exact: true }).fill(quantity);
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
}

test('an order beyond a limit is not sent and names it; within it, it goes; loosening asks', async ({ page }, info) => {
  const keep = async (name: string): Promise<void> =>
    info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
  const largest = limits(page).getByLabel('Largest order', { exact: true });
  await largest.fill('500');
  await expect(largest).toHaveAccessibleDescription('Not set yet');
  await expect(limits(page).getByRole('button', { name: 'Set limits' })).toBeInViewport({ ratio: 1 });
  await keep('typed');
  await largest.press('Enter');
  await expect(page.getByText('Limits set.')).toBeVisible();
  await expect(largest).toHaveAccessibleDescription('');
  await expect(limits(page).getByRole('button', { name: 'Set limits' })).toBeHidden();
  await buy(page, '0.01');
  await expect(ticket(page).getByText('It is worth 600 USDT; your largest order is 500 USDT.')).toBeVisible();
  await keep('refused');
  await expect(openOrders(page)).toHaveCount(0);
  await buy(page, '0.008');
  await expect(openOrders(page)).toHaveCount(1);

  // It outlives a reload, and a looser one is asked about.
  await page.reload();
  await expect(limits(page).getByLabel('Largest order', { exact: true })).toHaveValue('500');
  await set(page, 'Largest order', '1000');
  const question = page.getByRole('dialog', { name: 'Loosen your limits?' });
  await expect(question.getByText('Largest order: 500 → 1000')).toBeVisible();
  await keep('asked');
  await question.getByRole('button', { name: 'Keep them' }).click();
  await buy(page, '0.01');
  await expect(ticket(page).getByText('your largest order is 500 USDT')).toBeVisible();
  await limits(page).getByRole('button', { name: 'Set limits' }).click();
  await question.getByRole('button', { name: 'Loosen them' }).click();
  await expect(limits(page).getByRole('button', { name: 'Set limits' })).toBeHidden();
  // Another order than the one that was refused: the same one within half a second would be a double click.
  await buy(page, '0.012');
  await expect(openOrders(page)).toHaveCount(2);
});

test('a limit that is no limit is refused at its field', async ({ page }) => {
  for (const [label, text] of [
    ['Largest order', '1,000'],
    ['Largest position', '-5'],
    ['Orders a minute', '2.5'],
    ['Daily realised loss', '1e3'],
  ] as const) {
    const field = limits(page).getByLabel(label, { exact: true });
    await field.fill(text);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(limits(page).getByRole('button', { name: 'Set limits' })).toHaveAttribute('aria-disabled', 'true');
    await field.fill('');
  }
});

test('an order out of proportion to the position is named in the ticket and asked about, whatever is set', async ({
  page,
}) => {
  await ticket(page).getByLabel('Confirm orders').selectOption('off');
  await ticket(page).getByLabel('Price', { exact: true }).fill('70000');
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket(page)
    .getByRole('button', { name: /^Buy 0.01 BTC/ })
    .click();
  await expect(ticket(page).getByText('0.01 → 0.02 BTC')).toBeVisible();

  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.06');
  await expect(ticket(page).getByText('It is more than 5 times the position of 0.01 BTC.')).toBeVisible();
  await ticket(page).getByRole('radio', { name: 'Sell' }).click();
  await ticket(page).getByLabel('Price', { exact: true }).fill('70001');
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.03');
  const turned = 'It turns the position around: 0.01 → -0.02 BTC.';
  await expect(ticket(page).getByText(turned)).toBeVisible();
  await ticket(page)
    .getByRole('button', { name: /^Sell 0.03 BTC/ })
    .click();
  const question = page.getByRole('dialog', { name: 'Place this order?' });
  await expect(question.getByText(turned)).toBeVisible();
  await question.getByRole('button', { name: 'Do not send' }).click();
  await expect(openOrders(page)).toHaveCount(0);

  // Reduce only can neither turn nor enlarge it.
  await ticket(page).getByRole('switch', { name: 'Reduce only' }).click();
  await expect(ticket(page).getByText(turned)).toBeHidden();
});

test('an edit in a cell is asked about like an order: its size, and that it fills at once; a no changes nothing', async ({
  page,
}) => {
  await buy(page, '0.01');
  await expect(openOrders(page)).toHaveCount(1);
  const cell = (id: string): Locator => openOrders(page).locator(`[col-id="${id}"]`);
  const type = async (id: string, text: string): Promise<void> => {
    await cell(id).dblclick();
    const editor = cell(id).locator('input');
    await editor.fill(text);
    await editor.press('Enter');
  };
  const question = page.getByRole('dialog', { name: 'Edit this order?' });
  await type('quantity', '10');
  await expect(question).toContainText('It is more than ten times as large as your own limit of 50,000.');
  await expect(question).toContainText('quantity 10');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(cell('quantity')).toHaveText('0.0100');
  await type('price', '66000');
  await expect(question).toContainText('It crosses the book and fills at once.');
  await expect(async () => {
    if (await question.isVisible()) await question.getByRole('button', { name: 'Edit it' }).click({ timeout: 1_000 });
    await expect(openOrders(page)).toHaveCount(0, { timeout: 500 });
  }).toPass();
});
