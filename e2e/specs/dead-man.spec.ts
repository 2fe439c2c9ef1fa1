import type { Locator, Page, TestInfo } from 'playwright/test';
import type { Program } from '../support/program.ts';
import { expect, test } from '../support/terminal.ts';

/* The dead-man switch in front of the exchange that fires it. */

test.use({ programArgs: ['--practice-admin', '0'] });

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Dead-man switch', exact: true });
const openOrders = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Open orders' }).locator('[role="row"][row-id]');

async function tell(program: Program, path: string, body: object): Promise<void> {
  const response = await fetch(`${program.admin}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

async function rest(page: Page): Promise<void> {
  const ticket = page.getByRole('region', { name: 'Order entry', exact: true });
  await ticket.getByLabel('Price', { exact: true }).fill('60000');
  await ticket.getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket.getByRole('button', { name: /^Buy .*BTC/ }).click();
  await expect(openOrders(page)).toHaveCount(1);
}

async function arm(page: Page, seconds: string, way: 'Once' | 'Keep renewing'): Promise<void> {
  await panel(page).getByLabel('Timeout', { exact: true }).fill(seconds);
  await panel(page).getByRole('radio', { name: way }).click();
  await panel(page).getByRole('button', { name: 'Arm', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Arm it' }).click();
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const keep = async (page: Page, info: TestInfo, name: string): Promise<void> =>
  info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });

test('armed once it counts down, fires, and reports what went', async ({ page }, info) => {
  await rest(page);
  await keep(page, info, 'off');
  const pressed = Date.now();
  await arm(page, '20', 'Once');
  await expect(panel(page).getByText('Armed', { exact: true })).toBeVisible();
  const began = Date.now();
  await expect(panel(page).getByRole('timer')).toContainText(/^0:1\d$/);
  await keep(page, info, 'armed');
  await expect(panel(page).getByRole('timer')).toContainText(/^0:0\d$/);
  await keep(page, info, 'the last ten seconds');
  await expect(openOrders(page)).toHaveCount(1);

  await expect(panel(page).getByText('Fired', { exact: true })).toBeVisible({ timeout: 15_000 });
  // Not before its time from the press on, and soon after its time from the word “Armed” on.
  const fired = Date.now();
  expect(fired - pressed).toBeGreaterThan(19_500);
  expect(fired - began).toBeLessThan(25_000);
  await expect(openOrders(page)).toHaveCount(0);
  await expect(panel(page).getByText('Cancelled', { exact: true })).toBeVisible();
  await panel(page).getByText('What was cancelled').click();
  await expect(panel(page).getByRole('list', { name: 'What was cancelled' }).getByRole('listitem')).toHaveCount(1);
  await keep(page, info, 'fired');
});

test('kept renewing it outlives its timeout and a reload; disarmed, nothing is cancelled', async ({ page }, info) => {
  await rest(page);
  await arm(page, '8', 'Keep renewing');
  await expect(panel(page).getByText('Armed', { exact: true })).toBeVisible();
  await page.waitForTimeout(5_000);
  await page.reload();
  await expect(panel(page).getByRole('timer')).toBeVisible();
  await page.waitForTimeout(6_000);
  await expect(openOrders(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Dead-man switch: Armed/ })).toBeVisible();

  await panel(page).getByRole('button', { name: 'Disarm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disarm it' }).click();
  await expect(panel(page).getByText('Off', { exact: true })).toBeVisible();
  await keep(page, info, 'disarmed');
  await page.waitForTimeout(9_000);
  await expect(openOrders(page)).toHaveCount(1);
});

test('a renewal that fails is loud at once, says when the orders go, and they do', async ({ page, program }, info) => {
  await rest(page);
  await arm(page, '8', 'Keep renewing');
  await expect(panel(page).getByText('Armed', { exact: true })).toBeVisible();
  await tell(program, '/faults', {
    method: 'POST',
    path: '/v3/trade/cancelAllAfter',
    kind: 'hang',
    process: false,
    times: 1_000,
  });
  await expect(panel(page).getByText('Renewal failing')).toBeVisible({ timeout: 5_000 });
  await expect(panel(page).getByText(/All orders are cancelled at \d\d:\d\d:\d\d/)).toBeVisible();
  await keep(page, info, 'failing');
  await expect(panel(page).getByText('Fired', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(openOrders(page)).toHaveCount(0);
});

test('a program that was killed leaves it armed, and the next start says so and can disarm it', async ({
  page,
  program,
}, info) => {
  await arm(page, '300', 'Keep renewing');
  await expect(panel(page).getByText('Armed', { exact: true })).toBeVisible();
  await program.kill();
  const { startProgram } = await import('../support/program.ts');
  const again = await startProgram({ dataFolder: program.dataFolder });
  try {
    await page.goto(again.address);
    await expect(panel(page).getByText(/Left armed by an earlier run/)).toBeVisible();
    await expect(panel(page).getByRole('timer')).toBeVisible();
    await keep(page, info, 'left armed');
  } finally {
    await again.stop();
  }
});

test('what it cancelled while no program ran is told by the next one', async ({ page, program }, info) => {
  await rest(page);
  await arm(page, '8', 'Once');
  await expect(panel(page).getByText('Armed', { exact: true })).toBeVisible();
  process.kill(program.pid, 'SIGINT');
  await expect.poll(() => isRunning(program.pid)).toBe(false);
  // The core is gone: once the time is over, nothing looks as if it could still be renewed.
  await expect(panel(page).getByText(/probably fired.*once the connection is back/)).toBeVisible({ timeout: 15_000 });
  await expect(panel(page).getByRole('timer')).toBeHidden();
  await keep(page, info, 'over, and the core is gone');
  const { startProgram } = await import('../support/program.ts');
  const again = await startProgram({ dataFolder: program.dataFolder });
  try {
    await page.goto(again.address);
    await expect(panel(page).getByText('It cancelled 1 order.')).toBeVisible({ timeout: 15_000 });
    await panel(page).getByText('What was cancelled').click();
    await expect(panel(page).getByRole('list', { name: 'What was cancelled' }).getByRole('listitem')).toHaveText(
      /^BUY 0.01 PERP_BTC_USDT/,
    );
    await expect(page.getByText(/no order was open|outside this terminal/)).toHaveCount(0);
    await keep(page, info, 'fired while no program ran');
  } finally {
    await again.stop();
  }
});

test('a timeout that cannot be armed is refused at its field', async ({ page }) => {
  for (const [typed, said] of [
    ['901', /8 to 900/],
    ['-5', /8 to 900/],
    ['7', /8 to 900/],
    ['abc', /8 to 900/],
  ] as const) {
    await panel(page).getByLabel('Timeout', { exact: true }).fill(typed);
    await expect(panel(page).locator('.field-error').getByText(said)).toBeVisible();
    await panel(page).getByRole('button', { name: 'Arm', exact: true }).click({ force: true });
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

test('its looks at 60 s, 10 s and 0 s, and unavailable, in both themes', async ({ page, program }, info) => {
  await tell(program, '/faults', {
    ...{ method: 'POST', path: '/v3/trade/cancelAllAfter', kind: 'status', status: 401, code: -1002 },
    ...{ process: false, times: 1 },
  });
  await arm(page, '61', 'Once');
  await expect(panel(page).getByText('Unavailable', { exact: true })).toBeVisible();
  await keep(page, info, 'unavailable');
  await panel(page).getByRole('button', { name: 'Try to arm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Arm it' }).click();
  await expect(panel(page).getByRole('timer')).toContainText(/^(?:1:00|0:5\d)$/);
  await keep(page, info, '60 s, dark');
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  await keep(page, info, '60 s, light');

  await panel(page).getByRole('button', { name: 'Disarm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disarm it' }).click();
  await expect(panel(page).getByText('Off', { exact: true })).toBeVisible();
  await arm(page, '11', 'Once');
  await expect(panel(page).getByRole('timer')).toContainText(/^0:(?:10|09)$/);
  await keep(page, info, '10 s, light');
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  await keep(page, info, '10 s, dark');
  await expect(panel(page).getByText(/Fired or unknown|^Fired$/)).toBeVisible({ timeout: 15_000 });
  await keep(page, info, '0 s');
});
