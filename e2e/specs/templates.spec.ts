import type { Locator, Page } from 'playwright/test';
import { readKept, writeKept } from '../support/kept-settings.ts';
import { startProgram } from '../support/program.ts';
import { expect, test } from '../support/terminal.ts';

/* Templates: what stands in the ticket under a name, filled in again by a click, a name or a key. */

const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
const box = (page: Page): Locator => page.getByRole('dialog', { name: 'Templates', exact: true });
const field = (page: Page, name: string): Locator => ticket(page).getByLabel(name, { exact: true });
const orders = (page: Page): Locator => page.getByRole('grid', { name: 'Open orders' }).locator('[role="row"][row-id]');

async function openBox(page: Page): Promise<void> {
  await ticket(page).getByRole('button', { name: 'Templates', exact: true }).click();
  await expect(box(page)).toBeVisible();
}

async function save(page: Page, name: string): Promise<void> {
  await openBox(page);
  await box(page).getByLabel('Template name').fill(name);
  await box(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(box(page)).toBeHidden();
}

async function fill(page: Page, price: string, quantity: string): Promise<void> {
  await field(page, 'Price').fill(price);
  await field(page, 'Quantity').fill(quantity);
}

async function runCommand(page: Page, typed: string): Promise<void> {
  await page.getByRole('tab', { name: 'Open orders' }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill(typed);
  await page.keyboard.press('Enter');
}

test('a template is saved, filled in by click, name and key without sending, and recorded', async ({ page }, info) => {
  const keep = async (name: string): Promise<void> =>
    info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
  await fill(page, '60000', '0.02');
  await save(page, 'Low bid');
  await ticket(page).getByRole('radio', { name: 'Sell' }).click();
  await fill(page, '70000', '0.03');
  await save(page, 'Exit high');

  await openBox(page);
  await keep('templates');
  await box(page).getByRole('button', { name: 'Fill from Low bid' }).click();
  await expect(field(page, 'Price')).toHaveValue('60000');
  await expect(field(page, 'Quantity')).toHaveValue('0.02');
  await expect(ticket(page).getByRole('radio', { name: 'Buy' })).toBeChecked();
  await expect(ticket(page).getByText('From “Low bid”')).toBeVisible();

  await runCommand(page, 'Exit high');
  await expect(field(page, 'Price')).toHaveValue('70000');

  // Outlives a reload, and takes a key.
  await page.reload();
  await ticket(page).waitFor();
  await page.getByRole('tab', { name: 'Open orders' }).focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys', exact: true });
  await keys.getByRole('button', { name: 'Change the key of Fill from “Low bid”' }).click();
  await expect(keys.getByText('Press the new keys')).toBeVisible();
  await page.keyboard.press('Alt+Shift+L');
  await expect(keys.getByText('Alt+Shift+L')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('Alt+Shift+L');
  await expect(field(page, 'Price')).toHaveValue('60000');
  await expect(orders(page)).toHaveCount(0);

  await ticket(page)
    .getByRole('button', { name: /^Buy 0.02 BTC at 60,000/ })
    .click();
  await expect(orders(page)).toHaveCount(1);
  await runCommand(page, 'Activity');
  const row = page
    .getByRole('grid', { name: 'Activity' })
    .getByRole('row')
    .filter({ hasText: 'Buy 0.02 BTC at 60,000' });
  await expect(row.first()).toContainText('Template');
});

test('a plan is a template too, and another symbol comes with its own', async ({ page }) => {
  await field(page, 'Order type').selectOption('STOP');
  await field(page, 'Trigger price').fill('61000');
  await field(page, 'Quantity').fill('0.04');
  await save(page, 'Stop below');
  await runCommand(page, 'PERP_ETH_USDT');
  await expect(page).toHaveTitle(/PERP_ETH_USDT/);
  await expect(field(page, 'Trigger price')).toHaveValue('');
  await openBox(page);
  await box(page).getByRole('button', { name: 'Fill from Stop below' }).click();
  await expect(page).toHaveTitle(/PERP_BTC_USDT/);
  await expect(field(page, 'Trigger price')).toHaveValue('61000');
  await expect(field(page, 'Quantity')).toHaveValue('0.04');
});

test('names are refused, replaced, changed and deleted, and are only text', async ({ page }) => {
  const hostile = '<img src=x onerror=alert(1)>';
  await fill(page, '60000', '0.02');
  await save(page, hostile);
  await openBox(page);
  await expect(box(page).getByRole('button', { name: `Fill from ${hostile}` })).toContainText(hostile);
  await expect(page.locator('img')).toHaveCount(0);
  const name = box(page).getByLabel('Template name');
  await name.fill('a\u202eb');
  const error = box(page).locator('.field-error');
  await expect(error).toContainText('turns the direction of writing');
  await name.fill('x'.repeat(60));
  await expect(error).toContainText('A name has at most 40 characters.');
  await name.fill(hostile.toUpperCase());
  await expect(error).toContainText(`There is a template “${hostile}” already.`);
  await expect(box(page).getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true');

  await box(page)
    .getByRole('button', { name: `Rename ${hostile}` })
    .click();
  await box(page).getByLabel('New name').fill('Plain');
  await box(page).getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(box(page).getByRole('button', { name: 'Fill from Plain' })).toBeVisible();
  await page.keyboard.press('Escape');

  // The same name again takes its place.
  await fill(page, '50000', '0.02');
  await openBox(page);
  await box(page).getByLabel('Template name').fill('plain');
  await box(page).getByRole('button', { name: 'replace it' }).click();
  await openBox(page);
  await expect(box(page).getByText('Buy 0.02 BTC at 50,000')).toBeVisible();
  await box(page).getByRole('button', { name: 'Delete plain' }).click();
  await box(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(box(page).getByText('None is saved yet.')).toBeVisible();
  await page.reload();
  await openBox(page);
  await expect(box(page).getByText('None is saved yet.')).toBeVisible();
});

test('what does not fit any more is filled in and named; what cannot be read is said', async ({ context }, info) => {
  const dataFolder = info.outputPath('data');
  const first = await startProgram({ dataFolder });
  const page = await context.newPage();
  try {
    await page.goto(first.address);
    await fill(page, '60000', '0.02');
    await save(page, 'Old rules');
    await expect.poll(() => readKept(dataFolder)).toHaveProperty('templates');
    // A page that stays would say again what it was not answered, over what is written below.
    await page.goto('about:blank');
  } finally {
    await first.stop();
  }
  // As the core wrote it.
  const [saved] = Object(readKept(dataFolder).templates).templates as { order: { draft: Record<string, unknown> } }[];
  const as = (id: string, name: string, change: object) => ({
    id,
    name,
    order: { kind: 'order', draft: { ...saved?.order.draft, ...change } },
  });
  const templates = [
    as('tick', 'Off the tick', { price: '60000.05', quantity: '0.00015' }),
    as('gone', 'Gone', { symbol: 'PERP_GONE_USDT' }),
    as('turned', 'a\u202eb', {}),
  ];
  writeKept(dataFolder, { templates: { templates } });
  const second = await startProgram({ dataFolder });
  try {
    await page.goto(second.address);
    await openBox(page);
    await expect(box(page).getByText('1 stored template cannot be read')).toBeVisible();
    await box(page).getByRole('button', { name: 'Fill from Off the tick' }).click();
    await expect(field(page, 'Price')).toHaveValue('60000.05');
    await expect(ticket(page).getByText('Prices move in steps of')).toBeVisible();
    await expect(ticket(page).getByText('Quantities move in steps of')).toBeVisible();
    await runCommand(page, 'Gone');
    await expect(ticket(page).getByText('PERP_GONE_USDT is not listed')).toBeVisible();
  } finally {
    await second.stop();
  }
});

test('templates, keys and the lock of the layout are there after a restart', async ({ context }, info) => {
  const dataFolder = info.outputPath('data');
  const first = await startProgram({ dataFolder });
  const page = await context.newPage();
  try {
    await page.goto(first.address);
    await fill(page, '60000', '0.02');
    await save(page, 'Low bid');
    await runCommand(page, 'Lock layout');
    await expect(page.getByRole('button', { name: 'The layout is locked: unlock it' })).toBeVisible();
  } finally {
    await first.stop();
  }
  const second = await startProgram({ dataFolder });
  try {
    await page.goto(second.address);
    await expect(page.getByRole('button', { name: 'The layout is locked: unlock it' })).toBeVisible();
    await openBox(page);
    await expect(box(page).getByRole('button', { name: 'Fill from Low bid' })).toBeVisible();
  } finally {
    await second.stop();
  }
});
