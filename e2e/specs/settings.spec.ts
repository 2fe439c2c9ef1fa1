import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page, WebSocketRoute } from 'playwright/test';
import { readKept, writeKept } from '../support/kept-settings.ts';
import { pressUntilGone, pressUntilSeen } from '../support/press.ts';
import { OTHER_PROFILE } from '../support/other-profile.ts';
import { startProgram, type Program } from '../support/program.ts';
import { expect, test } from '../support/terminal.ts';

/* What the page keeps: in the core, for each profile, whatever becomes of port, process and browser. */

const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const html = (page: Page): Locator => page.locator('html');
const notices = (page: Page): Locator => page.getByRole('log', { name: 'Notices' });

async function run(page: Page, command: string): Promise<void> {
  await page.locator('.top-bar-palette').click();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(command);
  await palette.getByRole('option', { name: command }).first().click();
}

async function openSettings(page: Page): Promise<Locator> {
  const box = page.getByRole('dialog', { name: 'Settings', exact: true });
  // It may still be open from before: a press would close it.
  await pressUntilSeen(page.getByRole('button', { name: 'Settings', exact: true }), box);
  return box;
}

/** Opens a program in a browser that knows nothing of earlier ones. */
async function openIn(browser: Browser, { address }: Program): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  await ticket(page).waitFor();
  return { page, context };
}

/** Names of the panels in the group of a tab, in their order. */
const tabsBeside = (page: Page, name: string): Promise<string[]> =>
  page
    .getByRole('tablist')
    .filter({ has: tab(page, name) })
    .getByRole('tab')
    .allTextContents();

const widthOf = async (page: Page, header: string): Promise<number> =>
  (
    await page
      .getByRole('grid', { name: 'Open orders' })
      .getByRole('columnheader', { name: header, exact: true })
      .boundingBox()
  )?.width ?? 0;

/** Makes a column of the open orders wider by its edge. */
async function widen(page: Page, header: string): Promise<void> {
  const box = await page
    .getByRole('grid', { name: 'Open orders' })
    .getByRole('columnheader', { name: header, exact: true })
    .boundingBox();
  if (box === null) throw new Error(`no column ${header}`);
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 40, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
}

/** Changes a bit of everything that the page keeps. */
async function settle(page: Page): Promise<void> {
  await run(page, 'Light theme');
  await run(page, 'Comfortable density');
  await tab(page, 'Positions').click({ button: 'middle' });
  await widen(page, 'Symbol');
  await ticket(page).getByLabel('Price', { exact: true }).fill('60000');
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.02');
  await ticket(page).getByRole('button', { name: 'Templates', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Templates', exact: true });
  await box.getByLabel('Template name').fill('Low bid');
  await box.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: /^Symbol: / }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a symbol' });
  await picker.getByRole('button', { name: 'Favourite SPOT_ETH_USDT', exact: true }).click();
  await page.keyboard.press('Escape');
  await tab(page, 'Open orders').focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys', exact: true });
  await keys.getByRole('button', { name: 'Change the key of Command palette' }).click();
  await expect(keys.getByText('Press the new keys')).toBeVisible();
  await page.keyboard.press('Control+Shift+P');
  await expect(page.locator('.top-bar-palette')).toContainText('Ctrl Shift P');
  await page.keyboard.press('Escape');
}

/** Sees all of it on a page. */
async function expectSettled(page: Page): Promise<void> {
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await expect(html(page)).toHaveAttribute('data-density', 'comfortable');
  await expect(tab(page, 'Positions')).toHaveCount(0);
  await expect(page.locator('.top-bar-palette')).toContainText('Ctrl Shift P');
  await ticket(page).getByRole('button', { name: 'Templates', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Templates', exact: true });
  await expect(box.getByRole('button', { name: 'Fill from Low bid' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Symbol: / }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a symbol' });
  await expect(picker.locator('.symbol-row').first()).toContainText('SPOT_ETH_USDT');
  await page.keyboard.press('Escape');
}

test('all of it is there after a restart on another port, in a browser that knows nothing', async ({
  browser,
}, info) => {
  const dataFolder = info.outputPath('data');
  const first = await startProgram({ dataFolder });
  const { page, context } = await openIn(browser, first);
  await settle(page);
  const width = await widthOf(page, 'Symbol');
  // The port is given back and taken again by chance; another browser has none of what the first one stored.
  await first.stop();
  await context.close();
  const second = await startProgram({ dataFolder });
  try {
    const { page: again } = await openIn(browser, second);
    await expectSettled(again);
    await expect.poll(() => widthOf(again, 'Symbol')).toBe(width);
    expect(await again.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await info.attach('after the restart', { body: await again.screenshot(), contentType: 'image/png' });
  } finally {
    await second.stop();
  }
});

test('what was on disk when the program was killed is there, and each change is there at once', async ({
  browser,
}, info) => {
  const dataFolder = info.outputPath('data');
  const first = await startProgram({ dataFolder });
  const { page, context } = await openIn(browser, first);
  await run(page, 'Light theme');
  await expect.poll(() => readKept(dataFolder)['settings']).toEqual({ theme: 'light' });
  await first.kill();
  await context.close();
  const second = await startProgram({ dataFolder });
  try {
    await expect(html((await openIn(browser, second)).page)).toHaveAttribute('data-theme', 'light');
  } finally {
    await second.stop();
  }
});

/** A data folder with a second profile. */
function withSecond(dataFolder: string): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ profiles: [OTHER_PROFILE] }));
}

async function openProfile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Environment/ }).click();
  const row = page.locator('.profile-switch-name', { hasText: new RegExp(`^${name}$`) });
  await page.getByRole('list', { name: 'Switch profile' }).getByRole('button').filter({ has: row }).click();
}

