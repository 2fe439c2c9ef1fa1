import type { Page } from 'playwright';
import type { Program } from '../support/program.ts';

/**
 * One picture to take. `drive` brings the terminal, freshly opened, into the state that the picture
 * shows, and waits until it is there. A new panel adds its scenes here.
 */
export interface Scene {
  readonly name: string;
  readonly shows: string;
  drive(page: Page, program: Program): Promise<void>;
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function fillTicket(page: Page, price: string, quantity: string): Promise<void> {
  const ticket = panel(page, 'Order entry');
  await ticket.getByLabel('Price', { exact: true }).fill(price);
  await ticket.getByLabel('Quantity', { exact: true }).fill(quantity);
}

async function settled(page: Page): Promise<void> {
  await panel(page, 'Order book').getByText('Spread').first().waitFor();
}

async function openProfiles(page: Page): Promise<void> {
  await settled(page);
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('button', { name: 'Edit profiles' }).click();
  await panel(page, 'Profiles').waitFor();
}

export const scenes: readonly Scene[] = [
  {
    name: 'first-start',
    shows: 'What a fresh machine shows: practice, the market moving, nothing placed.',
    drive: settled,
  },
  {
    name: 'resting-order',
    shows: 'A limit buy below the market, resting in Open orders and marked in the book.',
    drive: async (page) => {
      await settled(page);
      await fillTicket(page, '60000', '0.01');
      await panel(page, 'Order entry')
        .getByRole('button', { name: /^Buy 0.01 BTC/ })
        .click();
      await page.getByRole('grid', { name: 'Open orders' }).getByText('LIMIT').first().waitFor();
    },
  },
  {
    name: 'keys',
    shows: 'Every key with its group, and the way to other ones; one is being changed and refused.',
    drive: async (page) => {
      await settled(page);
      await page.getByRole('tab', { name: 'Open orders' }).focus();
      await page.keyboard.press('?');
      await page.getByRole('button', { name: 'Change the key of Send the order of the ticket' }).click();
      await page.getByText('Press the new keys').waitFor();
      await page.keyboard.press('F6');
      await page.getByText('is already the key of').waitFor();
    },
  },
  {
    name: 'armed-keys',
    shows: 'Trading keys armed: the sign, the frame, the key on the order button.',
    drive: async (page) => {
      await settled(page);
      await fillTicket(page, '60000', '0.01');
      await page.getByRole('switch', { name: 'Trading keys' }).click();
      const question = page.getByRole('dialog', { name: 'Arm the trading keys?' });
      await question.getByRole('button', { name: 'Arm', exact: true }).click();
      await question.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'templates',
    shows: 'Templates of the ticket, one of them with a hostile name.',
    drive: async (page) => {
      await settled(page);
      await fillTicket(page, '60000', '0.01');
      const star = panel(page, 'Order entry').getByRole('button', { name: 'Templates', exact: true });
      for (const name of ['Low bid', '<img src=x onerror=alert(1)>']) {
        await star.click();
        await page.getByLabel('Template name').fill(name);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
      }
      await star.click();
      await page.getByRole('button', { name: 'Fill from Low bid' }).waitFor();
    },
  },
  {
    name: 'ticket-refusals',
    shows: 'A price off the tick and a quantity off the lot, each named at its field with a value to take.',
    drive: async (page) => {
      await settled(page);
      await fillTicket(page, '60000.05', '0.00015');
      await panel(page, 'Order entry').getByText('Prices move in steps of').waitFor();
    },
  },
  {
    name: 'profiles',
    shows: 'The profiles, one of them new, with the field for a passphrase and the connection test.',
    drive: async (page) => {
      await openProfiles(page);
      const profiles = panel(page, 'Profiles');
      await profiles.getByRole('button', { name: 'Add profile' }).click();
      await profiles.getByLabel('Name').fill('Main account');
      await profiles.getByRole('button', { name: 'Save profile' }).click();
      await profiles.getByRole('button', { name: 'Test connection' }).waitFor();
    },
  },
  {
    name: 'locked',
    shows: 'The lock in the place of every panel.',
    drive: async (page) => {
      await openProfiles(page);
      const profiles = panel(page, 'Profiles');
      await profiles.getByRole('button', { name: 'Add profile' }).click();
      await profiles.getByLabel('Name').fill('Main account');
      await profiles.getByRole('button', { name: 'Save profile' }).click();
      for (const field of ['New passphrase', 'Passphrase again'])
        await profiles.getByLabel(field).fill('three short words');
      await profiles.getByRole('button', { name: 'Choose passphrase' }).click();
      await profiles.getByLabel('API key').waitFor();
      await profiles.getByRole('button', { name: 'Lock now' }).click();
      await panel(page, 'Unlock').waitFor();
    },
  },
  {
    name: 'activity',
    shows: 'The record with an order, and all of its entry.',
    drive: async (page) => {
      await settled(page);
      await fillTicket(page, '60000', '0.01');
      await panel(page, 'Order entry')
        .getByRole('button', { name: /^Buy 0.01 BTC/ })
        .click();
      await page.getByRole('tab', { name: 'Activity' }).click();
      await page
        .getByRole('grid', { name: 'Activity' })
        .getByText(/0\.01 BTC/)
        .click();
      await panel(page, 'Activity').getByLabel('What was sent').waitFor();
    },
  },
];
