import type { PageMeta } from '../../../shared/v3/records.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import { isRepayment, isTransfer, isWithdrawal, type Move } from './move.ts';

/** Clocks of one exchange's parts differ by less than this. */
export const SLACK_MS = 5_000;
const MOST = 1000;
const MOST_INTEREST = 500;

/** A record of the exchange that fits a movement. */
export interface FoundMove {
  readonly id: string;
  readonly at: number;
}

/**
 * Looks for a movement in the history that would have it (E5, E6, E19). Rejects with FaultError.
 *
 * @param since exchange ms before which it cannot have happened.
 * @returns records that fit, oldest first.
 */
export async function findMove(client: ExchangeClient, move: Move, since: number): Promise<readonly FoundMove[]> {
  const range = { startTime: Math.max(0, Math.floor(since - SLACK_MS)) };
  const found = await recordsOf();
  return found
    .filter(({ createdTime }) => createdTime >= since - SLACK_MS)
    .map(({ id, createdTime }) => ({ id, at: createdTime }))
    .toSorted((a, b) => a.at - b.at);

  async function recordsOf(): Promise<readonly Dated[]> {
    const lane = { lane: 'read' } as const;
    switch (move.kind) {
      case 'withdraw':
        return allPages(MOST, (page) => {
          const asked = { tokenSide: 'WITHDRAW', ...range, page, size: MOST } as const;
          return client.call('asset.walletHistory', asked, lane);
        }).then((rows) => rows.filter((row) => isWithdrawal(move, row)));
      case 'transfer':
        return allPages(MOST, (page) =>
          client.call('asset.transferHistory', { ...range, page, size: MOST }, lane),
        ).then((rows) => rows.filter((row) => isTransfer(move, row)));
      case 'repay':
        return allPages(MOST_INTEREST, (page) => {
          const asked = { side: 'REPAY', ...range, page, size: MOST_INTEREST } as const;
          return client.call('spotMargin.interestHistory', asked, lane);
        }).then((rows) => rows.filter((row) => isRepayment(move, row)));
    }
  }
}

interface Dated {
  readonly id: string;
  readonly createdTime: number;
}

/**
 * Reads until a page is not full and there are no more by the exchange's own count, since it may give fewer a page than
 * it is asked for; or until one brings nothing new, as one beyond the last may. A record that stands on the next page
 * must not be called never arrived.
 */
async function allPages<Row extends Dated>(
  size: number,
  read: (page: number) => Promise<{ readonly rows: readonly Row[]; readonly meta: PageMeta | null }>,
): Promise<Row[]> {
  const found: Row[] = [];
  const known = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { rows, meta } = await read(page);
    const fresh = rows.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    found.push(...fresh);
    const isLast = rows.length < size && found.length >= (meta?.total ?? 0);
    if (isLast || fresh.length === 0) return found;
  }
}
