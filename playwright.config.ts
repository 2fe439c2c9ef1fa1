import { defineConfig } from 'playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './e2e/support/browser.ts';

const proves = process.env['PROOF'] === 'true';
const executablePath = chromiumPath();

/** The specs: each test drives the whole program in a data folder of its own. */
export default defineConfig({
  testDir: 'e2e',
  // Specs say how the program behaves. Proofs do so by quantity and take minutes: `npm run prove`.
  testMatch: proves ? '**/*.proof.spec.ts' : '**/*.spec.ts',
  testIgnore: proves ? [] : '**/*.proof.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  // A test that passes at the second try is a defect.
  retries: 0,
  // Machines are shared and slow at times: these end a spec that hangs. A second that matters is asserted where it does.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'line',
  use: {
    // An action that cannot be done is said to be so before the test is over.
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
});
