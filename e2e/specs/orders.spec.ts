import type { Locator, Page } from 'playwright/test';
import { expect, ordersOnExchange, test } from '../support/exchange.ts';
import { pressUntilGone, pressUntilSeen, untilQuoted } from '../support/press.ts';

/* An order from the first key to its end, as a trader does it. */

const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
const field = (page: Page, name: string): Locator => ticket(page).getByLabel(name, { exact: true });
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Open orders' });
const rows = (page: Page): Locator => grid(page).locator('[role="row"][row-id]');
const outcome = (page: Page): Locator => ticket(page).getByRole('status', { name: 'Outcome' });
const place = (page: Page): Locator => ticket(page).getByRole('button', { name: /^(Buy|Sell) .*BTC/ });

async function write(page: Page, price: string, quantity: string): Promise<void> {
  await field(page, 'Price').fill(price);
  await field(page, 'Quantity').fill(quantity);
}

/** A resting buy, well below the market. */
async function rest(page: Page, price = '60000'): Promise<void> {
  await write(page, price, '0.01');
  const before = await rows(page).count();
  await place(page).click();
  await expect(outcome(page)).toContainText('Accepted');
  await expect(rows(page)).toHaveCount(before + 1);
}

const cell = (row: Locator, column: string): Locator => row.locator(`[col-id="${column}"]`);

async function editPrice(page: Page, price: string): Promise<void> {
  await cell(rows(page).first(), 'price').dblclick();
  await page.getByLabel('New price').fill(price);
  await page.getByLabel('New price').press('Enter');
}

test('an order rests in the blotter and in the book, takes an edit in its cell, and is cancelled from its row', async ({
  page,
  program,
}) => {
  await rest(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(cell(rows(page).first(), 'price')).toHaveText('60,000.0');
  await expect(cell(rows(page).first(), 'quantity')).toHaveText('0.0100');

  await editPrice(page, '60100.05');
  await expect(page.getByText('Prices move in steps of 0.1')).toBeVisible();
  await page.getByRole('button', { name: 'use 60,100' }).click();
  await page.getByLabel('New price').press('Enter');
  await expect(cell(rows(page).first(), 'price')).toHaveText('60,100.0');
  await expect(page.getByLabel('New price')).toBeHidden();

  await grid(page)
    .getByRole('button', { name: /^Cancel order/ })
    .click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('radio', { name: 'Finished' }).click();
  await expect(cell(rows(page).first(), 'status')).toContainText('CANCELLED');

  const orders = await ordersOnExchange(program);
  expect(orders.filter((order) => order.price === '60100')).toMatchObject([{ status: 'CANCELLED', side: 'BUY' }]);
  expect(orders.filter((order) => order.price === '60000')).toEqual([]);
});

test('a cancel that came to stand under a pointer that lies still cancels nothing before it is pressed again', async ({
  page,
  program,
}) => {
  await rest(page, '60000');
  const cancel = grid(page).getByRole('button', { name: /^Cancel order/ });
  await cancel.hover();
  await write(page, '60100', '0.01');
  await place(page).press('Enter');
  // An order that the exchange has not answered yet is not cancelled.
  await expect(outcome(page)).toHaveText(/^Accepted.* at 60,100/);
  await expect(rows(page)).toHaveCount(2);
  await expect(cell(rows(page).first(), 'price')).toHaveText('60,100.0');

  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByText('The rows moved under the pointer: nothing was done.')).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  await expect(rows(page)).toHaveCount(1);
  const orders = await ordersOnExchange(program);
  expect(orders.find(({ price }) => price === '60100')?.status).toBe('CANCELLED');
  expect(orders.find(({ price }) => price === '60000')?.status).toBe('NEW');
});

test('a limit buy above the market fills at once', async ({ page }) => {
  const ask = ticket(page).getByRole('button', { name: /^Ask/ });
  await expect(ask).toHaveText(/\d/);
  await ask.click();
  const best = Number(await field(page, 'Price').inputValue());
  await write(page, (best * 1.01).toFixed(1), '0.01');
  await expect(ticket(page).getByText('It crosses the book and fills at once.')).toBeVisible();
  await place(page).click();
  await page.getByRole('radio', { name: 'Finished' }).click();
  const status = cell(rows(page).first(), 'status');
  await expect(status).toContainText('FILLED');
  await expect(cell(rows(page).first(), 'executed')).toHaveText('0.0100');
  await expect(cell(rows(page).first(), 'averagePrice')).toHaveText(/^\d\d,\d{3}\.\d+$/);
});

test('a reload in the middle loses nothing', async ({ page }) => {
  await rest(page);
  await rest(page, '60001');
  await editPrice(page, '60002');
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(cell(rows(page).first(), 'price')).toHaveText('60,002.0');
  await expect(cell(rows(page).last(), 'price')).toHaveText('60,000.0');
  await expect(ticket(page).getByText('Unconfirmed')).toBeHidden();
});

