import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/terminal.ts';
import type { Program } from '../support/program.ts';

/* The streams are taken away for real, and the screen is read second by second. */

test.use({ programArgs: ['--practice-admin', '0'] });

/** Panels that live from a stream. */
const STREAMED = ['Chart', 'Order book', 'Market trades', 'Open orders', 'Positions', 'Balances'] as const;

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const connection = (page: Page): Locator => panel(page, 'Connection');

async function tell(program: Program, path: string, body: object): Promise<void> {
  const response = await fetch(`${program.admin}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

async function show(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).first().click();
  return panel(page, name);
}

/** Seconds of an age as it is written. */
async function seconds(age: Locator): Promise<number> {
  const text = await age.innerText();
  const found = /^(?:(\d+) min )?(\d+) s$/.exec(text);
  if (found === null) throw new Error(`No age: ${text}`);
  return Number(found[1] ?? 0) * 60 + Number(found[2]);
}

test('streams that are lost are said at once, their age counts in every panel, and all is live again after', async ({
  page,
  program,
}, info) => {
  await expect(panel(page, 'Order book').getByText('Spread')).toBeVisible();
  await expect(connection(page)).toContainText('Connected');
  const price = panel(page, 'Order entry').getByLabel('Price', { exact: true });
  await price.fill('60000');

  // Neither stream comes back: one is cut as soon as it opens, the other gets no key.
  await tell(program, '/streams', { closeOnConnect: 100_000, which: 'public' });
  await tell(program, '/faults', {
    method: 'POST',
    path: '/v3/account/listenKey',
    kind: 'status',
    status: 503,
    times: 1_000,
  });
  await tell(program, '/streams/drop', { which: 'all' });
  const from = Date.now();
  await expect(connection(page)).toContainText(/stream (?:reconnecting|stale)/, { timeout: 2_000 });
  await expect(page.getByRole('banner').getByRole('button', { name: /stream (?:reconnecting|stale)/ })).toBeVisible();
  await connection(page).getByRole('button').first().click();
  const details = page.getByRole('dialog', { name: 'Connection details' });
  await expect(details.locator('.link-word').getByText(/^reconnecting/)).toHaveCount(2);
  await page.keyboard.press('Escape');

  const book = panel(page, 'Order book');
  await expect(book.getByText('Stale')).toBeVisible({ timeout: 2_000 });
  const seen: string[] = [];
  for (let second = 1; second <= 12; second += 1) {
    await page.waitForTimeout(1_000);
    const passed = (Date.now() - from) / 1_000;
    const age = await seconds(book.locator('.age'));
    const atMost = Math.ceil((Date.now() - from) / 1_000);
    seen.push(`${second}: ${age} s, ${(await connection(page).innerText()).replaceAll(/\s+/g, ' ')}`);
    // Written in whole seconds that have passed, and drawn once a second.
    expect(age, seen.join('\n')).toBeGreaterThanOrEqual(Math.floor(passed) - 2);
    expect(age, seen.join('\n')).toBeLessThanOrEqual(atMost);
    await expect(connection(page), seen.join('\n')).not.toContainText('Connected');
    const level = passed > 11 ? 'age-alarm' : passed > 5 && passed < 9 ? 'age-warn' : null;
    if (level !== null) await expect(book.locator(`.${level}`), seen.join('\n')).toBeVisible();
  }
  await info.attach('second by second', { body: seen.join('\n'), contentType: 'text/plain' });

  for (const name of STREAMED) {
    const shown = await show(page, name);
    await expect(shown.getByText('Stale'), name).toBeVisible();
    await expect(shown.getByText(/stream is (reconnecting|not connected)/), name).toBeVisible();
    await info.attach(`stale ${name}`, { body: await page.screenshot(), contentType: 'image/png' });
  }
  await expect(panel(page, 'Order entry').getByText('fills and positions may show late')).toBeVisible();
  // Nothing of what was typed is touched by any of it.
  await expect(price).toHaveValue('60000');

  await fetch(`${program.admin}/faults`, { method: 'DELETE' });
  await expect(connection(page)).toContainText('Connected', { timeout: 40_000 });
  for (const name of STREAMED) await expect((await show(page, name)).getByText('Stale'), name).toBeHidden();
});

test('a program that hangs is said, though its pipe stands, and all is live again once it goes on', async ({
  page,
  program,
}) => {
  await expect(panel(page, 'Order book').getByText('Spread')).toBeVisible();
  const banner = page.getByRole('complementary', { name: 'Core' });
  process.kill(program.pid, 'SIGSTOP');
  try {
    await expect(banner).toContainText('The core is silent.');
    await expect(banner).toContainText('Data is old; orders cannot be sent.');
  } finally {
    process.kill(program.pid, 'SIGCONT');
  }
  await expect(banner).toBeHidden({ timeout: 30_000 });
  await expect(connection(page)).toContainText('Connected');
});
