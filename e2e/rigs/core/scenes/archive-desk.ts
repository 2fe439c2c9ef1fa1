import type { ArchiveCalls } from '../../../../electron/core/history/archive/archive-calls.ts';
import type { ArchiveThread } from '../../../../electron/core/history/archive/thread.ts';
import type { Call } from '../scripted-client.ts';

/** The archive's calls without a thread, one turn late as a thread's answers are. */
export function inThisThread(calls: ArchiveCalls): ArchiveThread {
  const late = Object.entries(calls).map(([name, call]) => [
    name,
    async (...input: readonly unknown[]) => {
      await Promise.resolve();
      return (call as (...given: readonly unknown[]) => unknown)(...input); // what the call of this name takes
    },
  ]);
  return Object.fromEntries(late) as ArchiveThread; // the same names, each a promise later
}

/** A funding fee as the exchange keeps it. */
export interface Fee {
  readonly id: number | string;
  readonly at: number;
  readonly fee: string;
}

/** A fee as it stands on the wire (interface-v3.md, E16). */
export const feeOnWire = ({ id, at, fee }: Fee): Record<string, unknown> => ({
  id,
  symbol: Number(id) % 2 === 0 ? 'PERP_BTC_USDT' : 'PERP_ETH_USDT',
  fundingRate: '0.0001',
  markPrice: '64210.5',
  fundingFee: fee,
  fundingIntervalHours: 8,
  paymentType: Number(id) % 3 === 0 ? 'Receive' : 'Pay',
  status: 'COMPLETED',
  createdTime: at,
  updatedTime: at,
});

/** Answers E16 from a list that a test may change while it is read: newest first, as the exchange does. */
export function feePages(fees: readonly Fee[], { input }: Call): Record<string, unknown> {
  const { page, size, startTime, endTime } = input as Record<'page' | 'size' | 'startTime' | 'endTime', number>; // E16's own
  const wanted = fees
    .filter(({ at }) => at >= (startTime ?? 0) && at <= (endTime ?? Infinity))
    .toSorted((a, b) => b.at - a.at);
  return {
    rows: wanted.slice((page - 1) * size, page * size).map(feeOnWire),
    meta: { total: wanted.length, recordsPerPage: size, currentPage: page },
  };
}
