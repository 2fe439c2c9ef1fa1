import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { chromiumPath } from '../e2e/support/browser.ts';
import { runAloud, runQuietly, tool } from './run.ts';

const isThere = (): boolean => chromiumPath('a window') !== undefined || existsSync(chromium.executablePath());

/**
 * Sees to it that there is a Chromium for the specs: from the system's packages where they can be
 * installed, else from Playwright.
 *
 * @throws Error that says what to do by hand.
 */
export async function ensureChromium(): Promise<void> {
  if (isThere()) return;
  const asRoot = await rootPrefix();
  if (asRoot !== null) {
    console.log('Installing Chromium from the system packages.');
    const [program = 'apt-get', ...prefix] = [...asRoot, 'apt-get'];
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await runAloud(program, [...prefix, 'update'], env);
    await runAloud(program, [...prefix, 'install', '-y', '--no-install-recommends', 'chromium'], env);
    if (isThere()) return;
  }
  console.log('Installing Chromium with Playwright.');
  await runAloud(tool('playwright'), ['install', ...(asRoot === null ? [] : ['--with-deps']), 'chromium']);
  if (!isThere())
    throw new Error('There is no Chromium and none can be installed. Install one and name it in CHROMIUM_PATH.');
}

/** How apt-get is run with the rights that it needs: as we are, through sudo, or not at all (null). */
async function rootPrefix(): Promise<readonly string[] | null> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return null;
  if (process.getuid?.() === 0) return [];
  return (await runQuietly('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : null;
}
