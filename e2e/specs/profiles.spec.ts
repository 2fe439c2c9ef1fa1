import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startPractice, type Practice } from '../../electron/practice/server.ts';
import { expect, test } from '../support/terminal.ts';

/** Profiles, keys and the lock, with a second exchange that stands for a real one. */

const PASSPHRASE = 'three short words';
let exchange: Practice;
test.beforeAll(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0, seed: 5 });
});
test.afterAll(() => exchange.close());

const region = (page: Page) => page.getByRole('region', { name: 'Profiles', exact: true });

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('button', { name: 'Edit profiles' }).click();
  await region(page).waitFor();
}

async function addLive(page: Page, name: string): Promise<void> {
  const panel = region(page);
  await panel.getByRole('button', { name: 'Add profile' }).click();
  await panel.getByLabel('Name').fill(name);
  await panel.getByRole('radio', { name: 'Live' }).click();
  await panel.getByLabel('Addresses').selectOption('own');
  await panel.getByLabel('REST address').fill(exchange.rest);
  await panel.getByLabel('Public stream address').fill(exchange.publicStream);
  await panel.getByLabel('Private stream address').fill(exchange.privateStream);
  await panel.getByRole('button', { name: 'Save profile' }).click();
  await panel.getByRole('heading', { name, exact: true }).waitFor();
}

async function addKey(page: Page): Promise<void> {
  const panel = region(page);
  await panel.getByLabel('New passphrase').fill(PASSPHRASE);
  await panel.getByLabel('Passphrase again').fill(PASSPHRASE);
  await panel.getByRole('button', { name: 'Choose passphrase' }).click();
  await panel.getByLabel('API key').fill(exchange.key);
  await panel.getByLabel('API secret').fill(exchange.secret);
  await panel.getByRole('button', { name: 'Save key' }).click();
  await panel.getByText(`A key ending in …${exchange.key.slice(-4)} is saved`).waitFor();
}

const focusInDock = (page: Page): Promise<void> =>
  expect(page.locator('.dock [role="region"]:focus, .dock [role="region"] :focus')).toHaveCount(1);

const shot = (page: Page, name: string): Promise<unknown> =>
  process.env['SHOTS'] === undefined
    ? Promise.resolve()
    : page.screenshot({ path: join(process.env['SHOTS'], `${name}.png`) });

test('from practice to a connected live profile, and back behind the lock', async ({ page, program }) => {
  await openPanel(page);
  await shot(page, '1-profiles');
  await addLive(page, 'Main account');
  await shot(page, '2-added');
  await addKey(page);
  const panel = region(page);
  await expect(panel.getByLabel('API secret')).toHaveValue('');
  await panel.getByRole('button', { name: 'Test connection' }).click();
  const works = panel.getByRole('list', { name: 'What works' });
  await expect(works.getByText('The key may withdraw.')).toBeVisible();
  await expect(works.getByText('The stream of your account is live.')).toBeVisible();
  await shot(page, '3-tested');

  await panel.getByRole('button', { name: 'Open profile' }).click();
  const question = page.getByRole('dialog', { name: 'Go live?' });
  await shot(page, '4-go-live');
  await question.getByLabel('Type Main account to go live').fill('Main');
  await expect(question.getByRole('button', { name: 'Go live' })).toHaveAttribute('aria-disabled', 'true');
  await question.getByLabel('Type Main account to go live').fill('Main account');
  await expect(question.getByRole('button', { name: 'Go live' })).not.toHaveAttribute('aria-disabled', 'true');
  await question.getByRole('button', { name: 'Go live' }).click();
  await expect(page).toHaveTitle(/Quarterdeck · Live/);
  await expect(page.getByRole('button', { name: 'Environment: Live' })).toBeVisible();
  await page.getByRole('region', { name: 'Order entry' }).waitFor();
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText('Connected');
  await focusInDock(page);
  await shot(page, '5-live');

  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('list', { name: 'Switch profile' }).getByText('Practice', { exact: true }).waitFor();
  await shot(page, '6-switch');
  await page.getByRole('button', { name: 'Lock now' }).click();
  const unlock = page.getByRole('region', { name: 'Unlock' });
  await unlock.waitFor();
  await expect(page.getByRole('region', { name: 'Order entry' })).toHaveCount(0);
  // What was said of orders and money is behind the lock too.
  await expect(page.getByRole('button', { name: /^Notices/ })).toHaveCount(0);
  await shot(page, '7-locked');
  await expect(unlock.getByLabel('Passphrase')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Connection' })).toContainText('Private stream locked');
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toHaveCount(0);
  await unlock.getByLabel('Passphrase').fill('not the passphrase');
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(unlock.getByText('The passphrase is wrong.')).toBeVisible();
  await unlock.getByLabel('Passphrase').fill(PASSPHRASE);
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByRole('region', { name: 'Order entry' }).waitFor();
  await focusInDock(page);

  for (const name of readdirSync(program.dataFolder, { recursive: true, encoding: 'utf8' })) {
    if (name.startsWith('practice-')) continue; // the embedded exchange's own state
    const path = join(program.dataFolder, name);
    const text = readFileSafely(path);
    for (const form of ['utf8', 'hex', 'base64'] as const)
      expect(text.includes(Buffer.from(exchange.secret).toString(form)), name).toBe(false);
  }
  expect(program.output()).not.toContain(exchange.secret);
});

test('an address that is not encrypted is refused at its field, and nothing typed is lost', async ({ page }) => {
  await openPanel(page);
  const panel = region(page);
  await panel.getByRole('button', { name: 'Add profile' }).click();
  await expect(panel.getByLabel('Name')).toBeFocused();
  await panel.getByLabel('Name').fill('Main account');
  await panel.getByLabel('Addresses').selectOption('own');
  await panel.getByLabel('REST address').fill('http://api.example.com');
  await panel.getByLabel('Public stream address').fill('wss://api.example.com/v3/public');
  await panel.getByLabel('Private stream address').fill('wss://api.example.com/v3/private');
  await panel.getByRole('button', { name: 'Save profile' }).click();
  await expect(panel.getByText('An address begins with https://', { exact: false })).toBeVisible();
  await expect(panel.getByLabel('Name')).toHaveValue('Main account');
  await shot(page, '8-refused');
});

/** Folders and sockets have no text. */
function readFileSafely(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
