import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/terminal.ts';

/* The layout's lock, keys of one's own, and keys that trade only while they are armed. */

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(command);
  await palette(page).getByRole('option', { name: command }).first().click();
}

async function widthOf(page: Page): Promise<number> {
  return (await page.getByRole('region', { name: 'Order entry', exact: true }).boundingBox())?.width ?? 0;
}

/** Drags the line between the ticket and the chart to the right. */
async function dragSash(page: Page): Promise<void> {
  const box = await page.getByRole('region', { name: 'Order entry', exact: true }).boundingBox();
  if (box === null) throw new Error('the ticket is not drawn');
  const x = box.x + box.width + 2;
  await page.mouse.move(x, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 60, box.y + 200, { steps: 5 });
  await page.mouse.up();
}

test('a locked layout is not dragged, resized or closed, says so, and stays locked through a reload', async ({
  page,
}, info) => {
  const before = await widthOf(page);
  await dragSash(page);
  await expect.poll(() => widthOf(page)).toBeGreaterThan(before + 30);
  await run(page, 'Lock layout');
  const sign = page.getByRole('button', { name: 'The layout is locked: unlock it' });
  await expect(sign).toBeVisible();
  await info.attach('locked', { body: await page.screenshot(), contentType: 'image/png' });

  await page.reload();
  await expect(sign).toBeVisible();
  await page.getByRole('region', { name: 'Order entry', exact: true }).waitFor();
  const locked = await widthOf(page);
  await dragSash(page);
  await tab(page, 'Positions').click({ button: 'middle' });
  await tab(page, 'Positions').focus();
  await page.keyboard.press('Delete');
  await tab(page, 'Positions').dragTo(tab(page, 'Chart'));
  await expect(page.locator('.dock-tab-close')).toHaveCount(0);
  expect(await widthOf(page)).toBe(locked);
  await expect(
    page
      .getByRole('tablist')
      .filter({ has: tab(page, 'Open orders') })
      .getByRole('tab'),
  ).toHaveCount(
    await page
      .getByRole('tablist')
      .filter({ has: tab(page, 'Positions') })
      .getByRole('tab')
      .count(),
  );
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('switch', { name: 'Layout lock' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Reset layout' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await sign.click();
  await expect(sign).toBeHidden();
  await tab(page, 'Positions').click({ button: 'middle' });
  await expect(tab(page, 'Positions')).toHaveCount(0);
  // The lines are made anew while the tab goes; a hand would take hold of one again.
  await expect(async () => {
    await dragSash(page);
    expect(await widthOf(page)).toBeGreaterThan(locked + 30);
  }).toPass();
});

const keysDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Keys', exact: true });
const rowOf = (page: Page, what: string): Locator =>
  keysDialog(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${what}`) });

/** Presses new keys for an entry of the open dialog. */
async function change(page: Page, what: string, keys: string): Promise<void> {
  await rowOf(page, what)
    .getByRole('button', { name: `Change the key of ${what}` })
    .click();
  await expect(rowOf(page, what).getByRole('status')).toContainText('Press the new keys');
  await page.keyboard.press(keys);
}

/** Presses keys with the focus on no field. */
async function pressOutside(page: Page, keys: string): Promise<void> {
  await tab(page, 'Open orders').focus();
  await page.keyboard.press(keys);
}

test('keys are changed, refused with the reason, kept through a reload, and reset', async ({ page }, info) => {
  await pressOutside(page, '?');
  await change(page, 'Command palette', 'Control+Shift+P');
  await expect(rowOf(page, 'Command palette')).toContainText('Ctrl+Shift+P');
  await expect(page.locator('.top-bar-palette')).toContainText('Ctrl Shift P');

  await change(page, 'Choose a symbol', 'F6');
  await expect(rowOf(page, 'Choose a symbol')).toContainText('F6 is already the key of “Next group of panels”.');
  await page.keyboard.press('Control+c');
  await expect(rowOf(page, 'Choose a symbol')).toContainText('Ctrl+C belongs to text fields');
  await page.keyboard.press('F5');
  await expect(rowOf(page, 'Choose a symbol')).toContainText('F5 belongs to the browser');
  await info.attach('refused', { body: await page.screenshot(), contentType: 'image/png' });
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Choose a symbol').getByText('/', { exact: true })).toBeVisible();
  await expect(keysDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keysDialog(page)).toBeHidden();

  await page.reload();
  await page.getByRole('region', { name: 'Order entry', exact: true }).waitFor();
  await pressOutside(page, 'Control+Shift+P');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await pressOutside(page, 'Control+k');
  await expect(palette(page)).toBeHidden();

  // A sign that is typed into a field stays a sign.
  await page.getByLabel('Price', { exact: true }).focus();
  await page.keyboard.press('?');
  await expect(keysDialog(page)).toBeHidden();
  await pressOutside(page, '?');
  await rowOf(page, 'Command palette').getByRole('button', { name: 'Reset the key of Command palette' }).click();
  await expect(rowOf(page, 'Command palette')).toContainText('Ctrl+K');
  await change(page, 'Go to Chart', 'Alt+q');
  await rowOf(page, 'Go to Open orders').getByRole('button', { name: /^Take/ }).click();
  await keysDialog(page).getByRole('button', { name: 'Reset all keys' }).click();
  await expect(rowOf(page, 'Go to Chart')).toContainText('Alt+4');
  await expect(rowOf(page, 'Go to Open orders')).toContainText('Alt+7');
});

const sign = (page: Page): Locator => page.getByRole('switch', { name: 'Trading keys' });
const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
const orders = (page: Page): Locator => page.getByRole('grid', { name: 'Open orders' }).locator('[role="row"][row-id]');
const notices = (page: Page): Locator => page.getByRole('log', { name: 'Notices' });

async function fill(page: Page, price: string, quantity: string): Promise<void> {
  await ticket(page).getByLabel('Price', { exact: true }).fill(price);
  await ticket(page).getByLabel('Quantity', { exact: true }).fill(quantity);
}

test('keys trade only while armed, not while typing or asked, once a press, and what cancels works always', async ({
  page,
}, info) => {
  const keep = async (name: string): Promise<void> =>
    info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
  await fill(page, '60000', '0.01');
  await pressOutside(page, 'F9');
  await expect(notices(page)).toContainText('Trading keys are locked: nothing was sent.');

  await page.keyboard.press('F8');
  const question = page.getByRole('dialog', { name: 'Arm the trading keys?' });
  await expect(question).toContainText('On PRACTICE, profile Practice');
  await keep('arm');
  await question.getByRole('button', { name: 'Arm', exact: true }).click();
  await expect(sign(page)).toBeChecked();
  await expect(sign(page)).toContainText(/ARMED ?[45]:\d\d/);
  await expect(page.getByRole('button', { name: 'Lock the hotkeys' })).toContainText(/Hotkeys armed [45]:\d\d/);

  await ticket(page).getByLabel('Quantity', { exact: true }).focus();
  await page.keyboard.press('F9');
  await expect(notices(page)).toContainText('ignored while you type');
  await expect(ticket(page).getByText('Accepted')).toHaveCount(0);

  // Held: the repetitions of one press send nothing.
  await tab(page, 'Open orders').focus();
  await page.keyboard.down('F9');
  for (let i = 0; i < 5; i += 1) await page.keyboard.down('F9');
  await page.keyboard.up('F9');
  await expect(ticket(page).getByText('Accepted')).toBeVisible();
  await expect(orders(page)).toHaveCount(1);
  await keep('armed');

  // A question comes as it does for a click; while it is open the key sends nothing, and Enter answers.
  await fill(page, '60000', '2');
  await pressOutside(page, 'F9');
  const ask = page.getByRole('dialog', { name: 'Place this order?' });
  await expect(ask).toContainText('It is worth 50,000 or more.');
  await page.keyboard.press('F9');
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(orders(page)).toHaveCount(1);

  // What takes risk away has keys of one's own, and works locked, with the focus in a field.
  await page.keyboard.press('F8');
  await expect(sign(page)).not.toBeChecked();
  await pressOutside(page, '?');
  await change(page, 'Cancel the open orders of the symbol', 'b');
  await expect(keysDialog(page)).toContainText('B types a character, and this key works while one types too');
  await page.keyboard.press('Alt+Shift+C');
  await expect(rowOf(page, 'Cancel the open orders')).toContainText('Alt+Shift+C');
  await keep('keys');
  // Keys that are pressed to be chosen do nothing else, also those that cancel at all times.
  await change(page, 'Close the position of the symbol at market', 'Alt+Shift+C');
  await expect(rowOf(page, 'Close the position')).toContainText('is already the key of “Cancel the open orders');
  await page.keyboard.press('Escape');
  await expect(orders(page)).toHaveCount(1);
  await expect(notices(page)).not.toContainText('Cancelling');
  await page.keyboard.press('Escape');
  await ticket(page).getByLabel('Quantity', { exact: true }).focus();
  await page.keyboard.press('Alt+Shift+C');
  await expect(orders(page)).toHaveCount(0);
  await expect(notices(page)).toContainText('Cancelling 1 order of PERP_BTC_USDT');

  // Armed again in this window without the question; a reload locks.
  await page.keyboard.press('F8');
  await expect(sign(page)).toBeChecked();
  await page.reload();
  await expect(sign(page)).not.toBeChecked();

  // The record says who asked.
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('Activity');
  await page.keyboard.press('Enter');
  const record = page.getByRole('grid', { name: 'Activity' });
  await expect(record.getByRole('row').filter({ hasText: 'Buy 0.01 BTC at 60,000' }).first()).toContainText('Key');
});

test('a position is closed by its key at once, and trading keys lock themselves', async ({ page, program }) => {
  await page.clock.install();
  await page.goto(program.address);
  await pressOutside(page, '?');
  await change(page, 'Close the position of the symbol at market', 'Alt+Shift+X');
  await page.keyboard.press('Escape');
  await fill(page, '70000', '0.02');
  await ticket(page)
    .getByRole('button', { name: /^Buy 0.02 BTC/ })
    .click();
  await tab(page, 'Positions').click();
  const positions = page.getByRole('grid', { name: 'Positions' }).locator('[role="row"][row-id]');
  await expect(positions).toHaveCount(1);
  await ticket(page).getByLabel('Quantity', { exact: true }).focus();
  await page.keyboard.press('Alt+Shift+X');
  await expect(notices(page)).toContainText('Accepted: Sell 0.02 BTC at market, reduce only');
  await expect(positions).toHaveCount(0);

  await page.keyboard.press('F8');
  await page.getByRole('dialog').getByRole('radio', { name: '1', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).click();
  await expect(sign(page)).toBeChecked();
  await page.clock.fastForward('01:01');
  await expect(sign(page)).not.toBeChecked();
  await expect(notices(page)).toContainText('The trading keys are locked again.');
});
