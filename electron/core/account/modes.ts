import type { AccountRow } from '../../../shared/contract/contract.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import type { AccountUpdate } from '../../../shared/v3/topics.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Clock } from '../world/ports.ts';
import { PACES, type Paces } from '../world/paces.ts';
import { createRefresh } from '../exchange/refresh.ts';
import { GATHER_MS } from './gather.ts';
import { latestNow, type LatestNow } from './latest-now.ts';

/** Modes and margin of the account: one row. */
export interface Modes {
  readonly feed: FeedSource<AccountRow>;
  /** The row now; undefined before the first read. */
  get(): AccountRow | undefined;
  /** Reads it now. Rejects with FaultError; it is tried again by itself. */
  read(): Promise<void>;
  take(update: AccountUpdate): void;
  /** A fill, an order, a position or a setting changed what is free: reads it soon. */
  changed(): void;
  /** The exchange set its clock: what was said before is not newer than what is said from now on. */
  forgetDates(): void;
  stop(): void;
}

/**
 * Makes the account's row.
 *
 * @param crossPnlNow unrealised PnL of cross positions by the newest marks; null while they are not known.
 */
export function createModes(
  client: ExchangeClient,
  clock: Clock,
  paces: Paces = PACES,
  latest: LatestNow = latestNow(null),
  crossPnlNow: () => Decimal | null = () => null,
): Modes {
  const feed = createFeed<AccountRow>('id');
  const get = (): AccountRow | undefined => feed.get('account');
  /** What the stream said since the read that is on its way began; null while there is none. */
  let toldSince: Partial<AccountRow> | null = null;
  const readAll = async (): Promise<void> => {
    const askedAt = Math.round(clock.now());
    const pnl = crossPnlNow();
    toldSince = {};
    try {
      const info = await client.call('account.info', {});
      const read: AccountRow = {
        id: 'account',
        accountMode: info.accountMode,
        positionMode: info.positionMode,
        spotMarginLeverage: info.leverage,
        totalCollateral: info.totalCollateral,
        freeCollateral: info.freeCollateral,
        freeCollateralAt: info.freeCollateral === null ? null : askedAt,
        crossPnlThen: info.freeCollateral === null ? null : pnl,
        totalAccountValue: info.totalAccountValue,
        marginRatio: info.marginRatio,
        openMarginRatio: info.openMarginRatio,
        initialMarginRatio: info.initialMarginRatio,
        maintenanceMarginRatio: info.maintenanceMarginRatio,
        makerFeeRate: info.makerFeeRate,
        takerFeeRate: info.takerFeeRate,
        readAt: askedAt,
        at: null,
      };
      // A frame says nothing about what it does not carry (protocol.md, 9.9).
      feed.put({ ...read, ...toldSince });
    } finally {
      toldSince = null;
    }
  };
  const refresh = createRefresh(clock, readAll, {
    everyMs: paces.account,
    gapMs: paces.accountChanged,
    gatherMs: GATHER_MS,
  });
  return {
    feed,
    get,
    read: () => refresh.now(),
    take(update) {
      const known = get();
      if (known?.at !== undefined && known.at !== null && known.at > update.at) return;
      const told = carried({
        accountMode: update.accountMode,
        positionMode: update.positionMode,
        spotMarginLeverage: update.leverage,
        totalCollateral: update.totalCollateral,
        freeCollateral: update.freeCollateral,
        freeCollateralAt: update.freeCollateral === null ? null : Math.round(clock.now()),
        crossPnlThen: update.freeCollateral === null ? null : crossPnlNow(),
        totalAccountValue: update.totalAccountValue,
        marginRatio: update.marginRatio,
        openMarginRatio: update.openMarginRatio,
        initialMarginRatio: update.initialMarginRatio,
        maintenanceMarginRatio: update.maintenanceMarginRatio,
        at: latest(update.at),
      });
      if (toldSince !== null) toldSince = { ...toldSince, ...told };
      feed.put({ ...(known ?? unread), ...told });
    },
    changed: () => refresh.soon(),
    forgetDates() {
      const known = get();
      if (known !== undefined) feed.put({ ...known, at: null });
    },
    stop: () => refresh.stop(),
  };
}

/** What a frame carries of a row. */
const carried = (row: Partial<AccountRow>): Partial<AccountRow> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** The row before anything was read. */
const unread: AccountRow = {
  id: 'account',
  accountMode: null,
  positionMode: null,
  spotMarginLeverage: null,
  totalCollateral: null,
  freeCollateral: null,
  freeCollateralAt: null,
  crossPnlThen: null,
  totalAccountValue: null,
  marginRatio: null,
  openMarginRatio: null,
  initialMarginRatio: null,
  maintenanceMarginRatio: null,
  makerFeeRate: null,
  takerFeeRate: null,
  readAt: null,
  at: null,
};
