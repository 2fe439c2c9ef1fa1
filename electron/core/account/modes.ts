import type { AccountRow } from '../../../shared/contract.ts';
import type { AccountUpdate } from '../../../shared/v3/topics.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import { createFeed, type FeedSource } from '../feeds.ts';
import type { Clock } from '../ports.ts';
import { createRefresh } from '../refresh.ts';

/** The stream may lose messages, so that it is read on a timer too: its limit is ten in a minute. */
const EVERY_MS = 60_000;

/** Modes and margin of the account: one row. */
export interface Modes {
  readonly feed: FeedSource<AccountRow>;
  /** The row now; undefined before the first read. */
  get(): AccountRow | undefined;
  /** Reads it now. Rejects with FaultError; it is tried again by itself. */
  read(): Promise<void>;
  take(update: AccountUpdate): void;
  stop(): void;
}

/** Makes the account's row. */
export function createModes(client: ExchangeClient, clock: Clock): Modes {
  const feed = createFeed<AccountRow>('id');
  const get = (): AccountRow | undefined => feed.get('account');
  const readAll = async (): Promise<void> => {
    const before = get();
    const askedAt = Math.round(clock.now());
    const info = await client.call('account.info', {});
    const read: AccountRow = {
      id: 'account',
      accountMode: info.accountMode,
      positionMode: info.positionMode,
      spotMarginLeverage: info.leverage,
      totalCollateral: info.totalCollateral,
      freeCollateral: info.freeCollateral,
      freeCollateralAt: info.freeCollateral === null ? null : askedAt,
      totalAccountValue: info.totalAccountValue,
      marginRatio: info.marginRatio,
      openMarginRatio: info.openMarginRatio,
      initialMarginRatio: info.initialMarginRatio,
      maintenanceMarginRatio: info.maintenanceMarginRatio,
      makerFeeRate: info.makerFeeRate,
      takerFeeRate: info.takerFeeRate,
      at: null,
    };
    const now = get();
    // What the stream changed while the answer was on its way is newer; it does not carry the fees.
    const streamed = now !== undefined && now !== before;
    feed.put(streamed ? { ...now, makerFeeRate: read.makerFeeRate, takerFeeRate: read.takerFeeRate } : read);
  };
  const refresh = createRefresh(clock, readAll, { everyMs: EVERY_MS });
  return {
    feed,
    get,
    read: () => refresh.now(),
    take(update) {
      const known = get();
      if (known?.at !== undefined && known.at !== null && known.at > update.at) return;
      feed.put({
        id: 'account',
        accountMode: update.accountMode ?? known?.accountMode ?? null,
        positionMode: update.positionMode ?? known?.positionMode ?? null,
        spotMarginLeverage: update.leverage ?? known?.spotMarginLeverage ?? null,
        totalCollateral: update.totalCollateral ?? known?.totalCollateral ?? null,
        freeCollateral: update.freeCollateral ?? known?.freeCollateral ?? null,
        freeCollateralAt: update.freeCollateral === null ? (known?.freeCollateralAt ?? null) : Math.round(clock.now()),
        totalAccountValue: update.totalAccountValue ?? known?.totalAccountValue ?? null,
        marginRatio: update.marginRatio ?? known?.marginRatio ?? null,
        openMarginRatio: update.openMarginRatio ?? known?.openMarginRatio ?? null,
        initialMarginRatio: update.initialMarginRatio ?? known?.initialMarginRatio ?? null,
        maintenanceMarginRatio: update.maintenanceMarginRatio ?? known?.maintenanceMarginRatio ?? null,
        makerFeeRate: known?.makerFeeRate ?? null,
        takerFeeRate: known?.takerFeeRate ?? null,
        at: update.at,
      });
    },
    stop: () => refresh.stop(),
  };
}
