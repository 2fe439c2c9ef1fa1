import { proofs, runParts, tests } from './tally.ts';

/** `npm run test:all`: the tests, then the proofs, with one count for both. */
process.exitCode = await runParts((folder) => [...tests(folder), ...proofs(folder)]);
