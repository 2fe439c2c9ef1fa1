import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/terminal.ts';

/** The record of what was done, as a trader reads it. */

test('every order stands in the record with who asked, what was sent and what came back', async ({ page, program }) => {
  const ticket = page.getByRole('region', { name: 'Order entry' });
  await page.getByRole('region', { name: 'Order book' }).getByText('Spread').first().waitFor();
  await ticket.getByLabel('Price', { exact: true }).fill('60000');
  await ticket.getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket.getByRole('button', { name: /^Buy 0.01 BTC/ }).click();
  await page.getByRole('tab', { name: 'Activity' }).click();
  const panel = page.getByRole('region', { name: 'Activity' });
  const grid = panel.getByRole('grid', { name: 'Activity' });
  const placed = grid.getByRole('row').filter({ hasText: /0\.01 BTC/ });
  await expect(placed).toContainText('Accepted');
  await expect(placed).toContainText('Click');
  await placed.getByText(/0\.01 BTC/).click();
  await expect(panel.getByLabel('What was sent')).toContainText('60000');

  await panel.getByLabel('Search').fill('private stream');
  await expect(grid.getByText('Private stream: live')).toBeVisible();
  // A stream that has not begun is no news.
  await expect(grid.getByText('Private stream: down')).toHaveCount(0);
  await expect(placed).toHaveCount(0);
  await panel.getByLabel('Search').fill('no such words');
  await expect(panel.getByText('Nothing fits')).toBeVisible();
  await panel.getByLabel('Search').fill('');
  await panel.getByLabel('Show').selectOption('command');
  await expect(placed).toBeVisible();
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: join(process.env['SHOTS'], 'activity.png') });

  await panel.getByRole('button', { name: 'Export CSV' }).click();
  const notice = page.getByText(/activity-.*\.csv$/);
  const path = (await notice.textContent()) ?? '';
  expect(readFileSync(path, 'utf8')).toContain('orders.place');

  await program.kill();
  const verified = spawnSync(process.execPath, [
    'electron/shells/start/verify-activity.ts',
    '--data-dir',
    program.dataFolder,
  ]);
  expect(verified.stdout.toString()).toMatch(/^Whole: \d+ entries/);
});
