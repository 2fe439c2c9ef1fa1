import { defineConfig } from 'vitest/config';

const proves = process.env['PROOF'] === 'true';
const SIDES = ['shared', 'electron', 'renderer', 'build', 'e2e/rigs'];
/** Tests that try more when they prove. */
const GROWING = [
  'electron/core/transfers/moves.test.ts',
  'electron/core/deadman/dead-man.test.ts',
  'electron/core/deadman/dead-man-clocks.test.ts',
  'electron/core/session/fuzz.test.ts',
  'electron/practice/engine/conservation.test.ts',
  'electron/practice/fuzz.test.ts',
  'e2e/rigs/money/money.test.ts',
];

export default defineConfig({
  test: {
    // Tests say how the program behaves. Proofs do so by quantity and take minutes: `npm run prove`.
    include: proves
      ? [...SIDES.map((side) => `${side}/**/*.proof.test.ts`), ...GROWING]
      : SIDES.map((side) => `${side}/**/*.test.ts`),
    exclude: proves ? [] : ['**/*.proof.test.ts'],
    environment: 'node',
    // Modules hold no state that a test does not reset, so files share them: to load them anew took most of the time.
    isolate: false,
    setupFiles: ['build/tests/setup.ts'],
    // Many tests wait for a process or a timer.
    maxWorkers: 3,
    // A machine that is busy is no defect: these end a test that hangs.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
});
