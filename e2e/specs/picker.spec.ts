import type { Locator, Page } from 'playwright/test';
import { tapBridge } from '../support/bridge-tap.ts';
import { expect, test } from '../support/terminal.ts';

/* The symbol picker: search, stars, the figures of each symbol, and many of them. */

const picker = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose a symbol' });
const search = (page: Page): Locator => picker(page).getByRole('combobox', { name: 'Search symbols' });
const rows = (page: Page): Locator => picker(page).getByRole('grid', { name: 'Symbols' }).locator('.symbol-row');
const row = (page: Page, symbol: string): Locator => rows(page).filter({ hasText: symbol });
const cell = (page: Page, symbol: string, column: number): Locator =>
  row(page, symbol).getByRole('gridcell').nth(column);

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Symbol: / }).click();
  await expect(search(page)).toBeFocused();
}

test('shows price, change, volume, funding and its countdown by the exchange’s clock, of spot too', async ({
  page,
}) => {
  await open(page);
  await expect(cell(page, 'PERP_BTC_USDT', 2)).toHaveText(/^\d\d,\d{3}\.\d$/);
  await expect(cell(page, 'PERP_BTC_USDT', 3)).toHaveText(/^[▲▼]?\d+\.\d\d%$/);
  await expect(cell(page, 'PERP_BTC_USDT', 4)).toHaveText(/^[\d,]+$/);
  await expect(cell(page, 'PERP_BTC_USDT', 5)).toHaveText(/^-?\d\.\d{4,}%$/);
  const countdown = cell(page, 'PERP_BTC_USDT', 6);
  await expect(countdown).toHaveText(/^\d:\d\d:\d\d$/);
  const first = (await countdown.textContent()) ?? '';
  await expect(countdown).not.toHaveText(first);
  await expect(cell(page, 'SPOT_BTC_USDT', 2)).toHaveText(/^\d\d,\d{3}\.\d+$/);
  await expect(cell(page, 'SPOT_BTC_USDT', 6)).toBeEmpty();
});

test('is searched and chosen from by keys', async ({ page }) => {
  await open(page);
  await search(page).fill('spot eth');
  await expect(rows(page).first()).toContainText('SPOT_ETH_USDT');
  await page.keyboard.press('Enter');
  await expect(picker(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Symbol: SPOT_ETH_USDT' })).toBeVisible();
  await open(page);
  await search(page).fill('nothing like it');
  await expect(picker(page).getByText('No symbol has this in its name.')).toBeVisible();
});

test('a star stays where it is given, and stands first from the next time on, also after a reload', async ({
  page,
}) => {
  await open(page);
  const before = await rows(page).allTextContents();
  const star = (symbol: string): Locator =>
    picker(page).getByRole('button', { name: `Favourite ${symbol}`, exact: true });
  await star('SPOT_ETH_USDT').click();
  await expect(star('SPOT_ETH_USDT')).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page).first()).toContainText(/PERP_|SPOT_/);
  expect((await rows(page).allTextContents()).map(nameOf)).toEqual(before.map(nameOf));
  await page.keyboard.press('Escape');
  await page.reload();
  await open(page);
  await expect(rows(page).first()).toContainText('SPOT_ETH_USDT');

  // By keys: the row that the search stands at.
  await search(page).press('Home');
  await search(page).fill('perp eth');
  await search(page).press('Control+d');
  await expect(star('PERP_ETH_USDT')).toHaveAttribute('aria-pressed', 'true');
  await search(page).press('Tab');
  await expect(star('PERP_ETH_USDT')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(star('PERP_ETH_USDT')).toHaveAttribute('aria-pressed', 'false');
});

const nameOf = (text: string): string => /(?:PERP|SPOT)_[A-Z0-9]+_[A-Z]+/.exec(text)?.[0] ?? '';

test('figures that are old say so', async ({ page }) => {
  let staleSince: number | null = null;
  await tapBridge(page, {
    rows: (feed, all) => (feed === 'tickers' ? all.map((each) => ({ ...each, staleSince })) : all),
  });
  await page.reload();
  await open(page);
  await expect(cell(page, 'PERP_BTC_USDT', 2)).toHaveText(/\d/);
  await expect(cell(page, 'PERP_BTC_USDT', 1)).toContainText('perpetual');
  staleSince = Date.now() - 20_000;
  await expect(cell(page, 'PERP_BTC_USDT', 1)).toContainText('stale', { timeout: 15_000 });
  staleSince = null;
  await expect(cell(page, 'PERP_BTC_USDT', 1)).toContainText('perpetual', { timeout: 15_000 });
});

test('of 2,000 symbols only those that are seen are drawn and asked for, and the last is reached by keys', async ({
  page,
}) => {
  const asked = new Set<string>();
  await page.routeWebSocket(/\/bridge/, (socket) => {
    const server = socket.connectToServer();
    const instruments = new Set<number>();
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as { t: string; feed?: string; key?: string; sub: number };
      if (frame.t === 'listen' && frame.feed === 'instruments') instruments.add(frame.sub);
      if (frame.t === 'listen' && frame.feed === 'tickers') asked.add(frame.key ?? '');
      server.send(text);
    });
    server.onMessage((text) => {
      const frame = JSON.parse(String(text)) as {
        t: string;
        changes?: { t: string; sub: number; rows?: { symbol: string }[] }[];
      };
      for (const change of frame.changes ?? [])
        if (change.t === 'snapshot' && instruments.has(change.sub) && change.rows?.[0] !== undefined) {
          const [like] = change.rows;
          for (let number = change.rows.length; number < 2_000; number += 1)
            change.rows.push({ ...like, kind: 'spot', symbol: `SPOT_T${number}_USDT` } as { symbol: string });
        }
      socket.send(JSON.stringify(frame));
    });
  });
  await page.reload();
  await open(page);
  await expect(picker(page).getByText(/^2000 symbols/)).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(60);
  await search(page).press('ArrowUp');
  await expect(row(page, 'SPOT_T1999_USDT')).toBeInViewport();
  await expect(row(page, 'SPOT_T1999_USDT')).toHaveAttribute('aria-selected', 'true');
  expect(await rows(page).count()).toBeLessThan(60);
  await expect(async () => expect([...asked].some((key) => key.includes('SPOT_T1999_USDT'))).toBe(true)).toPass();
  // What was jumped over was not asked for.
  expect([...asked].join(' ')).not.toContain('SPOT_T1000_USDT');
  await search(page).fill('t1234');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Symbol: SPOT_T1234_USDT' })).toBeVisible();
});

test.describe('in another zone than UTC', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('tooltips name the instant in the zone that the settings choose', async ({ page }) => {
    await open(page);
    const countdown = cell(page, 'PERP_BTC_USDT', 6).locator('[title]');
    await expect(countdown).toHaveAttribute('title', /UTC\+0[12]:00$/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: /UTC/ }).click();
    await page.keyboard.press('Escape');
    await open(page);
    await expect(countdown).toHaveAttribute('title', / UTC$/);
  });
});
