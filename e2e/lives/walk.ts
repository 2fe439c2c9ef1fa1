import type { Page } from 'playwright/test';
import { exchangeSide } from '../restless/exchange-side.ts';
import { expect, test } from '../support/terminal.ts';
import { OTHER_PROFILE } from '../support/other-profile.ts';
import type { Life, Scene } from './lives.ts';
import { PANELS, region, said, show } from './panels.ts';

const SEED = 7;
test.use({ programArgs: ['--practice-admin', '0', '--seed', String(SEED)], profiles: [OTHER_PROFILE] });

/** A walk through all panels is parted, so that no worker is left alone with one. */
const PARTS = 3;

/**
 * Makes the tests of one life: whatever happens to a panel, afterwards it says the truth. The market stands still, so
 * that the truth is what the panel said before.
 */
export function testLife(life: Life): void {
  for (let part = 1; part <= PARTS; part += 1)
    testPanels(
      life,
      `${part} of ${PARTS}`,
      PANELS.filter((_panel, index) => index % PARTS === part - 1),
    );
}

function testPanels(life: Life, part: string, panels: typeof PANELS): void {
  test(`each panel says the same after it was ${life.name}, ${part}`, async ({ page, program }) => {
    test.setTimeout(1_200_000);
    const scene = await setUp(page, program.admin);
    const wrong: string[] = [];
    for (const panel of panels) {
      if (life.spares?.includes(panel.name) === true) continue;
      await show(page, panel);
      await lookOnly(page);
      const before = await settled(page, panel.name);
      await life.run(scene, panel);
      await show(page, panel);
      await lookOnly(page);
      await expect
        .poll(() => said(page, panel.name), { timeout: 20_000 })
        .toBe(before)
        .catch((error: unknown) => wrong.push(`${panel.name}: ${String(error)}`));
      await expect(page.getByText('stopped working')).toHaveCount(0);
      await expect(page.getByText('stopped with an error')).toHaveCount(0);
      await life.after?.(scene);
    }
    expect(wrong).toEqual([]);
    expect(scene.errors).toEqual([]);
  });
}

/** Nothing is to be said of the place below the pointer. */
const lookOnly = (page: Page): Promise<void> => page.mouse.move(0, 0);

/** An account with something in every panel, and a market that stands still. */
async function setUp(page: Page, admin: string | null): Promise<Scene> {
  if (admin === null) throw new Error('the program was started without its admin interface');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const exchange = await exchangeSide(admin, SEED);
  const order = { symbol: 'PERP_BTC_USDT', side: 'BUY', quantity: '0.02' };
  await exchange.write('POST', '/v3/trade/order', { ...order, type: 'LIMIT', price: '60000' });
  await exchange.write('POST', '/v3/trade/order', { ...order, type: 'MARKET' });
  await exchange.write('POST', '/v3/trade/algoOrder', {
    ...order,
    algoType: 'STOP',
    type: 'MARKET',
    triggerPrice: '61000',
    side: 'SELL',
    reduceOnly: true,
  });
  await exchange.admin('POST', '/market', { still: true });
  // Sockets of the page can be ended as a network that drops would end them.
  await page.addInitScript(() => {
    const sockets = new Set<WebSocket>();
    const Native = window.WebSocket;
    window.WebSocket = class extends Native {
      constructor(...how: ConstructorParameters<typeof WebSocket>) {
        super(...how);
        sockets.add(this);
      }
    };
    Object.assign(window, { sockets });
  });
  await page.reload();
  await page.getByRole('region', { name: 'Order entry' }).waitFor();
  return { page, errors };
}

/** What a panel says once its content is there and stands still. */
async function settled(page: Page, name: string): Promise<string> {
  let before = '';
  await expect(async () => {
    const now = await said(page, name);
    const same = now === before;
    before = now;
    expect(same).toBe(true);
    await expect(region(page, name).locator('.skeleton')).toHaveCount(0, { timeout: 10 });
  }).toPass({ intervals: [300], timeout: 30_000 });
  return before;
}
