import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';

/** Flags that keep Chromium quiet on a machine without a screen, a sandbox for root, or a network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Chromium without a window of its own: a page takes half of the time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium to use: CHROMIUM_PATH, else the system's, else Playwright's own (undefined). */
export function chromiumPath(needs: 'no window' | 'a window' = 'no window'): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  return [...(needs === 'a window' ? [] : [HEADLESS]), ...PLACES].find((path) => existsSync(path));
}

/** Starts that Chromium without a window. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
}
