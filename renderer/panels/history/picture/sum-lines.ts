import type { RequestOutput } from '../../../../shared/contract/contract.ts';
import { add, isZero, negate, ZERO, type Decimal } from '../../../../shared/decimal.ts';
import { archiveOf } from '../../../../shared/history/archive.ts';
import type { HistoryName } from '../../../../shared/history/tables.ts';

/** A sum as it is read: "Paid 12.5 USDT". */
export interface SumLine {
  readonly label: string;
  readonly sum: Decimal;
  readonly unit: string;
  /** Of contracts or of coins, where both count in the same unit. */
  readonly kind: 'spot' | 'perpetual' | null;
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
  // Hedge mode's words: what closes a short is bought.
  'OPEN LONG': 'Bought',
  'CLOSE SHORT': 'Bought',
  'OPEN SHORT': 'Sold',
  'CLOSE LONG': 'Sold',
  DEPOSIT: 'Deposited',
  WITHDRAW: 'Withdrawn',
  LOAN: 'Accrued',
  REPAY: 'Repaid',
  AUTO_REPAY: 'Repaid by itself',
};
/** A deposit or withdrawal that was not completed moved nothing yet, and a cancelled one never will. */
const ON_ITS_WAY: Readonly<Record<string, string>> = {
  DEPOSIT: 'Deposits on their way',
  WITHDRAW: 'Withdrawals on their way',
};

/** The token that a group's sum is in: a symbol is SPOT_<base>_<quote> or PERP_<base>_<quote>. */
export function unitOf(history: HistoryName, field: string, by: readonly string[]): string {
  const [first = ''] = by;
  const symbol = archiveOf(history).sums.find((sum) => sum.field === field)?.by[0] === 'symbol';
  if (!symbol) return first;
  const [, base = '', quote = ''] = first.split('_');
  return field === 'fundingFee' || field === 'realizedPnl' ? quote : base;
}

/** What a group adds to a line; null where it adds to none. */
interface Part {
  readonly label: string;
  readonly sum: Decimal;
  /** With its sign, where the history has payments in both directions. */
  readonly net?: Decimal;
}

/** @param own id of the account on screen; null while it is not known. */
function partOf(
  history: HistoryName,
  field: string,
  title: string,
  by: readonly string[],
  sum: Decimal,
  own: string | null,
): Part | null {
  const kind = by[1] ?? '';
  const word = WORDS[kind] ?? (kind === '' ? title : kind);
  switch (history) {
    case 'wallet': {
      const status = field === 'amount' ? (by[2] ?? '') : kind;
      if (status === 'CANCELED') return null;
      if (field !== 'amount') return { label: status === 'COMPLETED' ? title : `${title} on their way`, sum };
      return { label: status === 'COMPLETED' ? word : (ON_ITS_WAY[kind] ?? word), sum };
    }
    case 'transfers': {
      const [, from, to] = by;
      if (own === null || (from === own) === (to === own)) return { label: 'Moved', sum };
      return from === own ? { label: 'Sent', sum, net: negate(sum) } : { label: 'Received', sum, net: sum };
    }
    case 'funding':
      // What was paid is written without a sign (protocol.md, E16).
      return { label: word, sum, net: kind === 'Pay' ? negate(sum) : sum };
    case 'interest':
      // What accrues is written below zero, what is repaid above (protocol.md, E19).
      return { label: word, sum: kind === 'LOAN' ? negate(sum) : sum, net: sum };
    default:
      return { label: word, sum };
  }
}

/** Figures in quote currency come first: they are what a day came to. */
const FIRST = ['realizedPnl', 'fee'];

/**
 * Sums of all groups that are in the same token and of the same kind, and what is left of payments in both directions.
 *
 * @param own id of the account on screen, by which transfers have a direction; null while it is not known.
 */
export function sumLines(history: HistoryName, sums: Sums, own: string | null = null): SumLine[] {
  const lines = new Map<string, SumLine>();
  const take = (line: SumLine): void => {
    const key = `${line.label} ${line.unit} ${line.kind ?? ''}`;
    const before = lines.get(key);
    lines.set(key, { ...line, sum: add(before?.sum ?? ZERO, line.sum), rows: (before?.rows ?? 0) + line.rows });
  };
  const rank = (field: string): number => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length);
  for (const { field, groups } of sums.toSorted((a, b) => rank(a.field) - rank(b.field))) {
    const title = archiveOf(history).sums.find((sum) => sum.field === field)?.title ?? field;
    for (const { by, sum, rows } of groups) {
      const unit = unitOf(history, field, by);
      const part = unit === '' || isZero(sum) ? null : partOf(history, field, title, by, sum, own);
      if (part === null) continue;
      const kind = field === 'executedQuantity' || field === 'executed' ? kindOf(by[0] ?? '') : null;
      take({ label: part.label, unit, kind, sum: part.sum, rows, net: false });
      if (part.net !== undefined) take({ label: 'Net', unit, kind: null, sum: part.net, rows, net: true });
    }
  }
  // What is left of both is read after both.
  return [...lines.values()].toSorted((a, b) => Number(a.net) - Number(b.net));
}

const kindOf = (symbol: string): SumLine['kind'] =>
  symbol.startsWith('PERP_') ? 'perpetual' : symbol.startsWith('SPOT_') ? 'spot' : null;
