import type { Fixed } from './money/fixed.ts';

/** Rows of the histories that an account keeps. Times are exchange ms; newest last. */

/** One change of a token, by kind (GET /v3/asset/token/history). */
interface TokenMove {
  readonly id: string;
  readonly type: TokenMoveType;
  readonly token: string;
  /** Signed. */
  readonly amount: Fixed;
  readonly at: number;
}
export type TokenMoveType =
  | 'WITHDRAW'
  | 'DEPOSIT'
  | 'SUB_ACCOUNT_TRANSFER'
  | 'LIQUIDATION'
  | 'INTEREST'
  | 'FUNDING_FEE'
  | 'REALIZED_PNL'
  | 'SPOT_TRANSACTION'
  | 'TRANSACTION_FEE'
  | 'REFERRAL'
  | 'SPECIAL';

/** One funding payment; `fee` has no sign, `pays` says which way it went. */
interface FundingFee {
  readonly id: string;
  readonly symbol: string;
  readonly rate: Fixed;
  readonly mark: number;
  readonly fee: Fixed;
  readonly pays: boolean;
  readonly at: number;
}

/** One accrual (LOAN) or payment (REPAY, AUTO_REPAY) of margin interest, without sign. */
export interface InterestRecord {
  readonly id: string;
  readonly token: string;
  readonly side: 'LOAN' | 'REPAY' | 'AUTO_REPAY';
  readonly interest: Fixed;
  readonly loan: Fixed | null;
  readonly hourlyRate: Fixed | null;
  readonly annualRate: Fixed | null;
  readonly at: number;
}

type WalletStatus = 'NEW' | 'CONFIRMING' | 'PROCESSING' | 'COMPLETED' | 'CANCELED';

/** A deposit or a withdrawal on its way; its status walks and its confirmations count up. */
export interface WalletRecord {
  readonly id: string;
  readonly accountId: string;
  readonly token: string;
  readonly network: string;
  readonly tokenSide: 'DEPOSIT' | 'WITHDRAW';
  readonly amount: Fixed;
  readonly fee: Fixed;
  readonly target: string;
  readonly source: string;
  readonly extra: string;
  readonly threshold: number;
  confirmed: number;
  status: WalletStatus;
  txId: string;
  readonly createdAt: number;
  updatedAt: number;
  /** Whether the network will take it back. */
  doomed: boolean;
}

interface Transfer {
  readonly id: string;
  readonly token: string;
  readonly amount: Fixed;
  readonly from: { readonly applicationId: string; readonly accountName: string };
  readonly to: { readonly applicationId: string; readonly accountName: string };
  readonly at: number;
}

/** A user whom the account referred, and what that earned so far. */
export interface Referral {
  readonly id: string;
  readonly registeredAt: number;
  readonly code: string;
  readonly email: string;
  traded: boolean;
  earned: Fixed;
  bonus: Fixed;
}
/** One day's reward from one referred user. */
export interface Reward {
  readonly referral: Referral;
  readonly earned: Fixed;
  readonly bonus: Fixed;
  readonly at: number;
}

/** All histories of an account. */
export interface Histories {
  readonly moves: TokenMove[];
  readonly funding: FundingFee[];
  readonly interest: InterestRecord[];
  readonly wallet: WalletRecord[];
  readonly transfers: Transfer[];
  readonly referrals: Referral[];
  readonly rewards: Reward[];
}

export const newHistories = (): Histories => ({
  moves: [],
  funding: [],
  interest: [],
  wallet: [],
  transfers: [],
  referrals: [],
  rewards: [],
});

/** Rows kept of each history; older ones are forgotten, so that memory stays flat. */
const KEPT = 40_000;

/** Adds a row and forgets the oldest ones past the bound. */
export function keep<Row>(rows: Row[], row: Row): void {
  rows.push(row);
  if (rows.length > KEPT + 1_000) rows.splice(0, rows.length - KEPT);
}