test('two quick clicks, a held Enter and a reload under way place one order each', async ({ page, program }) => {
  await write(page, '60000', '0.01');
  await place(page).dblclick();
  // The ticket takes the next order once this one is answered.
  await expect(outcome(page)).toContainText('Accepted');
  await expect(rows(page)).toHaveCount(1);

  // A key that is held sends one press and then repetitions.
  await write(page, '60010', '0.01');
  await field(page, 'Quantity').focus();
  for (let press = 0; press < 20; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(outcome(page)).toHaveText(/^Accepted.* at 60,010/);
  await expect(rows(page)).toHaveCount(2);

  await write(page, '60020', '0.01');
  await place(page).click();
  await page.reload();
  await expect(rows(page)).toHaveCount(3);

  const placed = (await ordersOnExchange(program)).map((order) => order.price);
  for (const price of ['60000', '60010', '60020']) expect(placed.filter((each) => each === price)).toHaveLength(1);
});

test('the same order again at once is asked about, and one no leaves it at one', async ({ page, program }) => {
  await rest(page);
  // Past the time of a double click, within that of an oversight.
  await pressUntilSeen(place(page), page.getByRole('dialog'));
  await expect(page.getByText('The same order was placed a moment ago.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await ordersOnExchange(program)).filter((order) => order.price === '60000')).toHaveLength(1);
});

const BAD: readonly (readonly [string, string, string])[] = [
  ['Price', '60000.05', 'Prices move in steps of 0.1: 60,000 or 60,000.1.'],
  ['Price', '60 000.5', '“60 000.5” is not taken as it stands.'],
  ['Price', '1,000', 'can mean 1000 or 1.000'],
  ['Price', '1.000,5', 'has a comma for the decimals'],
  ['Price', '1e3', 'has an exponent'],
  ['Price', '+1', 'has a plus sign'],
  ['Price', '-1', 'must be above zero'],
  ['Price', '0', 'must be above zero'],
  ['Price', '0x10', 'is not a plain number'],
  ['Price', 'NaN', 'is not a plain number'],
  ['Price', '٣', 'has digits of another script'],
  ['Price', '６００００', 'is not taken as it stands'],
  ['Price', '€60000', 'is in €; this field is in USDT'],
  ['Price', '<img src=x onerror=alert(1)>', 'is not a plain number'],
  ['Price', '1'.repeat(41), 'at most 40 digits'],
  ['Quantity', '0.00015', 'Quantities move in steps of 0.0001: 0.0001 or 0.0002.'],
  ['Quantity', '0.0001', 'the smallest order is 10 USDT'],
  ['Quantity', '9007199254740993', 'The largest quantity is'],
  ['Visible quantity', '5', 'No more can be visible than the whole quantity.'],
  ['Client order ID', '9223372036854775808', 'A client order ID is a whole number'],
  ['Order tag', 'a\u202eb', 'no control or invisible characters'],
];

test('what cannot be sent is named at its field, and nothing is sent', async ({ page, program }) => {
  for (const [name, text, words] of BAD) {
    await write(page, '60000', '0.01');
    await field(page, name).fill(text);
    const box = ticket(page).locator('.field', { has: page.getByLabel(name, { exact: true }) });
    await expect(box.locator('.field-error'), `${name}: ${text}`).toContainText(words);
    await place(page).click();
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(outcome(page)).toBeEmpty();
    await field(page, name).fill('');
  }
  await write(page, '', '');
  await place(page).click();
  await expect(ticket(page).getByText('Enter the price.')).toBeVisible();
  await expect(field(page, 'Price')).toBeFocused();
  await expect(rows(page)).toHaveCount(0);
  expect((await ordersOnExchange(program)).filter((order) => order.status === 'NEW')).toEqual([]);
});

test('from the first key to a filled order and a cancel without a mouse', async ({ page }) => {
  await field(page, 'Price').focus();
  await page.keyboard.type('60000');
  await page.keyboard.press('ArrowUp');
  await expect(field(page, 'Price')).toHaveValue('60000.1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0.01');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  // Before the exchange has named it, there is nothing to edit.
  await expect(rows(page).first()).toHaveAttribute('row-id', /^\d+$/);

  await cell(rows(page).first(), 'price').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('New price').fill('60500');
  await page.keyboard.press('Enter');
  await expect(cell(rows(page).first(), 'price')).toHaveText('60,500.0');

  await grid(page)
    .getByRole('button', { name: /^Cancel order/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(0);

  await field(page, 'Order type').focus();
  await page.keyboard.type('MARKET');
  await untilQuoted(page);
  await expect(field(page, 'Price')).toHaveAttribute('aria-disabled', 'true');
  await field(page, 'Quantity').focus();
  await page.keyboard.press('Enter');
  await expect(outcome(page)).toContainText('Bought');
  await page.getByRole('radio', { name: 'Open 0' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(rows(page).first(), 'status')).toContainText('FILLED');
});

test('the exchange’s own words stand at the field they concern', async ({ page }) => {
  await write(page, '200000', '0.001');
  await place(page).click();
  // So far from the market is asked about first; within the time of a double click a yes is none.
  const question = page.getByRole('dialog', { name: 'Place this order?' });
  await question.waitFor();
  await pressUntilGone(question.getByRole('button', { name: 'Buy' }), question);
  await expect(outcome(page)).toContainText('Rejected');
  await expect(ticket(page).locator('[data-field="price"] .field-error')).toContainText('too far from the market');
  await field(page, 'Price').fill('60000');
  await expect(ticket(page).locator('.field-error')).toHaveCount(0);
});

test('a press on a level of the book is the price of the ticket', async ({ page }) => {
  const book = page.getByRole('grid', { name: 'Order book' });
  const level = book.getByRole('row').filter({ hasText: /^\d/ }).first();
  await level.waitFor();
  await level.hover();
  const price = (await level.getByRole('gridcell').first().textContent()) ?? '';
  await level.click();
  await expect(field(page, 'Price')).toHaveValue(price.replace(/,/g, '').replace(/\.0$/, ''));

  await page.getByLabel('Grouping').selectOption({ label: '10' });
  await expect(level.getByRole('gridcell').first()).toHaveText(/^\d\d,\d\d0$/);
  await page.getByRole('switch', { name: 'RPI' }).click();
  await expect(page.getByRole('switch', { name: 'RPI' })).toHaveAttribute('aria-checked', 'true');
  await expect(level).toBeVisible();
});
