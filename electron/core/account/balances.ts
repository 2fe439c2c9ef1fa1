import type { z } from 'zod';
import type { BalanceRow } from '../../../shared/contract/contract.ts';
import { add, compare, isNegative, subtract, ZERO, type Decimal } from '../../../shared/decimal.ts';
import type { balanceRecord } from '../../../shared/v3/records/account.ts';
import type { BalanceUpdate } from '../../../shared/v3/topics.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Clock } from '../world/ports.ts';
import { PACES, type Paces } from '../world/paces.ts';
import { createRefresh } from '../exchange/refresh.ts';
import { createDisputes } from '../commands/disputes.ts';
import { GATHER_MS } from './gather.ts';
import { FOREVER, latestNow, type LatestNow } from './latest-now.ts';

/** Balances of the account: as the stream tells, and read at the start, after each connection and on a timer. */
export interface Balances {
  readonly feed: FeedSource<BalanceRow>;
  get(token: string): BalanceRow | undefined;
  /** Reads them now. Rejects with FaultError; it is tried again by itself. */
  read(): Promise<void>;
  take(updates: readonly BalanceUpdate[]): void;
  /** Something of one's own changed them: reads them soon. */
  changed(): void;
  /** Monotonic ms at which the last read that worked began; null before the first. */
  readAt(): number | null;
  /** The exchange set its clock: what was said before is not newer than what is said from now on. */
  forgetDates(): void;
  stop(): void;
}

/** Makes the balances. */
export function createBalances(
  client: ExchangeClient,
  clock: Clock,
  paces: Paces = PACES,
  latest: LatestNow = latestNow(null),
): Balances {
  const disputes = createDisputes(clock);
  const feed = createFeed<BalanceRow>('token', 'read');
  const readAll = async (): Promise<void> => {
    const beganAt = clock.monotonic();
    const asOf = latest(FOREVER);
    const before = new Map([...feed.rows()].map((row) => [row.token, row]));
    const { rows } = await client.call('asset.balances', {});
    const read = rows.map(balanceRow).map((row) => (row.at === null ? row : { ...row, at: Math.min(row.at, asOf) }));
    const named = new Set(read.map(({ token }) => token));
    // What the stream changed while the answer was on its way is newer than the answer.
    const changedSince = (row: BalanceRow): boolean => before.get(row.token) !== row;
    const kept = [...feed.rows()].filter((row) => changedSince(row) && !named.has(row.token));
    const newest = (row: BalanceRow): BalanceRow => {
      const known = feed.get(row.token);
      const streamed = known !== undefined && known.at !== null && row.at !== null && known.at > row.at;
      if (!streamed || saysTheSame(known, row)) disputes.agreed(row.token);
      else if (disputes.isBelieved(row.token, beganAt)) return row;
      return newer(known, row);
    };
    feed.replace([...read.map(newest), ...kept]);
  };
  const refresh = createRefresh(clock, readAll, {
    everyMs: paces.balances,
    gapMs: paces.balancesChanged,
    gatherMs: GATHER_MS,
  });
  return {
    feed,
    get: (token) => feed.get(token),
    read: () => refresh.now(),
    take(updates) {
      for (const sent of updates) {
        const update = { ...sent, at: latest(sent.at) };
        const known = feed.get(update.token);
        if (known !== undefined && known.at !== null && known.at > update.at) continue;
        disputes.heard(update.token);
        feed.put(updatedRow(known, update));
      }
      // What can be spent is not on the stream: the exchange is asked.
      if (updates.length > 0) refresh.soon();
    },
    changed: () => refresh.soon(),
    readAt: refresh.readAt,
    forgetDates: () => feed.put(...[...feed.rows()].map((row) => ({ ...row, at: null }))),
    stop: () => refresh.stop(),
  };
}

const saysTheSame = (one: BalanceRow, other: BalanceRow): boolean =>
  compare(one.holding, other.holding) === 0 && compare(one.frozen, other.frozen) === 0;

/** A row from a read; where the stream's is newer, only what the stream does not carry is taken. */
function newer(known: BalanceRow | undefined, read: BalanceRow): BalanceRow {
  const streamed = known !== undefined && known.at !== null && read.at !== null && known.at > read.at;
  return streamed ? { ...known, available: read.available ?? known.available } : read;
}

function balanceRow(record: z.output<typeof balanceRecord>): BalanceRow {
  return {
    token: record.token,
    holding: record.holding,
    frozen: record.frozen,
    available: record.availableBalance ?? subtract(record.holding, record.frozen),
    interest: record.interest,
    averageOpenPrice: record.averageOpenPrice,
    markPrice: record.markPrice,
    at: record.timestamp,
  };
}

function updatedRow(known: BalanceRow | undefined, update: BalanceUpdate): BalanceRow {
  const frozen = update.frozen ?? known?.frozen ?? subtract(update.holding, update.holding);
  return {
    token: update.token,
    holding: update.holding,
    frozen,
    available: availableOf(known, subtract(update.holding, frozen)),
    interest: update.interest ?? known?.interest ?? null,
    averageOpenPrice: update.averageOpenPrice ?? known?.averageOpenPrice ?? null,
    markPrice: update.markPrice ?? known?.markPrice ?? null,
    at: update.at,
  };
}

/**
 * What can be spent until the exchange is asked. It keeps back more than what is frozen where positions
 * claim the token as collateral (protocol.md, 3.4), and goes on doing so.
 *
 * @param free what is held and not frozen, as the stream says now.
 */
function availableOf(known: BalanceRow | undefined, free: Decimal): Decimal {
  if (known === undefined || known.available === null) return free;
  const changed = subtract(free, subtract(known.holding, known.frozen));
  const available = add(known.available, changed);
  return isNegative(available) && !isNegative(free) ? ZERO : available;
}
