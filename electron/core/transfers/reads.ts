import type { RequestOutput } from '../../../shared/contract/contract.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import type { Clock } from '../world/ports.ts';

/** Networks, fees and flags change seldom; a withdrawal is never checked with older ones. */
const GOOD_MS = 60_000;

export type Tokens = RequestOutput<'assets.tokens'>;

/** Tokens and networks (E1, E2). */
export interface TokenReads {
  /** Reads them, or has them from a moment ago. Rejects with FaultError. */
  read(): Promise<Tokens>;
}

/** Makes them; those who ask within a minute share one read. */
export function createTokenReads(client: ExchangeClient, clock: Clock): TokenReads {
  let known: { readonly at: number; readonly tokens: Promise<Tokens> } | null = null;
  return {
    read() {
      if (known !== null && clock.monotonic() - known.at < GOOD_MS) return known.tokens;
      const tokens = readTokens(client);
      const mine = { at: clock.monotonic(), tokens };
      known = mine;
      tokens.catch(() => {
        if (known === mine) known = null;
      });
      return tokens;
    },
  };
}

async function readTokens(client: ExchangeClient): Promise<Tokens> {
  const [networks, tokens] = await Promise.all([
    client.call('public.tokenNetwork', {}),
    client.call('public.tokenInfo', {}),
  ]);
  return {
    networks: networks.rows.map((row) => ({
      token: row.token,
      network: row.network,
      name: row.name ?? row.network,
      protocol: row.protocol ?? '',
      minimum: row.minimumWithdrawal,
      fee: row.withdrawalFee,
      allowDeposit: row.allowDeposit,
      allowWithdraw: row.allowWithdraw,
    })),
    tokens: tokens.rows.map(({ token, delisted, canCollateral, canShort }) => ({
      token,
      delisted,
      canCollateral,
      canShort,
    })),
  };
}

/** The key's own account and the others of its owner. Rejects with FaultError. */
export async function readAccounts(client: ExchangeClient): Promise<RequestOutput<'assets.accounts'>> {
  const [info, subs] = await Promise.all([
    client.call('account.info', {}),
    // A sub-account may not be let to list the others.
    client.call('account.subAccounts', {}).catch(() => ({ rows: [] })),
  ]);
  const own = {
    applicationId: info.applicationId ?? '',
    name: nameOfOwn(info),
    own: true,
  };
  const others = subs.rows
    .filter(({ applicationId }) => applicationId !== own.applicationId)
    .map(({ applicationId, name }) => ({ applicationId, name: name ?? applicationId, own: false }));
  return { accounts: own.applicationId === '' ? others : [own, ...others] };
}

/** Its alias; the name of an account is a person's e-mail address, and no business of a screen. */
const nameOfOwn = ({ alias, accountType }: { alias: string | null; accountType: string | null }): string =>
  alias ?? (accountType === 'Main' ? 'Main account' : 'This account');

/** Where the account can be paid to. Rejects with FaultError. */
export async function readDepositAddress(
  client: ExchangeClient,
  of: { readonly token: string; readonly network: string },
): Promise<RequestOutput<'assets.depositAddress'>> {
  const { address, extra } = await client.call('asset.depositAddress', of);
  return { address, memo: extra ?? '' };
}
