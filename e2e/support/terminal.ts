import { test as base } from 'playwright/test';
import type { KeptSettings } from './kept-settings.ts';
import { startProgram, type Program } from './program.ts';

/**
 * Fixtures of the specs: `program` is the whole terminal with its embedded practice exchange, one a
 * test, and `page` has it open with its panels shown. `kept` is what was set before, `profiles` are those beside Practice.
 */
export const test = base.extend<{
  program: Program;
  programArgs: readonly string[];
  kept: KeptSettings;
  profiles: readonly object[] | undefined;
}>({
  programArgs: [[], { option: true }],
  kept: [{}, { option: true }],
  profiles: [undefined, { option: true }],
  program: async ({ programArgs, kept, profiles }, use) => {
    const program = await startProgram({
      args: programArgs,
      settings: kept,
      ...(profiles === undefined ? {} : { profiles }),
    });
    await use(program);
    await program.stop();
  },
  page: async ({ page, program }, use) => {
    await page.goto(program.address);
    await page.getByRole('region', { name: 'Order entry' }).waitFor();
    await use(page);
  },
});

export { expect } from 'playwright/test';
