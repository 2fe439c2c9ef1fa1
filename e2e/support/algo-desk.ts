import type { Locator, Page, TestInfo } from 'playwright/test';
import type { Program } from './program.ts';
import { expect } from './terminal.ts';

/* What the specs about algo orders do on the page, and how they move the exchange's price. */

export const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Algo orders', exact: true });
export const tree = (page: Page): Locator => page.getByRole('treegrid', { name: 'Algo orders' });
export const field = (page: Page, name: string): Locator => ticket(page).getByLabel(name, { exact: true });

export async function tell(program: Program, path: string, body: object): Promise<void> {
  const response = await fetch(`${program.admin}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}
export const price = (program: Program, to: number): Promise<void> =>
  tell(program, '/price', { symbol: 'PERP_BTC_USDT', price: String(to) });

export const keep = async (page: Page, info: TestInfo, name: string): Promise<void> =>
  info.attach(name, { body: await page.screenshot(), contentType: 'image/png' });

/** Type, level and status of each line, as they stand on the screen. */
export function lines(page: Page): Promise<string[]> {
  // Read at once: a line that leaves while the others are read would be waited for.
  return tree(page)
    .locator('[role="row"][row-id]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [
          row.getAttribute('aria-level'),
          row.querySelector('.algo-name')?.textContent,
          row.querySelector('[col-id="status"]')?.textContent,
        ].join(' '),
      ),
    );
}

export async function placeBracket(page: Page, program: Program): Promise<void> {
  await price(program, 64_000);
  await page.getByRole('tab', { name: 'Algo orders' }).click();
  await field(page, 'Order type').selectOption('BRACKET');
  await field(page, 'Price').fill('63900');
  await field(page, 'Quantity').fill('0.01');
  await field(page, 'Take profit').fill('64800');
  await field(page, 'Stop loss').fill('63000');
  await expect(ticket(page).getByRole('img', { name: /^Plan: / })).toBeVisible();
  await expect(ticket(page).getByText(/0\.9\d? to 1/)).toBeVisible();
  await ticket(page)
    .getByRole('button', { name: /^Buy 0.01 BTC at 63,900, take profit 64,800, stop 63,000/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Place it' }).click();
  await expect(ticket(page).getByRole('status', { name: 'Outcome' })).toContainText('Accepted');
}
