import { runParts, tests } from './tally.ts';

/** `npm test`: everything that says how the program behaves. */
process.exitCode = await runParts(tests);