test('each profile has its own: what was chosen for the dead-man switch in one is not chosen in another', async ({
  browser,
}, info) => {
  const dataFolder = info.outputPath('data');
  withSecond(dataFolder);
  const program = await startProgram({ dataFolder });
  try {
    const { page } = await openIn(browser, program);
    const deadMan = page.getByRole('region', { name: 'Dead-man switch', exact: true });
    await run(page, 'Light theme');
    await deadMan.getByLabel('Timeout', { exact: true }).fill('900');
    await deadMan.getByRole('radio', { name: 'Once' }).click();
    await openProfile(page, 'Second');
    await expect(html(page)).toHaveAttribute('data-theme', 'dark');
    await expect(deadMan.getByLabel('Timeout', { exact: true })).toHaveValue('60');
    await expect(deadMan.getByRole('radio', { name: 'Keep renewing' })).toBeChecked();
    await run(page, 'Comfortable density');
    await openProfile(page, 'Practice');
    await expect(html(page)).toHaveAttribute('data-theme', 'light');
    await expect(html(page)).toHaveAttribute('data-density', 'compact');
    await expect(deadMan.getByLabel('Timeout', { exact: true })).toHaveValue('900');
    await expect(deadMan.getByRole('radio', { name: 'Once' })).toBeChecked();
  } finally {
    await program.stop();
  }
});

test('what an earlier version kept in the browser is taken over whole, once, into every profile', async ({
  browser,
}, info) => {
  // The arrangement and the columns as the libraries write them, from a page of this version.
  const before = await startProgram();
  const seen = await openIn(browser, before);
  await settle(seen.page);
  await expect.poll(() => Object.keys(readKept(before.dataFolder))).toContain('keys');
  const kept = readKept(before.dataFolder);
  const columns = Object(Object(kept['columns']).of)['open-orders'];
  const width = await widthOf(seen.page, 'Symbol');
  await seen.context.close();
  await before.stop();
  const state = (value: unknown): string => JSON.stringify({ state: value, version: 1 });
  const old = {
    'quarterdeck.settings': state({ ...kept.settings, utc: true, alarm: true, armedMinutes: '15' }),
    'quarterdeck.keys': state(kept.keys),
    'quarterdeck.favourites': state(kept.favourites),
    'quarterdeck.symbol': state({ symbol: 'PERP_ETH_USDT' }),
    'quarterdeck.chart': state({ interval: '15m', lines: true, fills: false }),
    'quarterdeck.deadman': state({ seconds: '300', mode: 'once' }),
    'quarterdeck.ticket': state({ advanced: false, confirm: { live: { mode: 'large', largeFrom: '500' } } }),
    'quarterdeck.open-orders.columns': JSON.stringify(columns),
    'quarterdeck.layout.practice': JSON.stringify(kept.layout),
    'quarterdeck.layout-lock.second': 'locked',
    'quarterdeck.templates.practice': JSON.stringify(Object(kept.templates).templates),
    'quarterdeck.templates.gone': '[]',
    'another.program': 'its own',
    'quarterdeck.unknown': 'of a later version',
  };

  const dataFolder = info.outputPath('data');
  withSecond(dataFolder);
  const program = await startProgram({ dataFolder });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  try {
    await page.route('**/before', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Before' }));
    await page.goto(new URL('/before', program.address).href);
    await page.evaluate((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, old);
    await page.goto(program.address);
    await ticket(page).waitFor();
    await expectSettled(page);
    await expect(page.getByRole('button', { name: 'Symbol: PERP_ETH_USDT' })).toBeVisible();
    await expect.poll(() => widthOf(page, 'Symbol')).toBe(width);
    expect((await tabsBeside(page, 'Open orders')).includes('Positions')).toBe(false);
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
      'another.program',
      'quarterdeck.unknown',
    ]);
    const shared = { deadman: { seconds: '300', mode: 'once' }, chart: { interval: '15m', lines: true, fills: false } };
    expect(readKept(dataFolder)).toMatchObject({ ...shared, templates: kept.templates, layout: { panels: {} } });
    expect(readKept(dataFolder, 'second')).toMatchObject({ ...shared, 'layout-lock': { locked: true } });
    expect(readKept(dataFolder, 'second')).not.toHaveProperty('templates');

    // What is chosen from now on counts, whatever another browser still has.
    await run(page, 'Dark theme');
    await expect(html(page)).toHaveAttribute('data-theme', 'dark');
    await page.evaluate((text) => localStorage.setItem('quarterdeck.settings', text), old['quarterdeck.settings']);
    await page.reload();
    await ticket(page).waitFor();
    await expect(html(page)).toHaveAttribute('data-theme', 'dark');
    await expect(html(page)).toHaveAttribute('data-density', 'comfortable');
  } finally {
    await program.stop();
    await context.close();
  }
});

