import type { Page } from 'playwright/test';
import { tapBridge, type Tap } from '../support/bridge-tap.ts';
import { expect, test } from '../support/terminal.ts';

/* A question belongs to the account that it was asked on, whichever is on screen when it is answered. A page ends with its profile, so only the environment can change. */

async function openTapped(page: Page, address: string): Promise<{ switchAccount(): void }> {
  let terminal: Record<string, unknown> = {};
  const tap: Tap = {
    rows: (feed, rows) => {
      if (feed === 'terminal') terminal = rows[0] ?? terminal;
      return rows;
    },
  };
  await tapBridge(page, tap);
  await page.goto(address);
  await page.getByRole('region', { name: 'Order entry', exact: true }).waitFor();
  return {
    switchAccount: () => {
      tap.say = { feed: 'terminal', row: { ...terminal, environment: 'staging' } };
    },
  };
}

test('a change of leverage asked on one account takes no yes on another, and says so', async ({ context, program }) => {
  const page = await context.newPage();
  const { switchAccount } = await openTapped(page, program.address);
  const leverage = page.getByRole('region', { name: 'Leverage and position mode', exact: true });
  await page.getByRole('tab', { name: 'Leverage and position mode' }).click();
  await leverage.getByText('10× BOTH').waitFor();
  await leverage.getByRole('button', { name: '20×', exact: true }).click();
  const review = page.getByRole('dialog');
  await expect(review).toContainText('On PRACTICE, profile Practice');
  await expect(review.getByRole('button', { name: 'Change it' })).toBeEnabled();

  switchAccount();
  await expect(review.getByRole('alert')).toContainText(
    'This was asked on PRACTICE, profile Practice. The screen shows STAGING, profile Practice, now.',
  );
  await expect(review).toContainText('On PRACTICE, profile Practice');
  await expect(review.getByRole('button', { name: 'Change it' })).toBeDisabled();
  await review.getByRole('button', { name: 'Leave it' }).click();
  await expect(review).toBeHidden();
});

test('a line that was dragged on one account edits no order on another', async ({ context, program }) => {
  const page = await context.newPage();
  const { switchAccount } = await openTapped(page, program.address);
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const ticket = page.getByRole('region', { name: 'Order entry', exact: true });
  await expect(chart.locator('.chart-legend')).toBeVisible();
  const bid = Number(((await page.locator('.book-bid .book-price').first().textContent()) ?? '').replaceAll(',', ''));
  await ticket.getByLabel('Price', { exact: true }).fill(String(Math.floor(bid) - 60));
  await ticket.getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket.getByRole('button', { name: /^Buy .*BTC/ }).click();
  const line = chart.getByRole('button', { name: /^Buy 0.01/ });
  await expect(line).toBeEnabled();
  await line.focus();
  await line.press('ArrowDown');
  await line.press('Enter');
  const question = page.getByRole('dialog', { name: 'Edit the price?' });
  await expect(question.getByRole('button', { name: 'Edit price' })).toBeEnabled();

  switchAccount();
  await expect(question.getByRole('alert')).toContainText('This was asked on PRACTICE, profile Practice.');
  await expect(question.getByRole('button', { name: 'Edit price' })).toBeDisabled();
});
