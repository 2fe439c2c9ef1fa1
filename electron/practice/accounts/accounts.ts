import { createHmac } from 'node:crypto';
import { newAccount } from '../engine/money/account.ts';
import type { Account, AccountMode, PositionMode } from '../engine/model.ts';
import { fixed } from '../engine/money/fixed.ts';
import { move, noteMove } from '../engine/money/ledger.ts';
import type { Venue } from '../engine/venue.ts';
import { apiKey, type ApiKey, type Permission } from '../http/keys.ts';

/** A key as described in an accounts file. Key and secret are made up where they are left out. */
interface KeySpec {
  readonly key?: string;
  readonly secret?: string;
  readonly permissions?: readonly Permission[];
}

/** An account as described in an accounts file. */
export interface AccountSpec {
  readonly name: string;
  /** Name of the account whose sub-account this is. */
  readonly subAccountOf?: string;
  readonly vip?: boolean;
  readonly mode?: AccountMode;
  readonly positionMode?: PositionMode;
  /** Tokens by name, amounts as text. */
  readonly funds: Readonly<Record<string, string>>;
  readonly keys: readonly KeySpec[];
  /** Whether a past is made for it. */
  readonly past?: boolean;
}

/** The accounts of an exchange that was given none. The first key of the first one is the one that is printed. */
export const DEFAULT_ACCOUNTS: readonly AccountSpec[] = [
  {
    name: 'practice',
    vip: true,
    funds: { USDT: '100000', BTC: '2', ETH: '20', SOL: '100' },
    keys: [{}, { permissions: ['READ'] }, { permissions: ['READ', 'TRADE'] }],
    past: true,
  },
  { name: 'practice savings', subAccountOf: 'practice', funds: { USDT: '5000' }, keys: [{}] },
  { name: 'visitor', funds: { USDT: '10000', BTC: '0.1' }, keys: [{}] },
  { name: 'hedger', vip: true, positionMode: 'HEDGE_MODE', funds: { USDT: '50000' }, keys: [{}] },
  { name: 'borrower', mode: 'MARGIN', funds: { USDT: '20000', BTC: '0.5' }, keys: [{}] },
];

/** Text that a seed gives: the same for the same seed, so that scripts can keep it. */
const derived = (seed: number, purpose: string): string =>
  createHmac('sha256', 'practice').update(`${seed}/${purpose}`).digest('base64url').slice(0, 32);

const applicationId = (seed: number, name: string): string => {
  const hex = createHmac('sha256', 'application').update(`${seed}/${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};

/** Opens the accounts with their money and makes their keys, in the order given. */
export function openAccounts(venue: Venue, specs: readonly AccountSpec[]): ApiKey[] {
  const keys: ApiKey[] = [];
  const byName = new Map<string, Account>();
  for (const [index, spec] of specs.entries()) {
    const ownerId = spec.subAccountOf === undefined ? undefined : byName.get(spec.subAccountOf)?.id;
    const account = newAccount(applicationId(venue.seed, spec.name), spec.name, 10_001 + index, {
      vip: spec.vip ?? false,
      createdAt: venue.now,
      ...(ownerId === undefined ? {} : { ownerId }),
    });
    account.mode = spec.mode ?? 'FUTURES';
    account.positionMode = spec.positionMode ?? 'ONE_WAY';
    byName.set(spec.name, account);
    venue.accounts.set(account.id, account);
    for (const [token, amount] of Object.entries(spec.funds)) {
      move(venue, token, fixed(amount), venue.houses.world, account);
      noteMove(venue, account, 'SPECIAL', token, fixed(amount));
    }
    for (const [rank, { key, secret, permissions }] of spec.keys.entries()) {
      const purpose = `${index}/${rank}`;
      keys.push(
        apiKey(
          account,
          key ?? derived(venue.seed, `key ${purpose}`),
          secret ?? derived(venue.seed, `secret ${purpose}`),
          permissions,
        ),
      );
    }
  }
  return keys;
}
