import type { Locator, Page } from 'playwright/test';
import { enterUntilGone } from '../support/press.ts';
import { expect, test } from '../support/terminal.ts';

/*
 * What is done all day, without a mouse: every step is a key, and what has the focus can be seen. Orders and their
 * cancel are in orders.spec.ts, the keys that trade in keys.spec.ts.
 */

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Whether the focus is on something that shows it: by an outline of its own, or by the box around a field. */
const focusShows = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return false;
    const box = focused.closest('.field-box');
    return (
      [getComputedStyle(focused), getComputedStyle(focused, '::after')].some(
        ({ outlineStyle }) => outlineStyle !== 'none',
      ) ||
      (box !== null && getComputedStyle(box).boxShadow !== 'none')
    );
  });

/** Presses Tab until it has the focus; every stop on the way shows the focus. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 40; stops += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    expect(await focusShows(page), `stop ${stops} before ${String(wanted)}`).toBe(true);
  }
  throw new Error(`${String(wanted)} is more than 40 stops away.`);
}

/** Opens a panel by its name; the focus is in it then. */
async function go(page: Page, name: string): Promise<Locator> {
  await run(page, name);
  const panel = region(page, name);
  await panel.waitFor();
  await focusIn(panel);
  return panel;
}

/** Runs what the palette has by a name. */
async function run(page: Page, name: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search commands' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.type(name);
  await expect(dialog(page, 'Command palette').getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
}

async function fromMenu(page: Page, tab: Locator, name: string): Promise<void> {
  await tab.click({ button: 'right' });
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Whether the focus is on the panel or on something of it. */
const focusIn = (panel: Locator): Promise<void> =>
  expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);

test('an algo order is placed and all is cancelled by keys, and a key that bounces answers no question', async ({
  page,
}) => {
  const ticket = await go(page, 'Order entry');
  await tabTo(page, ticket.getByLabel('Order type'));
  await page.keyboard.type('STOP');
  const trigger = ticket.getByLabel('Trigger price', { exact: true });
  await tabTo(page, trigger);
  await page.keyboard.type('80000');
  await tabTo(page, ticket.getByLabel('Price', { exact: true }));
  await page.keyboard.type('80100');
  await tabTo(page, ticket.getByLabel('Quantity', { exact: true }));
  await page.keyboard.type('0.01');
  const plan = dialog(page, 'Place this plan?');
  const outcome = ticket.getByRole('status', { name: 'Outcome' });
  await tabTo(page, ticket.getByRole('button', { name: /^Buy 0.01 BTC/ }));
  // Three times without a pause: the first asks, and the others were not meant for the question.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
  await expect(plan.getByRole('button', { name: 'Place it' })).toBeFocused();
  await expect(outcome).toBeEmpty();
  await expect(plan).toHaveAccessibleDescription(/80,?100/);
  await expect(plan).toHaveAccessibleDescription(/PRACTICE/);
  await enterUntilGone(page, plan);
  await expect(outcome).toContainText('Accepted');
  await focusIn(ticket);

  const tree = page.getByRole('treegrid', { name: 'Algo orders' });
  const algos = await go(page, 'Algo orders');
  await expect(tree.getByRole('row').filter({ hasText: 'STOP' })).toHaveCount(1);
  await run(page, 'Cancel all');
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter');
  const question = dialog(page, 'Cancel all orders?');
  const yes = question.getByRole('button', { name: 'Cancel 1 algo order', exact: true });
  await expect(yes).toBeFocused();
  await expect(question).toHaveAccessibleDescription(/Positions stay as they are\./);
  // The scope is chosen by keys as well, and says what it takes.
  await tabTo(page, question.getByRole('radio', { checked: true }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(question.getByRole('radio', { name: 'Every symbol (1)' })).toBeChecked();
  await tabTo(page, yes);
  await enterUntilGone(page, question);
  await expect(tree.getByRole('row').filter({ hasText: 'STOP' })).toHaveCount(0);
  await focusIn(algos);
});

test('leverage is changed, and the dead-man switch armed and disarmed, by keys', async ({ page }) => {
  const leverage = await go(page, 'Leverage and position mode');
  await tabTo(page, leverage.getByLabel('New leverage', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  const review = page.getByRole('dialog');
  await enterUntilGone(page, review);
  await expect(leverage).toContainText('7× BOTH');
  await focusIn(leverage);

  const deadMan = await go(page, 'Dead-man switch');
  await tabTo(page, deadMan.getByLabel('Timeout', { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('120');
  await tabTo(page, deadMan.getByRole('button', { name: 'Arm', exact: true }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await enterUntilGone(page, page.getByRole('dialog'));
  await expect(deadMan.getByText('Armed', { exact: true })).toBeVisible();
  // What armed it is gone from the panel; the focus is not.
  await focusIn(deadMan);
  await tabTo(page, deadMan.getByRole('button', { name: 'Disarm' }));
  await page.keyboard.press('Enter');
  await enterUntilGone(page, dialog(page, 'Disarm the dead-man switch?'));
  await expect(deadMan.getByText('Off', { exact: true })).toBeVisible();
  await focusIn(deadMan);
});

test('a history is paged and one of its records opened by keys; Tab passes a grid in one stop', async ({ page }) => {
  const history = await go(page, 'Order history');
  await expect(history.getByText(/^1 to 50 of/)).toBeVisible();
  await tabTo(page, history.getByRole('button', { name: 'Reload' }));
  await page.keyboard.press('Tab');
  await expect(history.getByRole('columnheader').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(history.getByLabel('Page size')).toBeFocused();
  await tabTo(page, history.getByRole('button', { name: 'Next', exact: true }));
  await page.keyboard.press('Enter');
  await expect(history.getByText(/^51 to 100 of/)).toBeVisible();
  await expect(history.getByRole('button', { name: 'Next', exact: true })).toBeFocused();
  await tabTo(page, history.getByLabel('Go to page'), 'Shift+Tab');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(history.getByText(/^1 to 50 of/)).toBeVisible();

  await tabTo(page, history.getByLabel('Page size'), 'Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(history.locator('[role="gridcell"]:focus')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  const row = await history.locator('[role="row"]:has(:focus)').getAttribute('row-index');
  await page.keyboard.press('Enter');
  const record = page.getByRole('dialog', { name: /^Order/ });
  await expect(record).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(record).toBeHidden();
  await expect(history.locator(`[row-index="${row ?? ''}"] :focus`)).toHaveCount(1);
});

test('tokens are transferred, a setting and the profile are chosen, by keys', async ({ page }) => {
  const transfer = await go(page, 'Transfer');
  await tabTo(page, transfer.getByLabel('To', { exact: true }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, transfer.getByLabel('Amount', { exact: true }));
  await page.keyboard.type('12.5');
  await tabTo(page, transfer.getByRole('button', { name: 'Review the transfer' }));
  await page.keyboard.press('Enter');
  const question = dialog(page, 'Transfer 12.5 USDT?');
  await tabTo(page, question.getByLabel('Amount again'));
  await page.keyboard.type('12.5');
  await tabTo(page, question.getByRole('button', { name: 'Transfer', exact: true }));
  await enterUntilGone(page, question);
  await expect(transfer.getByRole('listitem', { name: /^Transfer 12.5 USDT/ })).toContainText('Done');
  await focusIn(transfer);

  await page.getByRole('button', { name: 'Settings', exact: true }).focus();
  await page.keyboard.press('Enter');
  const settings = dialog(page, 'Settings');
  await tabTo(page, settings.getByRole('radio', { name: 'Dark' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  // Left by Tab it closes: it would lie over what has the focus then.
  await tabTo(page, settings.getByRole('button', { name: 'Import settings…' }));
  await page.keyboard.press('Tab');
  await expect(settings).toBeHidden();
  expect(await focusShows(page)).toBe(true);

  await page.getByRole('button', { name: /^Environment/ }).focus();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Edit profiles' }));
  await page.keyboard.press('Enter');
  const profiles = region(page, 'Profiles');
  await focusIn(profiles);
  await tabTo(page, profiles.getByRole('button', { name: 'Add profile' }));
  await page.keyboard.press('Enter');
  await tabTo(page, profiles.getByLabel('Name'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Second desk');
  await tabTo(page, profiles.getByRole('button', { name: 'Save profile' }));
  await page.keyboard.press('Enter');
  await expect(profiles.getByRole('heading', { name: 'Second desk' })).toBeVisible();
  await focusIn(profiles);
});

test('the tab of a panel that is opened comes into view where not all of them fit', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 700 });
  for (const name of ['Tokens and networks', 'Positions', 'Activity']) {
    await run(page, name);
    await expect(page.getByRole('tab', { name, exact: true })).toBeInViewport({ ratio: 0.95 });
  }

  // It stays in view, and the focus in its panel, when the layout changes and when the page is loaded again.
  const activity = page.getByRole('tab', { name: 'Activity', exact: true });
  for (const change of ['Maximize', 'Restore', 'reload']) {
    if (change === 'reload') await page.reload();
    else await fromMenu(page, activity, change);
    await expect(region(page, 'Activity'), change).toBeVisible();
    await focusIn(region(page, 'Activity'));
    await expect(activity, change).toBeInViewport({ ratio: 0.95 });
  }
});

test('a panel that floats shows what it lists beside the ticket; one that is closed comes back where it was', async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 1100, height: 700 });
  const boxOf = async (name: string) => {
    const box = await region(page, name).boundingBox();
    if (box === null) throw new Error(`${name} is not to be seen.`);
    return box;
  };
  const ticket = await boxOf('Order entry');
  const book = await boxOf('Order book');
  await page.getByRole('tab', { name: 'Order book' }).focus();
  await page.keyboard.press('Delete');
  await expect(region(page, 'Order book')).toHaveCount(0);
  await expect(page.locator('.dock [role="region"]:focus, .dock [role="region"] :focus')).toHaveCount(1);
  await run(page, 'Order book');
  await focusIn(region(page, 'Order book'));
  // A gap between panels has a few pixels, and rounding some.
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    await expect.poll(async () => Math.abs((await boxOf('Order book'))[side] - book[side])).toBeLessThan(6);
    expect(Math.abs((await boxOf('Order entry'))[side] - ticket[side])).toBeLessThan(6);
  }

  await fromMenu(page, page.getByRole('tab', { name: /^Open orders/ }), 'Float');
  await focusIn(region(page, 'Open orders'));
  const orders = region(page, 'Open orders');
  for (const name of ['Symbol', 'Side', 'Price', 'Quantity'])
    await expect(orders.getByRole('columnheader', { name, exact: true })).toBeInViewport({ ratio: 0.9 });
  expect((await boxOf('Open orders')).x).toBeGreaterThanOrEqual(ticket.x + ticket.width);
  await info.attach('floating', { body: await page.screenshot(), contentType: 'image/png' });
});
