import type { Page } from 'playwright/test';
import { field, lines, panel, price, ticket, tree } from '../support/algo-desk.ts';
import { untilQuoted } from '../support/press.ts';
import { expect, test } from '../support/terminal.ts';

/* The types besides the bracket and the trailing stop, each from the ticket to its end. */

test.use({ programArgs: ['--practice-admin', '0'] });

const NONE = 'No open algo orders';

async function plan(page: Page, type: string, values: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('tab', { name: 'Algo orders' }).click();
  await field(page, 'Order type').selectOption(type);
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

async function send(page: Page, name: RegExp, about = 'PERP_BTC_USDT'): Promise<void> {
  await ticket(page).getByRole('button', { name }).click();
  const question = page.getByRole('dialog', { name: 'Place this plan?' });
  await expect(question.getByText(about, { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Place it' }).click();
  await expect(ticket(page).getByRole('status', { name: 'Outcome' })).toContainText('Accepted');
}

const shows = (page: Page, expected: readonly string[]): Promise<void> =>
  expect(async () => expect(await lines(page)).toEqual(expected)).toPass();

/** A position of 0.01 BTC, bought at the market. */
async function buy(page: Page): Promise<void> {
  await untilQuoted(page);
  await field(page, 'Order type').selectOption('MARKET');
  await field(page, 'Quantity').fill('0.01');
  await ticket(page)
    .getByRole('button', { name: /^Buy 0.01 BTC/ })
    .click();
  await expect(ticket(page).getByRole('status', { name: 'Outcome' })).toContainText('Bought 0.01');
}

test('a stop bracket waits for its trigger, enters, and is taken at its profit', async ({ page, program }) => {
  await price(program, 64_000);
  await plan(page, 'STOP_BRACKET', {
    'Trigger price': '64200',
    Price: '64300',
    Quantity: '0.01',
    'Take profit': '65000',
    'Stop loss': '63500',
  });
  await send(page, /^Buy 0.01 BTC at 64,300 once the price is 64,200/);
  await shows(page, ['1 STOP_BRACKET NEW', '2 TP_SL NEW', '3 TAKE_PROFIT NEW', '3 STOP_LOSS NEW']);
  await price(program, 64_250);
  await expect(tree(page).getByText('FILLED').first()).toBeVisible();
  await price(program, 65_050);
  await expect(panel(page).getByText(NONE)).toBeVisible();
});

test('of an OCO the limit order rests in the book, and its fill ends the stop', async ({ page, program }) => {
  await price(program, 64_000);
  await plan(page, 'OCO', { Price: '63900', Quantity: '0.01', 'Stop loss': '64500' });
  const picture = ticket(page).getByRole('img', { name: /^Plan: / });
  await expect(picture).toHaveAccessibleName(/Market 6\d,\d{3}\.\d, Limit 63,900\.0, Stop 64,500\.0$/);
  await send(page, /^Buy 0.01 BTC at 63,900, or stop at 64,500/);
  await shows(page, ['1 OCO NEW', '2 STOP NEW']);
  await price(program, 63_850);
  await expect(panel(page).getByText(NONE)).toBeVisible();
});

test('a plan that names its stop on the wrong side of an OCO is refused in words', async ({ page, program }) => {
  await price(program, 64_000);
  await plan(page, 'OCO', { Price: '63900', Quantity: '0.01', 'Stop loss': '63000' });
  await expect(ticket(page).locator('.field-error').first()).toBeVisible();
  await ticket(page)
    .getByRole('button', { name: /^Buy 0.01 BTC/ })
    .click({ force: true });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(panel(page).getByText(NONE)).toBeVisible();
});

for (const [type, values] of [
  ['TP_SL', { Quantity: '0.01', 'Take profit': '65000', 'Stop loss': '63000' }],
  ['POSITIONAL_TP_SL', { 'Take profit': '65000', 'Stop loss': '63000' }],
] as const)
  test(`a ${type} closes the position at its profit`, async ({ page, program }) => {
    await price(program, 64_000);
    await buy(page);
    const size = page.getByRole('region', { name: 'Positions', exact: true });
    await page.getByRole('tab', { name: 'Positions' }).click();
    await expect(size.getByText('PERP_BTC_USDT').first()).toBeVisible();
    await plan(page, type, values);
    if (type === 'TP_SL') {
      await ticket(page).getByRole('radio', { name: 'Sell' }).click();
      await send(page, /^Sell 0.01 BTC: take profit 65,000/);
    } else await send(page, /^Close the position: take profit/, 'PERP_BTC_USDT, protects the long of 0.01 BTC');
    await shows(page, [`1 ${type} NEW`, '2 TAKE_PROFIT NEW', '2 STOP_LOSS NEW']);
    await price(program, 65_050);
    await expect(panel(page).getByText(NONE)).toBeVisible();
    await page.getByRole('tab', { name: 'Positions' }).click();
    await expect(size.getByText('No position').first()).toBeVisible();
  });

test('a quote goes to the price that the type asks for, and to none where it asks for none', async ({
  page,
  program,
}) => {
  await price(program, 64_000);
  const bid = ticket(page).getByRole('button', { name: /^Bid/ });
  for (const [type, takes] of [
    ['BRACKET', 'Price'],
    ['STOP', 'Trigger price'],
    ['TRAILING_STOP', 'Activation price'],
  ] as const) {
    await field(page, 'Order type').selectOption(type);
    await bid.click();
    await expect(field(page, takes)).toHaveValue(/^6\d{4}(\.\d)?$/);
  }
  await field(page, 'Order type').selectOption('POSITIONAL_TP_SL');
  await expect(bid).toBeDisabled();
});
