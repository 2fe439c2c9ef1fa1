import { test as base } from 'playwright/test';
import { startProgram, type Program } from './program.ts';

/**
 * Fixtures of the specs: `program` is the whole terminal with its embedded practice exchange, one a
 * test, and `page` has it open with its panels shown.
 */
export const test = base.extend<{ program: Program; programArgs: readonly string[] }>({
  programArgs: [[], { option: true }],
  program: async ({ programArgs }, use) => {
    const program = await startProgram({ args: programArgs });
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
