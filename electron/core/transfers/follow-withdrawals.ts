import type { MoveRow } from '../../../shared/contract/assets.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import type { FeedStore } from '../page/feeds.ts';
import type { Notices } from '../commands/notices.ts';
import type { Clock, Timer, Unsubscribe } from '../world/ports.ts';

/** How often is looked, by how long the newest is on its way: E5 may be asked ten times a minute, by histories too. */
const PACES = [
  { within: 120_000, everyMs: 8_000 },
  { within: 900_000, everyMs: 20_000 },
  { within: Number.POSITIVE_INFINITY, everyMs: 60_000 },
] as const;
const MOST = 1000;
const ENDED: ReadonlySet<string> = new Set(['COMPLETED', 'CANCELED', 'CANCELLED', 'REJECTED', 'FAILED']);

/** Follows withdrawals that the exchange has accepted, from NEW to their end. */
export interface Following {
  /** Looks soon, and then again until all of them have ended. */
  follow(): void;
  /** Looks soon, whenever the next look would be. */
  now(): void;
  stop: Unsubscribe;
}

/** @param feed whose accepted withdrawals are followed; one read tells of all of them. */
export function followWithdrawals(
  client: ExchangeClient,
  clock: Clock,
  feed: FeedStore<MoveRow>,
  notices: Notices,
): Following {
  let timer: Timer | null = null;
  let stopped = false;
  const open = (): MoveRow[] =>
    [...feed.rows()].filter(
      (row) =>
        row.kind === 'withdraw' && row.status === 'accepted' && row.exchangeId !== null && !ENDED.has(row.stage ?? ''),
    );

  function again(ms: number): void {
    timer?.cancel();
    timer = stopped ? null : clock.after(ms, () => void look());
  }

  async function look(): Promise<void> {
    timer = null;
    const rows = open();
    if (rows.length === 0) return;
    // The local clock may be off: a day of it does not matter here.
    const startTime = Math.max(0, Math.min(...rows.map(({ at }) => at)) - 86_400_000);
    try {
      const asked = { tokenSide: 'WITHDRAW', startTime, page: 1, size: MOST } as const;
      const records = await client.call('asset.walletHistory', asked, { lane: 'read' });
      const byId = new Map(records.rows.map((record) => [record.id, record]));
      for (const row of rows) {
        const record = byId.get(row.exchangeId ?? '');
        if (record === undefined) continue;
        // One that had ended before this run is no news.
        if (row.stage !== null && row.stage !== record.status && ENDED.has(record.status))
          notices.say(record.status === 'COMPLETED' ? 'info' : 'warning', `${row.summary}: ${record.status}.`);
        feed.put({
          ...row,
          stage: record.status,
          confirmed: record.confirmedNumber,
          threshold: record.confirmingThreshold,
          txId: record.txId === '' ? null : record.txId,
          fee: record.feeAmount ?? row.fee,
          seenAt: Math.round(clock.now()),
        });
      }
    } catch {
      // It is asked again; the row shows when it was last heard of.
    }
    if (timer !== null || stopped) return;
    const left = open();
    if (left.length === 0) return;
    const age = clock.now() - Math.max(...left.map(({ at }) => at));
    again(PACES.find(({ within }) => age < within)?.everyMs ?? 60_000);
  }

  return {
    follow() {
      if (timer === null) again(1_000);
    },
    now: () => again(500),
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}
