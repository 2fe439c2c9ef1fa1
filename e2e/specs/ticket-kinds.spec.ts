import type { Page } from 'playwright/test';
import { field, keep, ticket } from '../support/algo-desk.ts';
import { expect, test } from '../support/terminal.ts';

/* What orders and plans share stands as it was chosen, and fits the account, whatever the type. */

const radio = (page: Page, group: string, name: string) =>
  ticket(page).getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });
const sides = (page: Page): Promise<string[]> =>
  ticket(page).getByRole('radiogroup', { name: 'Position side' }).getByRole('radio').allInnerTexts();

test('a change of the type leaves side, size, margin mode and reduce only as they are, and no old price', async ({
  page,
}) => {
  const stands = async (quantity: string): Promise<void> => {
    await expect(radio(page, 'Side', 'Sell')).toBeChecked();
    await expect(radio(page, 'Margin mode', 'ISOLATED')).toBeChecked();
    await expect(ticket(page).getByRole('switch', { name: 'Reduce only' })).toBeChecked();
    await expect(field(page, 'Quantity')).toHaveValue(quantity);
    await expect(field(page, 'Price')).toHaveValue('');
  };
  await field(page, 'Price').fill('70000');
  await field(page, 'Order type').selectOption('STOP');
  await radio(page, 'Side', 'Sell').click();
  await radio(page, 'Margin mode', 'ISOLATED').click();
  await ticket(page).getByRole('switch', { name: 'Reduce only' }).click();
  await field(page, 'Quantity').fill('0.02');
  await field(page, 'Order type').selectOption('LIMIT');
  await stands('0.02');
  await field(page, 'Quantity').fill('0.03');
  await field(page, 'Price').fill('70000');
  await field(page, 'Order type').selectOption('STOP');
  await stands('0.03');
  await field(page, 'Order type').selectOption('BRACKET');
  await expect(ticket(page).getByRole('switch', { name: 'Reduce only' })).not.toBeChecked();
});

test('the position sides are those of the account’s mode, in orders and plans', async ({ page }, info) => {
  await page.getByRole('tab', { name: 'Leverage and position mode' }).click();
  const modes = page.getByRole('region', { name: 'Leverage and position mode', exact: true });
  const change = async (to: string, type: string): Promise<void> => {
    await modes.getByRole('button', { name: `Change to ${to}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change it' }).click();
    await expect(modes.getByRole('button', { name: `Change to ${to}` })).toBeHidden();
    await field(page, 'Order type').selectOption(type);
  };
  for (const type of ['STOP', 'LIMIT']) {
    await change('Hedge', type);
    expect(await sides(page)).toEqual(['LONG', 'SHORT']);
    await radio(page, 'Side', 'Sell').click();
    await radio(page, 'Position side', 'SHORT').click();
    await expect(ticket(page).locator('.ticket-place')).toContainText('opens short');
    await change('One way', type);
    await expect(radio(page, 'Position side', 'BOTH')).toBeChecked();
    expect(await sides(page)).toEqual(['BOTH']);
    await expect(ticket(page).locator('.ticket-place')).not.toContainText('short');
    await keep(page, info, `one way ${type}`);
  }
});

test('a plan that protects a position says that none is held, and asks nothing', async ({ page }) => {
  await field(page, 'Order type').selectOption('POSITIONAL_TP_SL');
  await field(page, 'Take profit').fill('90000');
  await expect(ticket(page).getByText('There is no cross position in PERP_BTC_USDT to protect.')).toBeVisible();
  await ticket(page)
    .getByRole('button', { name: /^Close the position/ })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
});
