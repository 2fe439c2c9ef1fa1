import { z } from 'zod';
import {
  decimalField,
  idField,
  instantField,
  maybeDecimalField,
  maybeInstantField,
  maybeIntegerField,
  maybeTextField,
} from '../fields.ts';

/** Records of the histories and of moving tokens (interface-v3.md, E3 to E6, E16, E19, E21, E22; protocol.md, 3.4). */

/** A deposit or withdrawal. `token` may name its network, as in ARB_USDCNATIVE. */
export const walletHistoryRecord = z.looseObject({
  createdTime: instantField,
  updatedTime: maybeInstantField,
  id: z.string(),
  externalId: maybeTextField,
  applicationId: maybeTextField,
  token: z.string(),
  targetAddress: maybeTextField,
  sourceAddress: maybeTextField,
  confirmingThreshold: maybeIntegerField,
  confirmedNumber: maybeIntegerField,
  extra: maybeTextField,
  type: maybeTextField,
  tokenSide: z.string(),
  amount: decimalField,
  txId: maybeTextField,
  feeToken: maybeTextField,
  feeAmount: maybeDecimalField,
  status: z.string(),
});

const transferParty = z.looseObject({ applicationId: maybeTextField, accountName: maybeTextField });
export const transferHistoryRecord = z.looseObject({
  id: idField,
  token: z.string(),
  amount: decimalField,
  status: z.string(),
  from: transferParty,
  to: transferParty,
  createdTime: instantField,
  updatedTime: maybeInstantField,
});

/** Interest is negative on LOAN (it accrues) and positive on AUTO_REPAY (protocol.md, E19). */
export const interestRecord = z.looseObject({
  id: idField,
  token: z.string(),
  side: z.string(),
  status: maybeTextField,
  quantity: maybeDecimalField,
  userId: maybeTextField,
  applicationId: maybeTextField,
  interest: maybeDecimalField,
  hourlyRate: maybeDecimalField,
  annualRate: maybeDecimalField,
  createdTime: instantField,
  updatedTime: maybeInstantField,
  loanAmount: maybeDecimalField,
});

/** The amount is unsigned in effect: paymentType Pay is what you paid, Receive what you got (protocol.md, E16). */
export const fundingFeeRecord = z.looseObject({
  id: idField,
  symbol: z.string(),
  fundingRate: decimalField,
  markPrice: maybeDecimalField,
  fundingFee: decimalField,
  fundingIntervalHours: maybeIntegerField,
  paymentType: maybeTextField,
  status: maybeTextField,
  createdTime: instantField,
  updatedTime: maybeInstantField,
});

const tokenAmount = z.looseObject({ token: z.string(), amount: decimalField });
const tokenTotal = z.looseObject({ token: z.string(), totalAmount: decimalField });
const listed = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? []);
export const referralRecord = z.looseObject({
  referralId: idField,
  registerTime: maybeInstantField,
  referralCode: maybeTextField,
  tradeStatus: maybeTextField,
  earned: listed(tokenAmount),
  extraBonus: listed(tokenAmount),
  previousCommission: listed(tokenTotal),
  email: maybeTextField,
});

export const tokenHistoryRecord = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  type: z.string(),
  token: z.string(),
  amount: decimalField,
  timestamp: instantField,
});

/** `extra` is the memo or tag that some networks need. */
export const depositAddressRecord = z.looseObject({ address: z.string(), extra: maybeTextField });

export const transferredRecord = z.looseObject({ id: idField });
export const withdrawnRecord = z.looseObject({ withdrawId: z.union([z.string(), z.number()]).transform(String) });
