import type { HistoryName } from './tables.ts';

/** What can be added up over a whole history, and by which of its fields the sums are kept apart. */
export interface HistorySum {
  readonly field: string;
  readonly title: string;
  /** Fields whose values get a sum of their own: the token that an amount is in, at least. */
  readonly by: readonly string[];
  /** The cell lists amounts with their tokens, "1.5 USDT, 20 BTC"; the token is its own group. */
  readonly listed?: true;
}

/** How a history is kept on this machine. */
export interface ArchiveDescription {
  readonly sums: readonly HistorySum[];
  /** Values of a field after which a record changes no more; none means that records never change. */
  readonly settled?: { readonly field: string; readonly values: readonly string[] };
  /** Records go on changing for ever, or have no time of their own: each download reads all of them. */
  readonly whole?: true;
  /** The record's id names something else than the record: two records may be alike in everything. */
  readonly alike?: true;
}

/** The archives of the eight histories. A reward carries the id of its referral and no date (E22). */
export const archives = {
  orders: {
    sums: [
      { field: 'executed', title: 'Executed', by: ['symbol', 'side'] },
      { field: 'totalFee', title: 'Fees', by: ['feeAsset'] },
    ],
    settled: { field: 'status', values: ['FILLED', 'CANCELLED', 'REJECTED'] },
  },
  fills: {
    sums: [
      { field: 'executedQuantity', title: 'Quantity', by: ['symbol', 'side'] },
      { field: 'fee', title: 'Fees', by: ['feeAsset'] },
      { field: 'realizedPnl', title: 'Realised PnL', by: ['symbol'] },
    ],
  },
  wallet: {
    sums: [
      { field: 'amount', title: 'Amount', by: ['token', 'tokenSide', 'status'] },
      { field: 'feeAmount', title: 'Fees', by: ['feeToken', 'status'] },
    ],
    settled: { field: 'status', values: ['COMPLETED', 'CANCELED'] },
  },
  transfers: {
    sums: [{ field: 'amount', title: 'Amount', by: ['token', 'from.applicationId', 'to.applicationId'] }],
    settled: { field: 'status', values: ['COMPLETED'] },
  },
  interest: { sums: [{ field: 'interest', title: 'Interest', by: ['token', 'side'] }] },
  funding: { sums: [{ field: 'fundingFee', title: 'Funding fees', by: ['symbol', 'paymentType'] }] },
  referrals: {
    sums: [
      { field: 'earned', title: 'Earned', by: ['token'], listed: true },
      { field: 'extraBonus', title: 'Bonus', by: ['token'], listed: true },
    ],
    whole: true,
  },
  rewards: {
    sums: [
      { field: 'earned', title: 'Earned', by: ['token'], listed: true },
      { field: 'extraBonus', title: 'Bonus', by: ['token'], listed: true },
    ],
    whole: true,
    alike: true,
  },
} as const satisfies Readonly<Record<HistoryName, ArchiveDescription>>;

/** The archive of a history, its parts by their common types. */
export const archiveOf = (name: HistoryName): ArchiveDescription => archives[name];
