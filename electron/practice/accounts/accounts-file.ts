import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { AccountSpec } from './accounts.ts';
import { tokenOf } from '../engine/symbols.ts';

const amount = z.string().regex(/^(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?$/, 'is not a plain number');
const keyText = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 printable characters without spaces');

const fileSchema = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(60),
        subAccountOf: z.string().optional(),
        vip: z.boolean().optional(),
        mode: z.enum(['PURE_SPOT', 'MARGIN', 'FUTURES']).optional(),
        positionMode: z.enum(['ONE_WAY', 'HEDGE_MODE']).optional(),
        funds: z.record(
          z.string().refine((token) => tokenOf(token) !== undefined, 'is no token of this exchange'),
          amount,
        ),
        keys: z.array(
          z.strictObject({
            key: keyText.optional(),
            secret: keyText.optional(),
            permissions: z
              .array(z.enum(['READ', 'TRADE', 'WITHDRAWAL']))
              .min(1)
              .optional(),
          }),
        ),
        past: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(1_000),
});

/** Reads a file of accounts. Throws an Error with one line that says what is wrong and where. */
export function readAccountsFile(path: string): AccountSpec[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`The accounts file ${path} cannot be read.`);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error(`The accounts file ${path} is not JSON.`);
  }
  const read = fileSchema.safeParse(parsed);
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.join('.');
    throw new Error(`The accounts file ${path} is wrong: ${place}: ${issue?.message ?? 'unreadable'}.`);
  }
  const { accounts } = read.data;
  const fault = inconsistency(accounts);
  if (fault !== null) throw new Error(`The accounts file ${path} is wrong: ${fault}.`);
  // Under exactOptionalPropertyTypes an absent field and undefined differ; here both mean the default.
  return accounts as AccountSpec[];
}

/** What the parts say against each other, or null. */
function inconsistency(
  accounts: readonly {
    name: string;
    subAccountOf?: string | undefined;
    keys: readonly { key?: string | undefined }[];
  }[],
): string | null {
  const mains = new Set<string>();
  const names = new Set<string>();
  const keys = new Set<string>();
  for (const account of accounts) {
    if (names.has(account.name)) return `two accounts are named ${account.name}`;
    names.add(account.name);
    if (account.subAccountOf === undefined) mains.add(account.name);
    else if (!mains.has(account.subAccountOf))
      return `${account.name} is a sub-account of ${account.subAccountOf}, which is no main account before it`;
    for (const { key } of account.keys) {
      if (key === undefined) continue;
      if (keys.has(key)) return `the key ${key} stands there twice`;
      keys.add(key);
    }
  }
  if ((accounts[0]?.keys.length ?? 0) === 0) return 'the first account has no key';
  return null;
}
