import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page, TestInfo } from 'playwright/test';
import { tapBridge, type Tap } from '../support/bridge-tap.ts';
import { expect, test } from '../support/terminal.ts';

/* Every panel in its loading, empty, error, stale and normal state. Pictures are kept with the report. */

const PANELS = ['Order entry', 'Chart', 'Order book', 'Market trades', 'Open orders', 'Positions', 'Balances'] as const;
const THEMES = ['dark', 'light'] as const;

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

const LOOKS = { updown: 'green-red', density: 'compact', utc: true, sound: false };
test.use({ kept: { settings: { ...LOOKS, theme: 'dark' } } });

/** Opens the terminal with its bridge tapped. */
async function open(page: Page, address: string, tap: Tap): Promise<void> {
  await tapBridge(page, tap);
  await page.goto(address);
  await panel(page, 'Order entry').waitFor();
}

/** Brings a panel to the front of its tabs. */
async function show(page: Page, name: string): Promise<Locator> {
  const tab = page.getByRole('tab', { name, exact: true });
  if ((await tab.count()) > 0) await tab.first().click();
  const shown = panel(page, name);
  await shown.waitFor();
  return shown;
}

async function keep(page: Page, info: TestInfo, name: string): Promise<void> {
  await info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });
}

/** Feeds without which the frame itself does not stand. */
const FRAME = new Set(['terminal', 'connection', 'limits', 'notices', 'commands', 'pageSettings']);

test('while nothing has come, every panel shows where its content will be and no number', async ({
  context,
  program,
}, info) => {
  const page = await context.newPage();
  await open(page, program.address, { rows: (feed, rows) => (FRAME.has(feed) ? rows : 'hold') });
  for (const name of PANELS) {
    const shown = await show(page, name);
    await expect(shown.getByRole('status', { name: 'Loading' }), name).toBeVisible();
    expect(await shown.innerText(), name).not.toMatch(/\d+\.\d/);
    if (name === 'Order book') await expect(shown.getByLabel('Grouping').locator('option:checked')).toHaveText('–');
    await keep(page, info, `loading ${name}`);
  }
});

test('where there is nothing to show, a panel says what would be there', async ({ context, program }, info) => {
  const page = await context.newPage();
  const empty = new Set(['trades', 'orders', 'positions', 'balances']);
  await open(page, program.address, { rows: (feed, rows) => (empty.has(feed) ? [] : rows) });
  const words = {
    'Market trades': 'No trade yet',
    'Open orders': 'No open orders',
    Positions: 'No position',
    Balances: 'No balance',
  };
  for (const [name, said] of Object.entries(words)) {
    await expect((await show(page, name)).getByText(said).first(), name).toBeVisible();
    await keep(page, info, `empty ${name}`);
  }
});

test('what cannot be read is said with a way to try again, which works', async ({ context, program }, info) => {
  const page = await context.newPage();
  let fails = true;
  await open(page, program.address, { fails: (name) => fails && name === 'market.candles' });
  const chart = await show(page, 'Chart');
  await expect(chart.getByRole('alert')).toBeVisible();
  await keep(page, info, 'error Chart');
  fails = false;
  await chart.getByRole('button', { name: 'Try again' }).click();
  await expect(chart.locator('.chart-legend')).toBeVisible();
});

test('a panel that throws shows its error and a way back; the others go on', async ({ context, program }, info) => {
  const page = await context.newPage();
  let broken = true;
  await open(page, program.address, {
    rows: (feed, rows) => (broken && feed === 'book' ? rows.map((row) => ({ ...row, bids: null })) : rows),
  });
  const book = await show(page, 'Order book');
  await expect(book.getByRole('alert')).toBeVisible();
  await expect(panel(page, 'Market trades').getByRole('table')).toBeVisible();
  await keep(page, info, 'thrown Order book');
  broken = false;
  // With the next book that comes.
  await expect(async () => {
    const again = book.getByRole('button', { name: 'Show it again' });
    if (await again.isVisible()) await again.click({ timeout: 500 });
    await expect(book.getByText('Spread')).toBeVisible({ timeout: 500 });
  }).toPass();
});

for (const theme of THEMES) {
  test.describe(theme, () => {
    test.use({ kept: { settings: { ...LOOKS, theme } } });
    test(`no panel has a serious fault of accessibility, ${theme}`, async ({ context, program }, info) => {
      const page = await context.newPage();
      await open(page, program.address, {});
      await expect(panel(page, 'Order book').getByText('Spread')).toBeVisible();
      await panel(page, 'Order entry').getByLabel('Price', { exact: true }).fill('60000.05');
      await panel(page, 'Order entry').getByLabel('Quantity', { exact: true }).fill('0.01');
      await page.getByRole('button', { name: /^Buy 0.01 BTC/ }).click();
      await panel(page, 'Order entry')
        .getByRole('button', { name: /^use 60,000/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^Buy 0.01 BTC/ }).click();
      for (const name of PANELS) {
        await show(page, name);
        await faultless(page, `${name}, ${theme}`);
        await keep(page, info, `normal ${name} ${theme}`);
      }
      for (const [key, name] of [
        ['Control+k', 'palette'],
        ['?', 'keys'],
        ['/', 'symbols'],
      ] as const) {
        await page.getByRole('tab', { name: 'Balances' }).focus();
        await page.keyboard.press(key);
        await faultless(page, `${name}, ${theme}`);
        await keep(page, info, `${name} ${theme}`);
        await page.keyboard.press('Escape');
      }
    });
  });
}

/** No violation that a person would be stopped or misled by. */
async function faultless(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`),
    where,
  ).toEqual([]);
}
