import { proofs, runParts } from './tally.ts';

/** `npm run prove`: what `npm test` says, proven by quantity. */
process.exitCode = await runParts(proofs);
