import type { RequestOutput } from '../../../../shared/contract/contract.ts';
import { add, isZero, negate, ZERO, type Decimal } from '../../../../shared/decimal.ts';
import { archiveOf } from '../../../../shared/history/archive.ts';
import type { HistoryName } from '../../../../shared/history/tables.ts';

/** A sum as it is read: "Paid 12.5 USDT". */
export interface SumLine {
  readonly label: string;
  readonly sum: Decimal;
  readonly unit: string;
  readonly rows: number;
  /** What is left of payments in both directions; others have no direction. */
  readonly net: boolean;
}

type Sums = RequestOutput<'archive.sums'>['sums'];

const WORDS: Readonly<Record<string, string>> = {
  Pay: 'Paid',
  Receive: 'Received',
  BUY: 'Bought',
  SELL: 'Sold',
  DEPOSIT: 'Deposited',
  WITHDRAW: 'Withdrawn',
  LOAN: 'Accrued',
  REPAY: 'Repaid',
  AUTO_REPAY: 'Repaid by itself',
};

/** The token that a group's sum is in: a symbol is SPOT_<base>_<quote> or PERP_<base>_<quote>. */
export function unitOf(history: HistoryName, field: string, by: readonly string[]): string {
  const [first = ''] = by;
  const symbol = archiveOf(history).sums.find((sum) => sum.field === field)?.by[0] === 'symbol';
  if (!symbol) return first;
  const [, base = '', quote = ''] = first.split('_');
  return field === 'fundingFee' || field === 'realizedPnl' ? quote : base;
}

/** Sums of all groups that are in the same token and of the same kind, and for funding what is left of them. */
export function sumLines(history: HistoryName, sums: Sums): SumLine[] {
  const lines = new Map<string, SumLine>();
  const take = (label: string, unit: string, sum: Decimal, rows: number, net = false): void => {
    const before = lines.get(`${label} ${unit}`);
    lines.set(`${label} ${unit}`, {
      label,
      unit,
      net,
      sum: add(before?.sum ?? ZERO, sum),
      rows: (before?.rows ?? 0) + rows,
    });
  };
  for (const { field, groups } of sums) {
    const title = archiveOf(history).sums.find((sum) => sum.field === field)?.title ?? field;
    for (const { by, sum, rows } of groups) {
      const unit = unitOf(history, field, by);
      if (unit === '' || isZero(sum)) continue;
      const kind = by[1];
      take(kind === undefined ? title : (WORDS[kind] ?? kind), unit, sum, rows);
      // What was paid is written without a sign (protocol.md, E16).
      if (history === 'funding') take('Net', unit, kind === 'Pay' ? negate(sum) : sum, rows, true);
    }
  }
  // What is left of both is read after both.
  return [...lines.values()].toSorted((a, b) => Number(a.net) - Number(b.net));
}
