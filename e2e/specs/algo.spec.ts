import { field, keep, lines, panel, placeBracket, price, tell, ticket, tree } from '../support/algo-desk.ts';
import { expect, test } from '../support/terminal.ts';

/* Algo orders from the ticket to their end, on an exchange whose price is moved by hand. */

test.use({ programArgs: ['--practice-admin', '0'] });

test('a bracket lives in the tree: placed, entered, and taken at its profit', async ({ page, program }, info) => {
  await placeBracket(page, program);
  await expect(async () => {
    expect(await lines(page)).toEqual(['1 BRACKET NEW', '2 TP_SL NEW', '3 TAKE_PROFIT NEW', '3 STOP_LOSS NEW']);
  }).toPass();
  await keep(page, info, 'placed');
  await price(program, 63_850);
  await expect(panel(page).getByText('FILLED').first()).toBeVisible();
  await keep(page, info, 'entered');
  await price(program, 64_850);
  // All of it is over: nothing is left among the open ones.
  await expect(panel(page).getByText('No open algo orders')).toBeVisible({ timeout: 15_000 });
  await panel(page).getByRole('radio', { name: 'Finished' }).click();
  await panel(page).getByLabel('Find').fill('BRACKET');
  await expect(tree(page).getByText('BRACKET').first()).toBeVisible();
  await keep(page, info, 'taken');
});

test('what happens while the stream is cut is in the tree once it is back', async ({ page, program }) => {
  await placeBracket(page, program);
  await expect(async () => expect(await lines(page)).toHaveLength(4)).toPass();
  await tell(program, '/streams', { silent: true, which: 'private' });
  await price(program, 63_850);
  await price(program, 62_900);
  await fetch(`${program.admin}/faults`, { method: 'DELETE' });
  await tell(program, '/streams/drop', { which: 'private' });
  await expect(panel(page).getByText('No open algo orders')).toBeVisible({ timeout: 45_000 });
});

test('a node is changed and cancelled from its details, and a plan that contradicts itself is not sent', async ({
  page,
  program,
}, info) => {
  await placeBracket(page, program);
  await tree(page)
    .getByRole('button', { name: /^Details of STOP_LOSS/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: /^Tree of/ })).toBeVisible();
  await keep(page, info, 'details');
  await dialog.getByLabel('Trigger price', { exact: true }).fill('62500.05');
  await expect(dialog.locator('.field-error').getByText('Prices move in steps of')).toBeVisible();
  await dialog.getByLabel('Trigger price', { exact: true }).fill('62500');
  await dialog.getByRole('button', { name: 'Send the change' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(tree(page).getByText('62,500.0')).toBeVisible();

  await tree(page)
    .getByRole('button', { name: /^Cancel BRACKET/ })
    .click();
  await expect(panel(page).getByText('No open algo orders')).toBeVisible();

  await field(page, 'Stop loss').fill('64500');
  await expect(ticket(page).getByText('The stop loss of a long is below the entry')).toBeVisible();
  await ticket(page)
    .getByRole('button', { name: /^Buy 0.01 BTC/ })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a trailing stop waits for its activation, trails, and fires', async ({ page, program }) => {
  // Its column is drawn where there is room for it.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await price(program, 64_000);
  await page.getByRole('tab', { name: 'Algo orders' }).click();
  await field(page, 'Order type').selectOption('TRAILING_STOP');
  await ticket(page).getByRole('radio', { name: 'Sell' }).click();
  await field(page, 'Quantity').fill('0.01');
  await field(page, 'Activation price').fill('64500');
  await field(page, 'Callback in percent').fill('1');
  await ticket(page)
    .getByRole('button', { name: /^Sell 0.01 BTC trailing by 1 %/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Place it' }).click();
  await expect(tree(page).getByText('1 % from 64,500, waiting')).toBeVisible();
  await price(program, 64_600);
  await expect(tree(page).getByText(/^1 % from 64,500, active, best 64,[56]/)).toBeVisible();
  await price(program, 63_800);
  await expect(panel(page).getByText('No open algo orders')).toBeVisible({ timeout: 15_000 });
});

test('the keys of a tree open, close and find', async ({ page, program }) => {
  await placeBracket(page, program);
  await expect(async () => expect(await lines(page)).toHaveLength(4)).toPass();
  const root = tree(page).locator('[aria-level="1"] [col-id="tree"]').first();
  await root.click();
  await page.keyboard.press('ArrowLeft');
  await expect(async () => expect(await lines(page)).toHaveLength(1)).toPass();
  await expect(tree(page).locator('[role="row"][aria-expanded="false"]')).toHaveCount(1);
  await root.click();
  await page.keyboard.press('ArrowRight');
  await expect(async () => expect(await lines(page)).toHaveLength(4)).toPass();
  await panel(page).getByRole('button', { name: 'Collapse all' }).click();
  await expect(async () => expect(await lines(page)).toHaveLength(1)).toPass();
  await panel(page).getByRole('button', { name: 'Expand all' }).click();
  await expect(async () => expect(await lines(page)).toHaveLength(4)).toPass();
});

test('values are changed in their cells, as the exchange then has them', async ({ page, program }, info) => {
  await placeBracket(page, program);
  const leg = tree(page).locator('[role="row"][row-id]').filter({ hasText: 'STOP_LOSS' });
  const trigger = tree(page).locator(`[row-id="${await leg.first().getAttribute('row-id')}"] [col-id="triggerPrice"]`);
  await trigger.dblclick();
  await page.getByLabel('New trigger price').fill('62500.05');
  await expect(page.getByText('Prices move in steps of 0.1')).toBeVisible();
  await keep(page, info, 'edit in the cell');
  await page.getByRole('button', { name: 'use 62,500' }).click();
  await page.getByLabel('New trigger price').press('Enter');
  await expect(trigger).toHaveText('62,500.0');
  await expect(page.getByLabel('New trigger price')).toBeHidden();

  await trigger.dblclick();
  await page.getByLabel('New trigger price').fill('62000');
  await page.getByLabel('New trigger price').press('Escape');
  await expect(trigger).toHaveText('62,500.0');
  await expect(page.getByRole('dialog')).toBeHidden();
});
