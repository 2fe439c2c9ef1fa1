import { createHmac } from 'node:crypto';
import { newAccount, type Account } from './engine/account.ts';
import { fixed } from './engine/fixed.ts';
import { move } from './engine/ledger.ts';
import type { Venue } from './engine/venue.ts';
import { apiKey, type ApiKey } from './http/keys.ts';

/** What the first account of a practice exchange starts with. */
const FUNDS = { USDT: '100000', BTC: '2', ETH: '20', SOL: '100' } as const;

/** Key text that a seed gives: the same for the same seed, so that scripts can keep it. */
const derived = (seed: number, purpose: string): string =>
  createHmac('sha256', 'practice').update(`${seed}/${purpose}`).digest('base64url').slice(0, 32);

/** Opens the account that people and scripts trade with, and makes its key. */
export function openFirstAccount(venue: Venue): { readonly account: Account; readonly key: ApiKey } {
  const account = newAccount('5f1d0b6e-8c5a-4b8e-9d2e-000000000001', 'practice', 10_001, { vip: true });
  venue.accounts.set(account.id, account);
  for (const [token, amount] of Object.entries(FUNDS)) move(venue, token, fixed(amount), venue.houses.world, account);
  return { account, key: apiKey(account, derived(venue.seed, 'key'), derived(venue.seed, 'secret')) };
}
