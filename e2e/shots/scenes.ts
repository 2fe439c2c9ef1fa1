import type { Page } from 'playwright';
import type { Program } from '../program.ts';

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
    name: 'ticket-refusals',
    shows: 'A price off the tick and a quantity off the lot, each named at its field with a value to take.',
    drive: async (page) => {
      await settled(page);
      await fillTicket(page, '60000.05', '0.00015');
      await panel(page, 'Order entry').getByText('Prices move in steps of').waitFor();
    },
  },
];
