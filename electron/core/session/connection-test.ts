import type { Check } from '../../../shared/contract/profiles.ts';
import type { ConnectionRow } from '../../../shared/contract/contract.ts';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { faultOf } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import type { Connect, Exchange } from '../exchange/connect-profile.ts';
import type { Credentials, PrivateStream, PublicStream } from '../exchange/types.ts';
import type { Clock, World } from '../world/ports.ts';
import type { Profile } from '../storage/settings.ts';
import type { BridgeTerminal } from '../page/bridge.ts';

/** A stream that is not live by then is called bad. */
const STREAM_MS = 12_000;
/** A signature that is further from the exchange's time may be refused (protocol.md, 1.2). */
const CLOCK_WARN_MS = 5_000;

export interface ConnectionTestParts {
  readonly profile: Profile;
  readonly credentials: Credentials | null;
  /** The terminal, where the profile runs: its streams are looked at, because a second key would end them. */
  readonly live: Pick<BridgeTerminal, 'feed'> | null;
  readonly world: () => World;
  readonly connect: Connect;
}

/** Tries what a profile needs, in order, and says in words what works. Never rejects. */
export async function testConnection(parts: ConnectionTestParts): Promise<Check[]> {
  const { profile, credentials, live } = parts;
  const world = parts.world();
  const exchange = parts.connect({ world, profile, credentials, reconcile: () => Promise.resolve() });
  try {
    const reach = await tryReach(exchange);
    if (reach.state === 'bad') return [reach];
    const checks = [reach, clockCheck(exchange), ...(await tryKey(exchange, credentials))];
    const signed = checks.some(({ id, state }) => id === 'signature' && state === 'good');
    const streams = live === null ? await tryStreams(exchange, world.clock, signed) : streamsOf(live);
    return [...checks, ...streams, vipCheck(live)];
  } finally {
    exchange.end();
    await world.http.close();
  }
}

async function tryReach({ client }: Exchange): Promise<Check> {
  try {
    const { status } = await client.call('public.systemInfo', {});
    return status === 0 || status === null
      ? { id: 'reach', state: 'good', text: 'The exchange answers.' }
      : { id: 'reach', state: 'warning', text: 'The exchange answers and says that it is under maintenance.' };
  } catch (error) {
    return { id: 'reach', state: 'bad', text: wordsOf(error) };
  }
}

function clockCheck({ exchangeClock }: Exchange): Check {
  const offset = exchangeClock.offset();
  if (offset === null) return { id: 'clock', state: 'warning', text: 'The exchange did not say what time it is.' };
  const state = Math.abs(offset) > CLOCK_WARN_MS ? 'warning' : 'good';
  const ms = Math.round(offset);
  return { id: 'clock', state, text: `The exchange’s clock is ${Math.abs(ms)} ms ${ms < 0 ? 'behind' : 'ahead'}.` };
}

async function tryKey({ client }: Exchange, credentials: Credentials | null): Promise<Check[]> {
  if (credentials === null) return [{ id: 'signature', state: 'unknown', text: 'No key: market data only.' }];
  try {
    await client.call('account.info', {});
  } catch (error) {
    return [{ id: 'signature', state: 'bad', text: wordsOf(error) }];
  }
  const signature: Check = { id: 'signature', state: 'good', text: 'The key and its secret are taken.' };
  try {
    const { rows } = await client.call('account.credentials', { size: 1000 });
    const own = rows.find(({ apiKey }) => apiKey === credentials.key);
    if (own === undefined)
      return [signature, { id: 'permissions', state: 'unknown', text: 'The exchange does not list this key.' }];
    return [signature, ...permissionChecks(own.permissions, own.allowedIPs)];
  } catch (error) {
    const text = `What the key may do is not known: ${wordsOf(error)}`;
    return [signature, { id: 'permissions', state: 'unknown', text }];
  }
}

