import { defineConfig } from 'vitest/config';

/** Tests say how the program behaves. Proofs do so by quantity and take minutes: `npm run prove`. */
const proves = process.env['PROOF'] === 'true';
const SIDES = ['shared', 'electron', 'renderer', 'build'];

export default defineConfig({
  test: {
    include: SIDES.map((side) => `${side}/**/*${proves ? '.proof' : ''}.test.ts`),
    exclude: proves ? [] : ['**/*.proof.test.ts'],
    environment: 'node',
    // A machine that is busy is no defect: these end a test that hangs.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
});
