import { z } from 'zod';
import { canonical } from '../../../shared/address/shapes.ts';
import { decimalText, maybeDecimal } from '../../../shared/contract-kit.ts';
import type { MoveRow } from '../../../shared/contract/assets.ts';
import { abs, add, compare, type Decimal } from '../../../shared/decimal.ts';
import { FaultError } from '../../../shared/errors.ts';
import type {
  interestRecord,
  transferHistoryRecord,
  walletHistoryRecord,
} from '../../../shared/v3/records/histories.ts';
import type { JournaledCommand } from '../storage/journal.ts';

const what = { token: z.string(), amount: decimalText, notBefore: z.int().nullable() };
/** A movement of money as the journal keeps it. `notBefore` is the exchange ms before which it was not signed, where known. */
const moveSchema = z.discriminatedUnion('kind', [
  z.object({ ...what, kind: z.literal('transfer'), from: z.string(), to: z.string() }),
  z.object({ ...what, kind: z.literal('repay') }),
  z.object({
    ...what,
    kind: z.literal('withdraw'),
    network: z.string(),
    address: z.string(),
    memo: z.string(),
    fee: maybeDecimal,
    /** Worth in USDT when it was pressed; null where no price was known. */
    value: maybeDecimal,
  }),
]);
export type Move = Readonly<z.output<typeof moveSchema>>;

export const MOVE_NAMES: Readonly<Record<MoveRow['kind'], 'assets.transfer' | 'assets.withdraw' | 'assets.repay'>> = {
  transfer: 'assets.transfer',
  withdraw: 'assets.withdraw',
  repay: 'assets.repay',
};

/**
 * Reads a journaled movement back; null where the command is none.
 *
 * @throws FaultError NotAllowed (`money`) where it cannot be read: whether another would repeat it is not known then.
 */
export function moveOf({ name, input, summary }: JournaledCommand): Move | null {
  if (!Object.values<string>(MOVE_NAMES).includes(name)) return null;
  try {
    return moveSchema.parse(JSON.parse(input));
  } catch {
    const reason = `What is written of “${summary}” cannot be read, and whether this would repeat it is not known.`;
    throw new FaultError({ kind: 'NotAllowed', policy: 'money', reason });
  }
}

/** Whether two movements do the same: a person who presses twice may mean one. */
export function sameMove(one: Move, other: Move): boolean {
  if (one.token !== other.token || compare(one.amount, other.amount) !== 0) return false;
  switch (one.kind) {
    case 'repay':
      return other.kind === 'repay';
    case 'transfer':
      return other.kind === 'transfer' && one.from === other.from && one.to === other.to;
    case 'withdraw':
      return (
        other.kind === 'withdraw' &&
        one.network === other.network &&
        canonical(one.address) === canonical(other.address) &&
        one.memo === other.memo
      );
  }
}

type WalletRecord = z.output<typeof walletHistoryRecord>;
type TransferRecord = z.output<typeof transferHistoryRecord>;
type InterestRecord = z.output<typeof interestRecord>;

/** Whether a wallet record is in this token: it may carry its network's name in front, as ARB_USDCNATIVE does (protocol.md, E5). */
const isToken = (token: string, { token: named }: WalletRecord): boolean =>
  [token, `${token}NATIVE`].some((each) => named === each || named.endsWith(`_${each}`));

/** Whether a record has this amount. Whether the exchange writes it with its fee or without is not known. */
const hasAmount = (wanted: Decimal, { amount, feeAmount }: WalletRecord): boolean =>
  compare(amount, wanted) === 0 || (feeAmount !== null && compare(add(amount, feeAmount), wanted) === 0);

/** E5: whether a record is of this withdrawal. */
export const isWithdrawal = (move: Extract<Move, { kind: 'withdraw' }>, row: WalletRecord): boolean =>
  row.tokenSide === 'WITHDRAW' &&
  isToken(move.token, row) &&
  hasAmount(move.amount, row) &&
  row.targetAddress !== null &&
  canonical(row.targetAddress) === canonical(move.address) &&
  (row.extra ?? '') === move.memo;

/** E6. */
export const isTransfer = (move: Extract<Move, { kind: 'transfer' }>, row: TransferRecord): boolean =>
  row.token === move.token &&
  compare(row.amount, move.amount) === 0 &&
  row.from.applicationId === move.from &&
  row.to.applicationId === move.to;

/** E19: of which field the amount is in is not known for certain. */
export const isRepayment = (move: Extract<Move, { kind: 'repay' }>, row: InterestRecord): boolean =>
  row.side === 'REPAY' &&
  row.token === move.token &&
  [row.interest, row.quantity].some((amount) => amount !== null && compare(abs(amount), move.amount) === 0);
