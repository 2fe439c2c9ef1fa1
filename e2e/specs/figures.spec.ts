import { admin, openPanel } from '../support/money.ts';
import { expect, test } from '../support/terminal.ts';

/* Figures that are worked out on the page, where the market or the account moves under them. */

const cents = (text: string): number => Math.round(Number(text.replace(/[^\d.−-]/g, '').replace('−', '-')) * 100);

test.describe('worth', () => {
  test.use({ programArgs: ['--practice-admin', '0'] });

  test('Worth is what the rows add up to, also once their prices are others', async ({ page, program }) => {
    const panel = await openPanel(page, 'Balances');
    const worth = panel.locator('.balances-worth .number').first();
    const differs = async (): Promise<number> => {
      const values = await panel.locator('[role="row"][row-id] [col-id="value"]').allTextContents();
      const sum = values.reduce((total, text) => total + cents(text), 0);
      return Math.abs(cents((await worth.textContent()) ?? '') - sum);
    };
    // The rows are cut to cents one by one.
    await expect.poll(differs).toBeLessThanOrEqual(5);
    const before = await worth.textContent();
    await admin(program, 'price', { symbol: 'SPOT_BTC_USDT', price: '70000' });
    await expect.poll(() => worth.textContent(), { timeout: 45_000 }).not.toBe(before);
    await expect.poll(differs).toBeLessThanOrEqual(5);
  });
});
