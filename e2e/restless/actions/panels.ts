import { command, dialogs, show, SOON, tab } from '../screen.ts';
import { CannotNow, type Action } from '../world.ts';

/** Panels that show the account, and those whose tabs stand beside them. */
const ACCOUNT = ['Open orders', 'Algo orders', 'Positions', 'Balances'] as const;
const OTHERS = [
  'Order history',
  'Fills',
  'Activity',
  'Leverage and position mode',
  'Dead-man switch',
  'Market trades',
] as const;

export const PANEL_ACTIONS: readonly Action[] = [
  {
    name: 'show a panel of the account',
    weight: 4,
    run: async ({ page }, chance) => {
      if (!(await show(page, chance.pick(ACCOUNT)))) throw new CannotNow('it is closed');
    },
  },
  {
    name: 'hide a panel and show it again',
    weight: 2,
    run: async ({ page }, chance) => {
      const name = chance.pick(ACCOUNT);
      if (!(await show(page, name))) throw new CannotNow('it is closed');
      await show(page, chance.pick(ACCOUNT));
      await show(page, name);
    },
  },
  {
    name: 'show another panel',
    run: async ({ page }, chance) => {
      if (!(await show(page, chance.pick(OTHERS)))) throw new CannotNow('it is closed');
    },
  },
  {
    name: 'close a panel and open it again',
    weight: 0.7,
    run: async ({ page }, chance) => {
      const name = chance.pick([...ACCOUNT, 'Order entry', 'Chart', 'Order book'] as const);
      if ((await tab(page, name).count()) === 0) throw new CannotNow('it is closed');
      await command(page, `Close ${name}`);
      await tab(page, name).waitFor({ state: 'detached', ...SOON });
      await command(page, name);
      await tab(page, name).waitFor(SOON);
    },
  },
  {
    name: 'float a panel',
    weight: 0.4,
    run: async ({ page }, chance) => {
      await tab(page, chance.pick(ACCOUNT)).click({ button: 'right', ...SOON });
      await page.getByText('Float', { exact: true }).first().click(SOON);
    },
  },
  { name: 'reset the layout', weight: 0.4, run: ({ page }) => command(page, 'Reset layout') },
  {
    name: 'drag a tab to another group',
    weight: 0.4,
    run: async ({ page }, chance) => {
      await tab(page, chance.pick(ACCOUNT)).dragTo(
        tab(page, chance.pick(['Chart', 'Market trades', 'Order book'])),
        SOON,
      );
    },
  },
  {
    name: 'reload',
    weight: 0.6,
    run: async (world) => {
      const { page } = world;
      world.loads += 1;
      await page.reload();
      await page.locator('.dock').waitFor();
    },
  },
  {
    name: 'change a setting',
    weight: 0.6,
    run: async ({ page }, chance) => {
      const pairs = [
        ['Light theme', 'Dark theme'],
        ['Compact density', 'Comfortable density'],
        ['Blue and orange for up and down', 'Green and red for up and down'],
        ['Times in local time', 'Times in UTC'],
        ['Flash on fills and changes off', 'Flash on fills and changes on'],
      ] as const;
      const [one, other] = chance.pick(pairs);
      await command(page, one).catch(async () => {
        await page.keyboard.press('Escape');
        await command(page, other);
      });
    },
  },
  {
    name: 'change the size of the window',
    weight: 0.6,
    run: ({ page }, chance) =>
      page.setViewportSize(
        chance.pick([
          { width: 1440, height: 900 },
          { width: 1100, height: 700 },
          { width: 1920, height: 1080 },
          { width: 2560, height: 1440 },
          { width: Math.round(chance.between(1100, 2560)), height: Math.round(chance.between(700, 1440)) },
        ]),
      ),
  },
  {
    name: 'choose a symbol',
    weight: 0.8,
    run: async (world, chance) => {
      const symbol = chance.pick(['PERP_BTC_USDT', 'PERP_BTC_USDT', 'PERP_ETH_USDT', 'PERP_SOL_USDT', 'SPOT_BTC_USDT']);
      await command(world.page, symbol);
      world.symbol = symbol;
    },
  },
  {
    name: 'press keys',
    weight: 1,
    run: async ({ page }, chance) => {
      const keys = [
        'Tab',
        'Shift+Tab',
        'F6',
        'Shift+F6',
        'Control+]',
        'Control+[',
        'ArrowDown',
        'ArrowUp',
        'ArrowRight',
        'Home',
        'End',
        'PageDown',
        'Escape',
      ];
      for (let left = 1 + chance.below(5); left > 0; left -= 1) await page.keyboard.press(chance.pick(keys));
    },
  },
  {
    name: 'leave a question open',
    weight: 0.3,
    run: async ({ page }) => {
      await page.getByRole('button', { name: 'Cancel all', exact: true }).click(SOON);
      await dialogs(page).first().waitFor(SOON);
    },
  },
];
