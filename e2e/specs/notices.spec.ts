import type { Locator, Page, TestInfo } from 'playwright/test';
import { placeBracket, price } from '../support/algo-desk.ts';
import { expect, test } from '../support/terminal.ts';

/* What must be noticed, whatever is in front. */

test.use({ programArgs: ['--practice-admin', '0'] });

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Dead-man switch', exact: true });
const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
const orders = (page: Page): Locator => page.getByRole('grid', { name: 'Open orders' }).locator('[role="row"][row-id]');

async function rest(page: Page): Promise<void> {
  await ticket(page).getByLabel('Price', { exact: true }).fill('60000');
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  await expect(orders(page)).toHaveCount(1);
}

const keep = async (page: Page, info: TestInfo, name: string): Promise<void> =>
  info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });

test('what is said while a question is open stands in the question, can be closed there, and stays until then', async ({
  page,
}, info) => {
  await rest(page);
  await panel(page).getByLabel('Timeout', { exact: true }).fill('8');
  await panel(page).getByRole('radio', { name: 'Once' }).click();
  await panel(page).getByRole('button', { name: 'Arm', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Arm it' }).click();
  await expect(panel(page).getByText('Armed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel all', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Cancel all orders?' });
  const fired = question.getByRole('alert').filter({ hasText: /dead-man switch/i });
  await expect(fired).toBeVisible({ timeout: 20_000 });
  await keep(page, info, 'in a question');

  // Whatever comes after it, it stays; and it stays when the question is left.
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  const alert = page.getByRole('alert').filter({ hasText: /dead-man switch/i });
  await expect(alert).toBeVisible();
  await page.keyboard.press('Control+k');
  const inPalette = page.getByRole('dialog', { name: 'Command palette' }).getByRole('alert');
  await expect(inPalette).toBeVisible();
  await inPalette.getByRole('button', { name: 'Close notice' }).click();
  await expect(inPalette).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(alert).toBeHidden();

  // And it is in the list.
  await page.getByRole('button', { name: /^Notices/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notices' }).getByText(/^The dead-man switch/)).toBeVisible();
  await keep(page, info, 'list');

  // Once it was looked at, the sign of it can be put away.
  await page.keyboard.press('Escape');
  const sign = page.getByRole('button', { name: 'Dead-man switch: Fired' });
  await sign.click();
  await page.getByRole('button', { name: 'Dismiss the firing' }).click();
  await expect(sign).toBeHidden();
});

/** Counts the tones that the page plays. */
async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const make = AudioContext.prototype.createOscillator;
    Object.assign(window, { tones: 0 });
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      Object.assign(window, { tones: Number(Reflect.get(window, 'tones')) + 1 });
      return make.call(this);
    };
  });
  await page.reload();
  return () => page.evaluate(() => Number(Reflect.get(window, 'tones')));
}

const log = (page: Page): Locator => page.getByRole('log', { name: 'Notices' });

test('fills and refusals after acceptance are told and heard with another panel in front', async ({ page }, info) => {
  const tones = await countTones(page);
  await page.getByRole('tab', { name: 'Balances', exact: true }).click();
  await ticket(page).getByLabel('Order type').selectOption('MARKET');
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.02');
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  await expect(log(page)).toContainText(/[Bb]ought 0\.0200 BTC at \d\d,\d{3}\.\d/);
  await keep(page, info, 'a fill');
  const atFill = await tones();
  expect(atFill).toBeGreaterThan(0);
  await expect(page.getByRole('tab', { name: 'Positions', exact: true })).toContainText('1');

  // It would cross: the exchange takes it, and then does not.
  await ticket(page).getByLabel('Order type').selectOption('POST_ONLY');
  await ticket(page).getByLabel('Price', { exact: true }).fill('66000');
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  await expect(log(page)).toContainText('Rejected after it was accepted: Buy 0.0100 BTC at 66,000.0');
  await expect.poll(tones).toBeGreaterThan(atFill);
  await keep(page, info, 'a refusal');
});

test('what this terminal cancelled is not told as a surprise', async ({ page }) => {
  await rest(page);
  await page.getByRole('tab', { name: 'Open orders', exact: true }).click();
  await page
    .getByRole('grid', { name: 'Open orders' })
    .getByRole('button', { name: /^Cancel order/ })
    .click();
  await expect(orders(page)).toHaveCount(0);
  // A fill is told after it: the cancel would have been by then.
  await ticket(page).getByLabel('Price', { exact: true }).fill('70000');
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  await expect(log(page)).toContainText(/[Bb]ought 0\.0100 BTC/);
  await expect(log(page)).not.toContainText(/outside this terminal|did not cancel/);
});

test('a trigger is told with another panel in front, and a leg that its sibling cancels is no surprise', async ({
  page,
  program,
}) => {
  await placeBracket(page, program);
  await page.getByRole('tab', { name: 'Balances', exact: true }).click();
  await price(program, 63_850);
  await expect(log(page)).toContainText(/[Bb]ought 0\.0100 BTC at 63,\d{3}/);
  await price(program, 64_900);
  await expect(log(page)).toContainText(/Triggered: TAKE_PROFIT/);
  await expect(log(page)).toContainText(/[Ss]old 0\.0100 BTC at 64,\d{3}/);
  await expect(log(page)).not.toContainText(/outside this terminal|did not cancel/);
});

test('the focus goes back to where it came from when its notice goes by itself', async ({ page }) => {
  await rest(page);
  const field = ticket(page).getByLabel('Price', { exact: true });
  await field.fill('70000');
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  await field.focus();
  const close = log(page).getByRole('button', { name: 'Close notice' });
  await close.first().focus();
  await expect(close).toHaveCount(0);
  await expect(field).toBeFocused();
});
