import type { z } from 'zod';
import type { PositionRow } from '../../../shared/contract/contract.ts';
import { compare, isNegative, isZero } from '../../../shared/decimal.ts';
import { positionId } from '../../../shared/rules/position-math.ts';
import type { positionRecord } from '../../../shared/v3/records/account.ts';
import type { PositionUpdate } from '../../../shared/v3/topics.ts';
import type { ExchangeClient, PublicStream } from '../exchange/types.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Clock } from '../world/ports.ts';
import { PACES, type Paces } from '../world/paces.ts';
import { createRefresh } from '../exchange/refresh.ts';
import { createDisputes } from '../commands/disputes.ts';
import { GATHER_MS } from './gather.ts';
import { FOREVER, latestNow, type LatestNow } from './latest-now.ts';
import { createMarks } from './marks.ts';
import { createMoves } from './moves.ts';

/** Perpetual positions: as the streams tell, and read at the start, after each connection and on a timer. */
export interface Positions {
  readonly feed: FeedSource<PositionRow>;
  /** Reads them now. Rejects with FaultError; it is tried again by itself. */
  read(): Promise<void>;
  take(updates: readonly PositionUpdate[]): void;
  /** Something of one's own changed them: reads them soon. */
  changed(): void;
  /** Monotonic ms at which the last read that worked began; null before the first. */
  readAt(): number | null;
  /** The exchange set its clock: what was said before is not newer than what is said from now on. */
  forgetDates(): void;
  /**
   * Called when the mark price of a position went notably away from what it was when the positions were last read: its
   * liquidation price and the free collateral are read at such prices alone. They are read soon then.
   */
  onMoved(listener: () => void): void;
  stop(): void;
}

/** How new a word on a position is: exchange ms, and the record's own count where it has one (protocol.md, 4.6). */
interface Stamp {
  readonly at: number;
  readonly version: number | null;
}

/** Whether one word is older than another; of one instant, the count decides. */
function isOlder(one: Stamp, other: Stamp): boolean {
  if (one.at !== other.at) return one.at < other.at;
  return one.version !== null && other.version !== null && one.version < other.version;
}

/**
 * Makes the positions. Closed ones leave the feed. The mark price is the newest that either stream says,
 * so that what is worked out from it is live.
 */
export function createPositions(
  client: ExchangeClient,
  stream: PublicStream,
  clock: Clock,
  paces: Paces = PACES,
  latest: LatestNow = latestNow(null),
): Positions {
  const disputes = createDisputes(clock);
  const feed = createFeed<PositionRow>('id', 'read');
  /** An update that names no margin mode is about the one position that there is. */
  const idOf = ({ symbol, positionSide, marginMode }: PositionUpdate): string => {
    const named = (mode: string | null): string => positionId(symbol, positionSide ?? 'BOTH', mode);
    if (marginMode !== null || feed.get(named(null)) !== undefined) return named(marginMode);
    return named(feed.get(named('ISOLATED')) === undefined ? null : 'ISOLATED');
  };
  /** The newest word on each position, also on those that are closed: an older one must not bring them back. */
  const newest = new Map<string, Stamp>();
  const moves = createMoves();
  const movedListeners = new Set<() => void>();
  const marks = createMarks(stream, (symbol) => {
    const price = marks.since(symbol, null);
    if (price !== null && moves.isNotable(symbol, price)) {
      refresh.soon(paces.positionsMoved);
      for (const listener of movedListeners) listener();
    }
    const rows = [...feed.rows()].filter((row) => row.symbol === symbol);
    feed.put(...rows.filter((row) => marked(row).markPrice !== row.markPrice).map(marked));
  });
  const marked = (row: PositionRow): PositionRow => ({
    ...row,
    markPrice: marks.since(row.symbol, row.at) ?? row.markPrice,
  });
  const followMarks = (): void => marks.follow(new Set([...feed.rows()].map(({ symbol }) => symbol)));

  const readAll = async (): Promise<void> => {
    const beganAt = clock.monotonic();
    const asOf = latest(FOREVER);
    const before = new Map(newest);
    const marksBefore = marks.known();
    const { rows } = await client.call('futures.positions', {});
    moves.startFrom(new Map(rows.flatMap((row) => (row.markPrice === null ? [] : [[row.symbol, row.markPrice]]))));
    const changedMeanwhile = (id: string): boolean => newest.get(id) !== before.get(id);
    const named = new Set<string>();
    const read = rows.map(positionRow).flatMap((sent) => {
      const row = sent.at === null ? sent : { ...sent, at: Math.min(sent.at, asOf) };
      named.add(row.id);
      if (row.markPrice !== null) marks.take(row.symbol, row.markPrice, marksBefore);
      const known = feed.get(row.id);
      const word = newest.get(row.id);
      const old =
        word !== undefined &&
        (row.at === null ? changedMeanwhile(row.id) : known === undefined ? word.at >= row.at : word.at > row.at);
      const isSame = isZero(row.holding)
        ? known === undefined
        : known !== undefined && compare(known.holding, row.holding) === 0;
      if (!old || isSame) disputes.agreed(row.id);
      const believed = old && !isSame && row.at !== null && disputes.isBelieved(row.id, beganAt);
      if (old && !believed)
        return known === undefined ? [] : [{ ...known, liquidationPrice: liquidationOf(row, known) }];
      if (row.at !== null) newest.set(row.id, { at: row.at, version: null });
      return isZero(row.holding) ? [] : [marked(row)];
    });
    const kept = [...feed.rows()].filter(({ id }) => !named.has(id) && changedMeanwhile(id));
    feed.replace([...read, ...kept]);
    followMarks();
  };
  const refresh = createRefresh(clock, readAll, {
    everyMs: paces.positions,
    gapMs: paces.positionsChanged,
    gatherMs: GATHER_MS,
  });

  return {
    feed,
    read: () => refresh.now(),
    take(updates) {
      for (const sent of updates) {
        const update = { ...sent, at: latest(sent.at) };
        const id = idOf(update);
        const word = newest.get(id);
        if (word !== undefined && isOlder(update, word)) continue;
        disputes.heard(id);
        newest.set(id, { at: update.at, version: update.version });
        if (isZero(update.holding)) feed.drop(id);
        else feed.put(marked(updatedRow(id, feed.get(id), update)));
      }
      followMarks();
      // The liquidation price is not on the stream: the exchange is asked.
      if (updates.length > 0) refresh.soon();
    },
    changed: () => refresh.soon(),
    readAt: refresh.readAt,
    forgetDates() {
      newest.clear();
      marks.forgetDates();
      feed.put(...[...feed.rows()].map((row) => ({ ...row, at: null })));
    },
    onMoved: (listener) => void movedListeners.add(listener),
    stop() {
      refresh.stop();
      marks.stop();
    },
  };
}

function positionRow(record: z.output<typeof positionRecord>): PositionRow {
  return {
    id: positionId(record.symbol, record.positionSide ?? 'BOTH', record.marginMode),
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
    liquidationPrice: known === undefined ? null : liquidationOf(known, update),
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

/** The liquidation price of one word on a position for another word; none where it turned around between them. */
const liquidationOf = (
  known: Pick<PositionRow, 'holding' | 'liquidationPrice'>,
  { holding }: Pick<PositionRow, 'holding'>,
): PositionRow['liquidationPrice'] =>
  isNegative(known.holding) === isNegative(holding) ? known.liquidationPrice : null;
