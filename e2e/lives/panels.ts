import { expect, type Locator, type Page } from 'playwright/test';
import { readGrid } from '../restless/grid.ts';

export interface PanelName {
  readonly name: string;
  /** Words that its content has. */
  readonly there: RegExp;
}

/** Every panel by its name, with the words that say that its content has come. */
export const PANELS: readonly PanelName[] = [
  { name: 'Order entry', there: /Available:/ },
  { name: 'Leverage and position mode', there: /Leverage/ },
  { name: 'Dead-man switch', there: /Off/ },
  { name: 'Chart', there: /\d/ },
  { name: 'Order book', there: /Spread/ },
  { name: 'Market trades', there: /\d/ },
  { name: 'Open orders', there: /60,000\.0/ },
  { name: 'Algo orders', there: /STOP|Stop/ },
  { name: 'Positions', there: /PERP_BTC_USDT|BTC-PERP/ },
  { name: 'Balances', there: /USDT/ },
  { name: 'Order history', there: /60000|60,000/ },
  { name: 'Fills', there: /PERP_BTC_USDT|BTC-PERP/ },
  { name: 'Wallet history', there: /USDT/ },
  { name: 'Transfer history', there: /USDT/ },
  { name: 'Margin interest history', there: /USDT/ },
  { name: 'Funding fee history', there: /PERP_/ },
  { name: 'Referral summary', there: /\d/ },
  { name: 'Referral reward history', there: /\d/ },
  { name: 'Activity', there: /\d/ },
  { name: 'Tokens and networks', there: /ETH/ },
  { name: 'Transfer', there: /Token/ },
  { name: 'Withdraw', there: /Withdraw|withdraw/ },
  { name: 'Repay interest', there: /interest/i },
  { name: 'Profiles', there: /Practice/ },
];

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
/** A tab, with or without a count behind its name. */
export const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name: new RegExp(`^${name}(?: \\d.*)?$`) }).first();

/** The account may be asked ten times a minute; a page that is opened often waits for its turn. */
const ENOUGH_MS = 75_000;

/** Brings a panel to the front, opening it where it is closed, and waits for its content. */
export async function show(page: Page, { name, there }: PanelName): Promise<void> {
  const its = tab(page, name);
  if ((await its.count()) === 0) await command(page, name);
  else if ((await its.getAttribute('aria-selected')) !== 'true') await its.click();
  await expect(region(page, name).first()).toContainText(there, { timeout: ENOUGH_MS });
}

/** Runs what the command palette has by this whole name. */
export async function command(page: Page, name: string): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  // A frame that is being drawn anew hears no key yet.
  await expect(async () => {
    if (!(await palette.isVisible())) await page.keyboard.press('Control+K');
    await palette.waitFor({ timeout: 2_000 });
  }).toPass();
  await palette.getByLabel('Search commands').fill(name);
  await palette
    .getByRole('option')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click();
  await palette.waitFor({ state: 'hidden' });
}

/** What changes by itself while nothing happens: ages, latencies, times of day, counts of requests. */
const MOVES =
  /\b\d+(?:\.\d+)? ?(?:ms|s|min|h)\b|\b\d\d:\d\d(?::\d\d)?(?:\.\d+)?\b|Stale|−?\+?\d+(?:\.\d+)? ?%|just now|Loading|free collateral|\bago\b/g;

/** What a panel says, without what changes by itself. A table is read whole, also what is not drawn. */
export async function said(page: Page, name: string): Promise<string> {
  const grid = await readGrid(page, name);
  const text =
    grid === null
      ? await region(page, name).first().innerText()
      : [...grid.rows].map(([id, cells]) => `${id} ${cellsOf(cells)}`).join('\n');
  return text
    .replaceAll(MOVES, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}

/** Cells in one order, whatever the order of the columns. */
const cellsOf = (cells: Readonly<Record<string, string>>): string =>
  Object.entries(cells)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([column, text]) => `${column}=${text}`)
    .join(' ');
