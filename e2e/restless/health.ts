import type { Page } from 'playwright';
import { Violation } from './world.ts';

/** What the page says of itself while it is used. */
export interface Health {
  /** Throws what is wrong with the page as it stands. */
  check(): Promise<void>;
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
      const text = await page.evaluate(() => document.body.innerText);
      const nonsense = text.split('\n').find((line) => NONSENSE.test(line));
      if (nonsense !== undefined)
        throw new Violation(`nonsense: ${nonsense.slice(0, 40)}`, `“${nonsense}” on the screen`);
    },
  };
}
