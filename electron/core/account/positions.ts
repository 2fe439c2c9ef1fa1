import type { z } from 'zod';
import type { PositionRow } from '../../../shared/contract.ts';
import { isZero } from '../../../shared/decimal.ts';
import type { positionRecord } from '../../../shared/v3/records/account.ts';
import type { PositionUpdate } from '../../../shared/v3/topics.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import { createFeed, type FeedSource } from '../feeds.ts';
import type { Clock } from '../ports.ts';
import { createRefresh } from '../refresh.ts';

/** Perpetual positions: read at the start and after each connection, then as the stream tells. */
export interface Positions {
  readonly feed: FeedSource<PositionRow>;
  /** Reads them now. Rejects with FaultError; it is tried again by itself. */
  read(): Promise<void>;
  take(updates: readonly PositionUpdate[]): void;
  stop(): void;
}

const idOf = (symbol: string, positionSide: string | null): string => `${symbol} ${positionSide ?? 'BOTH'}`;

/** Makes the positions. Closed ones leave the feed. */
export function createPositions(client: ExchangeClient, clock: Clock): Positions {
  const feed = createFeed<PositionRow>('id');
  /** When the stream said that a position is closed, by id: an older read must not bring it back. */
  const closedAt = new Map<string, number>();
  const refresh = createRefresh(clock, async () => {
    const before = new Map([...feed.rows()].map((row) => [row.id, row]));
    const { rows } = await client.call('futures.positions', {});
    const read = rows
      .map(positionRow)
      .filter(({ id, holding, at }) => !isZero(holding) && (at === null || at > (closedAt.get(id) ?? 0)));
    const named = new Set(read.map(({ id }) => id));
    const kept = [...feed.rows()].filter((row) => before.get(row.id) !== row && !named.has(row.id));
    feed.replace([...read.map((row) => newer(feed.get(row.id), row)), ...kept]);
  });
  return {
    feed,
    read: () => refresh.now(),
    take(updates) {
      for (const update of updates) {
        const id = idOf(update.symbol, update.positionSide);
        const known = feed.get(id);
        if (known !== undefined && known.at !== null && known.at > update.at) continue;
        if (isZero(update.holding)) {
          closedAt.set(id, update.at);
          feed.drop(id);
        } else feed.put(updatedRow(id, known, update));
      }
      // The liquidation price is not on the stream: the exchange is asked.
      if (updates.length > 0) refresh.soon();
    },
    stop: () => refresh.stop(),
  };
}

/** A row from a read; where the stream's is newer, only what the stream does not carry is taken. */
function newer(known: PositionRow | undefined, read: PositionRow): PositionRow {
  const streamed = known !== undefined && known.at !== null && read.at !== null && known.at > read.at;
  return streamed ? { ...known, liquidationPrice: read.liquidationPrice } : read;
}

function positionRow(record: z.output<typeof positionRecord>): PositionRow {
  return {
    id: idOf(record.symbol, record.positionSide),
    symbol: record.symbol,
    positionSide: record.positionSide ?? 'BOTH',
    holding: record.holding,
    averageOpenPrice: record.averageOpenPrice,
    markPrice: record.markPrice,
    liquidationPrice: record.estLiqPrice,
    settlePrice: record.settlePrice,
    leverage: record.leverage,
    marginMode: record.marginMode,
    isolatedMargin: record.isolatedMarginAmount,
    pnl24h: record.pnl24H,
    fee24h: record.fee24H,
    pendingLong: record.pendingLongQty,
    pendingShort: record.pendingShortQty,
    adlQuantile: record.adlQuantile,
    at: record.timestamp,
  };
}

function updatedRow(id: string, known: PositionRow | undefined, update: PositionUpdate): PositionRow {
  return {
    id,
    symbol: update.symbol,
    positionSide: update.positionSide ?? 'BOTH',
    holding: update.holding,
    averageOpenPrice: update.averageOpenPrice ?? known?.averageOpenPrice ?? null,
    markPrice: update.markPrice ?? known?.markPrice ?? null,
    liquidationPrice: known?.liquidationPrice ?? null,
    settlePrice: update.settlePrice ?? known?.settlePrice ?? null,
    leverage: update.leverage ?? known?.leverage ?? null,
    marginMode: update.marginMode ?? known?.marginMode ?? null,
    isolatedMargin: update.isolatedMarginAmount ?? known?.isolatedMargin ?? null,
    pnl24h: update.pnl24h ?? known?.pnl24h ?? null,
    fee24h: update.fee24h ?? known?.fee24h ?? null,
    pendingLong: update.pendingLong ?? known?.pendingLong ?? null,
    pendingShort: update.pendingShort ?? known?.pendingShort ?? null,
    adlQuantile: update.adlQuantile ?? known?.adlQuantile ?? null,
    at: update.at,
  };
}
