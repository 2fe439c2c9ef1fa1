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
  const range = { startTime: Math.max(0, Math.floor(since - SLACK_MS)), page: 1, size: MOST };
  const found = await recordsOf();
  return found
    .filter(({ createdTime }) => createdTime >= since - SLACK_MS)
    .map(({ id, createdTime }) => ({ id, at: createdTime }))
    .toSorted((a, b) => a.at - b.at);

  async function recordsOf(): Promise<readonly { readonly id: string; readonly createdTime: number }[]> {
    const lane = { lane: 'read' } as const;
    switch (move.kind) {
      case 'withdraw': {
        const { rows } = await client.call('asset.walletHistory', { tokenSide: 'WITHDRAW', ...range }, lane);
        return rows.filter((row) => isWithdrawal(move, row));
      }
      case 'transfer': {
        const { rows } = await client.call('asset.transferHistory', range, lane);
        return rows.filter((row) => isTransfer(move, row));
      }
      case 'repay': {
        const asked = { side: 'REPAY', ...range, size: MOST_INTEREST } as const;
        const { rows } = await client.call('spotMargin.interestHistory', asked, lane);
        return rows.filter((row) => isRepayment(move, row));
      }
    }
  }
}