test('settings are exported, asked about, imported, and what does not fit is named', async ({
  page,
  program,
}, info) => {
  await settle(page);
  await (await openSettings(page)).getByRole('button', { name: 'Export settings' }).click();
  await expect(notices(page)).toContainText('The settings were written.');
  const file = (await notices(page).locator('.toast-more').textContent()) ?? '';
  expect(file).toContain(join(program.dataFolder, 'exports'));
  await run(page, 'Dark theme');
  await run(page, 'Positions');
  await expect(tab(page, 'Positions')).toHaveCount(1);

  const question = page.getByRole('dialog', { name: 'Import these settings?' });
  const choose = async (path: string): Promise<void> => {
    const asked = page.waitForEvent('filechooser');
    const button = page.getByRole('button', { name: 'Import settings…' });
    // A panel that was just opened takes the focus once it is drawn, and the box closes with that.
    await expect(async () => {
      if (!(await button.isVisible())) await openSettings(page);
      await button.click({ timeout: 1_000 });
    }).toPass();
    await (await asked).setFiles(path);
  };
  await choose(file);
  await expect(question.getByRole('list', { name: 'Taken' })).toContainText('Templates');
  await page.screenshot({ path: info.outputPath('question.png') });
  await pressUntilGone(question.getByRole('button', { name: 'Keep mine' }), question);
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await choose(file);
  await pressUntilGone(question.getByRole('button', { name: 'Import', exact: true }), question);
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await ticket(page).waitFor();
  await expectSettled(page);

  const broken = info.outputPath('broken.json');
  writeFileSync(broken, '{"format":"quarterdeck settings"');
  await choose(broken);
  await expect(notices(page)).toContainText('broken.json was not imported.');
  const partly = JSON.parse(readFileSync(file, 'utf8')) as { settings: Record<string, unknown> }; // as exported
  Object.assign(partly.settings, { settings: { theme: 'dark', density: 'huge' }, chart: 5, zoom: '<img src=x>' });
  writeFileSync(broken, JSON.stringify(partly));
  await choose(broken);
  await expect(question).toContainText('Not taken, since it does not fit: ');
  await expect(question).toContainText(/does not fit: [^.]*Theme, density, times and sounds \(density\)/);
  await expect(question).toContainText(/does not fit: [^.]*\bzoom\b/);
  await expect(question).toContainText(/does not fit: [^.]*\bChart\b/);
  await pressUntilGone(question.getByRole('button', { name: 'Import', exact: true }), question);
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
});

test('a change without a core or without room on the disk holds, and is kept as soon as it can be', async ({
  page,
  program,
}) => {
  const sockets = new Set<WebSocketRoute>();
  let cut = false;
  await page.routeWebSocket(/\/bridge/, (socket) => {
    if (cut) return void socket.close();
    socket.connectToServer();
    sockets.add(socket);
  });
  await page.reload();
  await ticket(page).waitFor();
  cut = true;
  for (const socket of sockets) await socket.close();
  await expect(page.getByText('Disconnected from the terminal.')).toBeVisible();
  await run(page, 'Comfortable density');
  await run(page, 'Light theme');
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  expect(readKept(program.dataFolder)).not.toHaveProperty('settings');
  cut = false;
  await expect.poll(() => readKept(program.dataFolder)['settings']).toEqual({ theme: 'light', density: 'comfortable' });

  // The first thing that a full disk refuses is the file that takes the old one's place.
  const blocked = join(program.dataFolder, 'screen-practice.new');
  mkdirSync(blocked);
  await run(page, 'Dark theme');
  await expect(notices(page)).toContainText('Changes to this screen are not kept.');
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  expect(readKept(program.dataFolder)['settings']).toMatchObject({ theme: 'light' });
});

test('settings that cannot be read are put aside with a notice, and the rest opens', async ({ browser }, info) => {
  const dataFolder = info.outputPath('data');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  writeKept(dataFolder, { settings: { theme: 'light' }, chart: { interval: 'never' }, layout: { grid: 5 } });
  const program = await startProgram({ dataFolder });
  try {
    const { page } = await openIn(browser, program);
    await expect(html(page)).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: /^Notices/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notices' })).toContainText(
      'Settings of this screen cannot be read in part (Chart, Layout).',
    );
  } finally {
    await program.stop();
  }
});