/** What a key may do, and a warning where it may do more than a terminal needs. */
export function permissionChecks(permissions: readonly string[], allowedIPs: readonly string[]): Check[] {
  const can = new Set(permissions.map((name) => name.toUpperCase()));
  const trades = can.has('TRADE');
  const withdraws = can.has('WITHDRAWAL') || can.has('WITHDRAW');
  const from = allowedIPs.length === 0 ? 'from any address on the internet' : `from ${allowedIPs.join(', ')}`;
  return [
    {
      id: 'permissions',
      state: trades ? 'good' : 'warning',
      text: `The key may ${permissions.map(verbOf).join(', ') || 'do nothing'}, ${from}.${trades ? '' : ' It cannot trade.'}`,
    },
    withdraws
      ? {
          id: 'withdrawal',
          state: 'warning',
          text: 'The key may withdraw. Whoever has it can empty the account: for trading alone, make a key without this right.',
        }
      : { id: 'withdrawal', state: 'good', text: 'The key cannot withdraw.' },
  ];
}

/** READ, TRADE and WITHDRAWAL as what the key may do; another word as it is. */
const verbOf = (permission: string): string =>
  permission.toLowerCase() === 'withdrawal' ? 'withdraw' : permission.toLowerCase();

async function tryStreams(exchange: Exchange, clock: Clock, signed: boolean): Promise<Check[]> {
  const { publicStream, privateStream } = exchange;
  const first = tryStream('public', publicStream, clock);
  if (privateStream === null || !signed)
    return [await first, { id: 'private', state: 'unknown', text: 'Not tried: it needs a key that works.' }];
  return Promise.all([first, tryStream('private', privateStream, clock)]);
}

function tryStream(id: 'public' | 'private', stream: PublicStream | PrivateStream, clock: Clock): Promise<Check> {
  const name = id === 'public' ? 'market data' : 'your account';
  return new Promise((resolve) => {
    const finish = (check: Omit<Check, 'id'>): void => {
      timer.cancel();
      stop();
      stream.stop();
      resolve({ id, ...check });
    };
    const timer = clock.after(STREAM_MS, () =>
      finish({ state: 'bad', text: `The stream of ${name} did not come up. ${stream.status().message}`.trim() }),
    );
    const stop = stream.onStatus(({ state, message }) => {
      if (state === 'live')
        finish({
          state: message === '' ? 'good' : 'warning',
          text: `The stream of ${name} is live. ${message}`.trim(),
        });
    });
    stream.start();
  });
}

/** The streams of the terminal that runs. */
function streamsOf(live: Pick<BridgeTerminal, 'feed'>): Check[] {
  // The feed of this name has these rows (terminal.ts).
  const rows = [...(live.feed('connection', '')?.rows() ?? [])] as ConnectionRow[];
  return (['public', 'private'] as const).map((id) => {
    const row = rows.find((each) => each.id === id);
    const name = id === 'public' ? 'market data' : 'your account';
    return row?.state === 'live'
      ? { id, state: 'good', text: `The stream of ${name} is live.` }
      : { id, state: 'bad', text: `The stream of ${name} is not live. ${row?.message ?? ''}`.trim() };
  });
}

/**
 * Whether the dead-man switch may be used. The interface has no read for it, and trying it would disarm
 * what is armed: only what the open profile has found out is told.
 */
function vipCheck(live: Pick<BridgeTerminal, 'feed'> | null): Check {
  // The feed of this name has these rows (terminal.ts).
  const [row] = [...(live?.feed('deadman', '')?.rows() ?? [])] as DeadManRow[];
  switch (row?.state) {
    case 'unavailable':
      return { id: 'vip', state: 'warning', text: `The dead-man switch may not be used. ${row.message}`.trim() };
    case 'armed':
    case 'renewing':
    case 'fired':
      return { id: 'vip', state: 'good', text: 'The dead-man switch may be used.' };
    default:
      return {
        id: 'vip',
        state: 'unknown',
        text: 'The dead-man switch is for VIP accounts. The exchange says so when it is armed for the first time.',
      };
  }
}

function wordsOf(error: unknown): string {
  return describeFault(faultOf(error)).line;
}
