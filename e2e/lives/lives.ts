import type { Page } from 'playwright/test';
import { OTHER_PROFILE } from '../support/other-profile.ts';
import { command, region, show, tab, type PanelName } from './panels.ts';

/** A page with something in every panel. */
export interface Scene {
  readonly page: Page;
  /** What the page complained about. */
  readonly errors: string[];
}

/** Something that happens to a panel. */
export interface Life {
  /** "… says the same after it was <name>". */
  readonly name: string;
  /** Whether it is walked through in each run of the tests. */
  readonly everyDay?: boolean;
  /** Panels to which it cannot happen. */
  readonly spares?: readonly string[];
  run(scene: Scene, panel: PanelName): Promise<void>;
  /** Brings the frame back for the next panel. */
  after?(scene: Scene): Promise<void>;
}

async function tabMenu(page: Page, panel: PanelName, item: string): Promise<void> {
  await tab(page, panel.name).click({ button: 'right' });
  await page.locator('.dv-context-menu, [role="menu"]').getByText(item, { exact: true }).first().click();
}

async function openProfile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Environment/ }).click();
  const row = page.locator('.profile-switch-name', { hasText: new RegExp(`^${name}$`) });
  const button = page.getByRole('list', { name: 'Switch profile' }).getByRole('button').filter({ has: row });
  // The page of another profile is a new one.
  await Promise.all([page.waitForEvent('load'), button.click()]);
  await page
    .getByRole('button', { name: /^Environment/ })
    .filter({ hasText: name })
    .waitFor();
  await page.getByRole('region', { name: 'Order entry' }).waitFor();
}

/** What the library hangs on an element, as far as it is used here. */
interface Fiber {
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly stateNode: unknown;
}
interface Boundary {
  readonly state?: { readonly error?: unknown };
  setState?(state: object): void;
}

/** Runs in the page: the boundary around a panel's content catches an error, as if that content had thrown it. */
function breakPanel(name: string): void {
  const element = document.querySelector(`[role="region"][aria-label="${name}"]`) ?? document.body;
  const [, own] = Object.entries(element).find(([key]) => key.startsWith('__reactFiber$')) ?? [];
  const waiting = [own as Fiber | undefined]; // the library's own key
  for (let fiber = waiting.pop(); fiber !== undefined; fiber = waiting.pop()) {
    const boundary = fiber.stateNode as Boundary | null; // what its two members say
    if (boundary?.setState !== undefined && boundary.state?.error === null) {
      boundary.setState({ error: new Error('put in by the test') });
      return;
    }
    if (fiber.sibling !== null && fiber !== own) waiting.push(fiber.sibling);
    if (fiber.child !== null) waiting.push(fiber.child);
  }
  throw new Error(`${name} has no boundary`);
}

const reset = ({ page }: Scene): Promise<void> => command(page, 'Reset layout');

const setting = (name: string, one: string, other: string): Life => ({
  name,
  run: async ({ page }) => {
    await command(page, one);
    await command(page, other);
  },
});

/** Hides a panel behind another one of the same group. @returns whether there is one. */
async function neighbour(page: Page, panel: PanelName): Promise<boolean> {
  const others = tab(page, panel.name)
    .locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " dv-tabs-container ")][1]')
    .getByRole('tab');
  for (const other of await others.all()) {
    if ((await other.getAttribute('aria-selected')) === 'true') continue;
    // A tab beyond the edge is scrolled to.
    await other.click();
    // The page may draw it a moment later, and whoever shows the panel again looks whether it is in front.
    await region(page, panel.name).first().waitFor({ state: 'hidden' });
    return true;
  }
  return false;
}

export const lives: readonly Life[] = [
  {
    name: 'hidden and shown',
    everyDay: true,
    run: async ({ page }, panel) => {
      if (!(await neighbour(page, panel))) {
        await command(page, `Close ${panel.name}`);
        await command(page, panel.name);
        return;
      }
      await show(page, panel);
      await neighbour(page, panel);
    },
  },
  {
    name: 'reloaded',
    everyDay: true,
    run: async ({ page }) => {
      await page.reload();
      await page.locator('.dock').waitFor();
    },
  },
  {
    name: 'closed and opened again',
    run: async ({ page }, panel) => {
      await command(page, `Close ${panel.name}`);
      await tab(page, panel.name).waitFor({ state: 'detached' });
      await command(page, panel.name);
    },
  },
  { name: 'floated', run: ({ page }, panel) => tabMenu(page, panel, 'Float'), after: reset },
  {
    name: 'maximised and brought back',
    run: async ({ page }, panel) => {
      await tabMenu(page, panel, 'Maximize');
      await tabMenu(page, panel, 'Restore').catch(() => reset({ page, errors: [] }));
    },
  },
  {
    name: 'dragged to another group',
    run: async ({ page }, panel) => {
      const target = tab(page, panel.name === 'Chart' ? 'Order book' : 'Chart');
      await tab(page, panel.name).dragTo(target);
    },
    after: reset,
  },
  {
    name: 'shown again after an error',
    run: async ({ page }, panel) => {
      await page.evaluate(breakPanel, panel.name);
      const its = region(page, panel.name).first();
      await its.getByText('stopped with an error').waitFor();
      await its.getByRole('button', { name: 'Show it again' }).click();
    },
  },
  {
    name: 'left for another profile and back',
    // It has the changes of profile themselves.
    spares: ['Activity'],
    run: async ({ page }) => {
      await openProfile(page, OTHER_PROFILE.name);
      await openProfile(page, 'Practice');
    },
  },
  setting('drawn in the other theme', 'Light theme', 'Dark theme'),
  setting('drawn in the other density', 'Comfortable density', 'Compact density'),
  {
    name: 'shown in windows of other sizes',
    run: async ({ page }) => {
      for (const [width, height] of [
        [1100, 700],
        [2560, 1440],
        [1440, 900],
      ] as const)
        await page.setViewportSize({ width, height });
    },
  },
  {
    name: 'shown for another symbol and back',
    run: async ({ page }) => {
      await command(page, 'PERP_ETH_USDT');
      await command(page, 'PERP_BTC_USDT');
    },
  },
  {
    name: 'cut off from the core and back',
    run: async ({ page }) => {
      await page.evaluate(() => {
        // The page's own socket, as a network that drops would end it.
        const { sockets } = window as unknown as { readonly sockets: Set<WebSocket> };
        for (const socket of sockets) socket.close();
      });
      await page.getByRole('complementary', { name: 'Core' }).waitFor({ state: 'hidden' });
      await page.locator('.panel-dimmed').first().waitFor({ state: 'detached' });
    },
  },
];
