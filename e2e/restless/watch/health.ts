import type { Page } from 'playwright';
import { buriedNotice, layoutFaults, lostFocus } from './page-watch.ts';
import { Violation } from '../world.ts';

/** What the page says of itself while it is used. */
export interface Health {
  /** Throws what is wrong with how the page as it stands is laid out. */
  layout(): Promise<void>;
  /** Throws what is wrong with the page as it stands. */
  check(): Promise<void>;
}

/** What goes away by itself within this time was on its way. */
const PASSING_MS = 1_000;

/** What is wrong and stays so; null otherwise. */
async function lasting(page: Page, look: (of: Page) => Promise<string | null>): Promise<string | null> {
  const until = Date.now() + PASSING_MS;
  for (;;) {
    const wrong = await look(page);
    if (wrong === null || Date.now() > until) return wrong;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
}

/** Words that no panel writes on purpose. */
const NONSENSE = /\b(?:NaN|Infinity|undefined)\b|\[object /;

/** Listens to a page from its first moment on. */
export function watchHealth(page: Page): Health {
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(`an error nobody caught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(`the console: ${message.text()}`);
  });
  page.on('crash', () => said.push('the page crashed'));
  return {
    async layout() {
      const [first] = await layoutFaults(page);
      if (first !== undefined) throw new Violation(`layout: ${first.replaceAll(/[\d.,]+/g, '#')}`, first);
    },
    async check() {
      const stopped = await page.evaluate(() =>
        [...document.querySelectorAll('.panel-message-title')].flatMap((title) =>
          title.textContent?.includes('stopped with an error of ours') === true
            ? [(title.closest('.panel-message')?.textContent ?? '').replace(/Show it again.*/, '')]
            : [],
        ),
      );
      const [first] = stopped;
      // An error boundary's error is on the console as well; the panel's name says more.
      if (first !== undefined) throw new Violation(`stopped: ${first.slice(0, 20)}`, first);
      const [error] = said.splice(0);
      if (error !== undefined) throw new Violation(`page error: ${error.slice(0, 60)}`, error);
      const focus = await lasting(page, lostFocus);
      if (focus !== null) throw new Violation(`focus: ${focus.replaceAll(/\d+/g, '#')}`, focus);
      const buried = await lasting(page, buriedNotice);
      if (buried !== null)
        throw new Violation('a notice under a dialog', `this notice cannot be reached under a dialog: ${buried}`);
      const text = await page.evaluate(() => document.body.innerText);
      const nonsense = text.split('\n').find((line) => NONSENSE.test(line));
      if (nonsense !== undefined)
        throw new Violation(`nonsense: ${nonsense.slice(0, 40)}`, `“${nonsense}” on the screen`);
    },
  };
}
