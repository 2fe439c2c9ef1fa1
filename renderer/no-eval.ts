import { z } from 'zod';

/*
 * The content security policy forbids eval, which the schema library would otherwise try for speed.
 * Imported before the contract, because schemas decide it when they are made.
 */
z.config({ jitless: true });
