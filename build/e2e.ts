import { ensureChromium } from './chromium.ts';
import { ensurePage } from './page/page.ts';
import { runAloud, tool } from './run.ts';

/** `npm run e2e`: the end-to-end specs alone; `npm run e2e -- orders` those whose file name contains a word. */
export async function runSpecs(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  await ensureChromium();
  // Once, before the specs start the program side by side.
  await ensurePage();
  return runAloud(tool('playwright'), ['test', ...args], env);
}

if (import.meta.main) process.exitCode = await runSpecs(process.argv.slice(2));
