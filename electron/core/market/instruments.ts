import type { z } from 'zod';
import type { InstrumentRow } from '../../../shared/contract/contract.ts';
import type { instrumentRecord } from '../../../shared/v3/records/market.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Notices } from '../commands/notices.ts';
import type { Clock } from '../world/ports.ts';
import { createRefresh } from '../exchange/refresh.ts';

const EVERY_MS = 600_000;

/** The symbols and their filters, read at the start and every ten minutes. */
export interface Instruments {
  /** Known once they were read: until then nobody can say that a symbol is not listed. */
  readonly feed: FeedSource<InstrumentRow>;
  get(symbol: string): InstrumentRow | undefined;
  start(): void;
  stop(): void;
}

/** Makes the list of instruments. Records that cannot be read are left out and named in a notice once. */
export function createInstruments(client: ExchangeClient, clock: Clock, notices: Notices): Instruments {
  const feed = createFeed<InstrumentRow>('symbol', 'read');
  let told = 0;
  const refresh = createRefresh(
    clock,
    async () => {
      const { rows, unreadable } = await client.call('public.instruments', {});
      feed.replace(rows.flatMap((record) => instrumentRow(record) ?? []));
      if (unreadable.length > told)
        notices.say(
          'warning',
          `${unreadable.length === 1 ? '1 symbol cannot be read and is' : `${unreadable.length} symbols cannot be read and are`} left out (${unreadable[0] ?? ''}).`,
        );
      told = unreadable.length;
    },
    { everyMs: EVERY_MS },
  );
  return {
    feed,
    get: (symbol) => feed.get(symbol),
    start: () => void refresh.now().catch(() => undefined),
    stop: () => refresh.stop(),
  };
}

/** The contract's row of a record; null for a symbol that is neither spot nor perpetual. */
export function instrumentRow(record: z.output<typeof instrumentRecord>): InstrumentRow | null {
  const kind = record.symbol.startsWith('SPOT_') ? 'spot' : record.symbol.startsWith('PERP_') ? 'perpetual' : null;
  if (kind === null) return null;
  return {
    symbol: record.symbol,
    kind,
    base: record.baseAsset,
    quote: record.quoteAsset,
    status: record.status,
    priceTick: record.quoteTick,
    priceMin: record.quoteMin,
    priceMax: record.quoteMax,
    quantityStep: record.baseTick,
    quantityMin: record.baseMin,
    quantityMax: record.baseMax,
    minNotional: record.minNotional,
    bidCapRatio: record.bidCapRatio,
    bidFloorRatio: record.bidFloorRatio,
    askCapRatio: record.askCapRatio,
    askFloorRatio: record.askFloorRatio,
    rpiAllowed: record.isAllowedRpi,
    fundingIntervalHours: record.fundingIntervalHours,
    initialMarginRatio: record.baseIMR,
    maintenanceMarginRatio: record.baseMMR,
  };
}
