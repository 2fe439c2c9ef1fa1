import { z } from 'zod';
import { historyRange, looseInput, positiveInput, textInput } from '../inputs.ts';
import { balancesRecord } from '../records/account.ts';
import {
  depositAddressRecord,
  tokenHistoryRecord,
  transferHistoryRecord,
  transferredRecord,
  walletHistoryRecord,
  withdrawnRecord,
} from '../records/histories.ts';
import { nothing, page } from '../records/rows.ts';
import { page1000, per, row } from './row.ts';

const walletStatuses = ['NEW', 'CONFIRMING', 'PROCESSING', 'COMPLETED', 'CANCELED'] as const;
const tokenMovements = [
  'WITHDRAW',
  'DEPOSIT',
  'FIAT_WITHDRAW',
  'FIAT_DEPOSIT',
  'EARN',
  'VAULT_WITHDRAW',
  'VAULT_DEPOSIT',
  'YIELD_TO_BALANCE',
  'CREDIT',
  'DISTRIBUTION',
  'REFERRAL',
  'SUB_ACCOUNT_TRANSFER',
  'REBATE',
  'LIQUIDATION',
  'SPECIAL',
  'STAKING',
  'UNSTAKING',
  'UNSTAKING_FEE',
  'INTEREST',
  'CONVERT',
  'FUNDING_FEE',
  'REALIZED_PNL',
  'RFQ',
  'COPY_FEE',
  'COPY_PROFIT_SHARED',
  'SPOT_TRANSACTION',
  'TRANSACTION_FEE',
] as const;
const history = { lane: 'history', page: page1000, time: 'ms' } as const;
const party = z.strictObject({ applicationId: textInput });

/** Tokens and their movements (interface-v3.md, E3 to E6; protocol.md, 3.4). */
export const assetEndpoints = {
  'asset.balances': row('GET', '/v3/asset/balances', {
    input: z.strictObject({ token: textInput.optional() }),
    output: balancesRecord,
    limit: per(10, 1),
    lane: 'read',
    source: 'D',
    summary: 'Balances',
  }),
  'asset.transfer': row('POST', '/v3/asset/transfer', {
    number: 'E3',
    input: z.strictObject({ token: textInput, amount: positiveInput, from: party, to: party }),
    numbers: ['amount'],
    output: transferredRecord,
    limit: per(20, 60),
    lane: 'read',
    source: 'S',
    summary: 'Moves tokens between two accounts',
  }),
  'asset.withdraw': row('POST', '/v3/asset/wallet/withdraw', {
    number: 'E4',
    input: z.strictObject({
      token: textInput,
      network: textInput,
      amount: positiveInput,
      address: textInput,
      extra: textInput.optional(),
    }),
    output: withdrawnRecord,
    limit: per(10, 60),
    lane: 'read',
    source: 'S',
    summary: 'Asks for a withdrawal on chain',
  }),
  'asset.cancelWithdraw': row('DELETE', '/v3/asset/wallet/withdraw/{withdrawId}', {
    input: z.strictObject({ withdrawId: textInput }),
    output: nothing,
    // not stated: the limit of E4
    limit: per(10, 60),
    lane: 'read',
    source: 'C',
    summary: 'Cancels a withdrawal',
  }),
  'asset.walletHistory': row('GET', '/v3/asset/wallet/history', {
    ...history,
    number: 'E5',
    input: z.strictObject({
      /** Looks up one withdrawal or internal transfer; its name is our choice (protocol.md, section 8). */
      id: textInput.optional(),
      network: textInput.optional(),
      token: textInput.optional(),
      type: z.enum(['BALANCE', 'COLLATERAL']).optional(),
      tokenSide: z.enum(['DEPOSIT', 'WITHDRAW']).optional(),
      status: z.enum(walletStatuses).optional(),
      ...historyRange(1000),
    }),
    output: page(walletHistoryRecord),
    limit: per(10, 60),
    source: 'S',
    summary: 'Deposits and withdrawals',
  }),
  'asset.transferHistory': row('GET', '/v3/asset/transfer/history', {
    ...history,
    number: 'E6',
    input: z.strictObject(historyRange(1000)),
    output: page(transferHistoryRecord),
    limit: per(20, 60),
    source: 'S',
    summary: 'Transfers between accounts',
  }),
  'asset.tokenHistory': row('GET', '/v3/asset/token/history', {
    ...history,
    input: z.strictObject({ type: z.enum(tokenMovements).optional(), ...historyRange(1000) }),
    output: page(tokenHistoryRecord),
    limit: per(10, 60),
    source: 'D',
    summary: 'Every movement of tokens, by kind',
  }),
  'asset.depositAddress': row('GET', '/v3/asset/wallet/deposit', {
    input: z.strictObject({ token: textInput, network: textInput }),
    output: depositAddressRecord,
    limit: per(10, 60),
    lane: 'read',
    source: 'C',
    summary: 'Address to deposit a token at',
  }),
  'asset.yieldHistory': row('GET', '/v3/asset/staking/yieldHistory', {
    input: looseInput,
    output: z.unknown(),
    limit: per(10, 60),
    lane: 'history',
    source: '?',
    summary: 'Yields of staking; parameters and answer are not known',
  }),
} as const;
