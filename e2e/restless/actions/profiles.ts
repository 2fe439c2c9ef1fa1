import type { Page } from 'playwright';
import { OTHER_PROFILE } from '../../support/other-profile.ts';
import { closeDialogs, command, panel, SOON } from '../screen.ts';
import { Violation, type Action, type World } from '../world.ts';
import { restElsewhere } from './elsewhere.ts';

const PASSPHRASE = 'three short words';
/** To derive the key from a passphrase is slow on purpose, and a profile is opened anew after it. */
const OPENED = { timeout: 30_000 } as const;

const badge = (page: Page) => page.getByRole('button', { name: /^Environment/ });

/** A passphrase is chosen with the first key; the profile Practice has a key of its own and asks for none. */
async function choosePassphrase(page: Page): Promise<void> {
  await command(page, 'Profiles');
  const box = panel(page, 'Profiles');
  await box
    .getByRole('navigation', { name: 'All profiles' })
    .getByRole('button')
    .filter({ hasText: OTHER_PROFILE.name })
    .click(SOON);
  await box.getByLabel('New passphrase').fill(PASSPHRASE, SOON);
  await box.getByLabel('Passphrase again').fill(PASSPHRASE, SOON);
  await box.getByRole('button', { name: 'Choose passphrase' }).click(SOON);
  await box.getByLabel('API key').waitFor(OPENED);
}

async function lock(page: Page): Promise<void> {
  await badge(page).click(SOON);
  const button = page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Lock now' });
  await button.waitFor(SOON);
  if ((await button.getAttribute('aria-disabled', SOON)) === 'true') {
    await page.keyboard.press('Escape');
    await choosePassphrase(page);
    await badge(page).click(SOON);
  }
  await button.click(SOON);
  await page.getByRole('region', { name: 'Unlock' }).waitFor(OPENED);
}

async function unlock(page: Page): Promise<void> {
  const box = page.getByRole('region', { name: 'Unlock' });
  await box.getByLabel('Passphrase').fill(PASSPHRASE, SOON);
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'hidden', ...OPENED });
  await page.locator('.dock').waitFor(OPENED);
}

/** The page of another profile is a new one. */
async function open({ page }: World, name: string): Promise<void> {
  await badge(page).click(SOON);
  const row = page.locator('.profile-switch-name', { hasText: new RegExp(`^${name}$`) });
  const button = page.getByRole('list', { name: 'Switch profile' }).getByRole('button').filter({ has: row });
  await button.waitFor(SOON);
  await Promise.all([page.waitForEvent('load', OPENED), button.click(SOON)]);
  await badge(page).filter({ hasText: name }).waitFor(OPENED);
  await page.locator('.dock').waitFor(OPENED);
}

/** The account is about to be left and opened anew. */
async function leave(world: World): Promise<void> {
  await closeDialogs(world.page);
  world.calm = false;
  world.openings += 2;
}

/** What has to succeed for the walk to go on. */
async function must(what: string, does: Promise<void>): Promise<void> {
  try {
    await does;
  } catch (error) {
    if (error instanceof Violation || !(error instanceof Error)) throw error;
    throw new Violation(what, `${what}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
  }
}

/** Account opened anew, while another terminal goes on: what it does meanwhile no stream says. */
export const PROFILE_ACTIONS: readonly Action[] = [
  {
    name: 'lock the terminal and unlock it',
    weight: 1.2,
    run: async (world, chance) => {
      const { page } = world;
      await leave(world);
      await lock(page);
      if ((await page.getByRole('region', { name: 'Order entry' }).count()) > 0)
        throw new Violation('a panel behind the lock', 'the ticket is on the screen while the terminal is locked');
      if (chance.happens(0.3)) {
        const box = page.getByRole('region', { name: 'Unlock' });
        await box.getByLabel('Passphrase').fill('three wrong words', SOON);
        await box.getByRole('button', { name: 'Unlock', exact: true }).click(SOON);
        await must('a wrong passphrase is not said', box.getByText('The passphrase is wrong.').waitFor(OPENED));
      }
      if (chance.happens(0.5)) await restElsewhere(world, -0.03).catch(() => undefined);
      await must('the terminal is not unlocked', unlock(page));
    },
  },
  {
    name: 'open another profile and come back',
    weight: 1.2,
    run: async (world, chance) => {
      await leave(world);
      world.loads += 2;
      await open(world, OTHER_PROFILE.name);
      if (chance.happens(0.5)) await restElsewhere(world, -0.03).catch(() => undefined);
      await must('the profile is not opened again', open(world, 'Practice'));
    },
  },
];
