import { z } from 'zod';
import { historyRange, looseInput, noInput, pageInput, sizeInput } from '../inputs.ts';
import {
  accountInfoRecord,
  credentialRecord,
  listenKeyRecord,
  subAccountRecord,
  tokenConfigRecord,
} from '../records/account.ts';
import { referralRecord } from '../records/histories.ts';
import { list, nothing, page } from '../records/rows.ts';
import { page1000, per, row } from './row.ts';

// Names by the family's pattern. The interface says "Unix timestamp" without a unit: ms, as everywhere that shows one.
const referral = {
  input: z.strictObject(historyRange(1000)),
  output: page(referralRecord),
  limit: per(10, 60),
  lane: 'history',
  page: page1000,
  time: 'ms',
  source: 'S',
} as const;

/** The account and its settings (interface-v3.md, E20 to E22; protocol.md, 3.4). */
export const accountEndpoints = {
  'account.listenKey': row('POST', '/v3/account/listenKey', {
    number: 'E20',
    input: z.strictObject({ type: z.literal('WEBSOCKET') }),
    output: listenKeyRecord,
    limit: per(5, 10),
    lane: 'read',
    source: 'S',
    summary: 'Makes a key for the private stream; the one before expires at once',
  }),
  'account.info': row('GET', '/v3/account/info', {
    input: noInput,
    output: accountInfoRecord,
    limit: per(10, 60),
    lane: 'read',
    source: 'D',
    summary: 'Modes, margin ratios and totals of the account',
  }),
  'account.tokenConfig': row('GET', '/v3/account/tokenConfig', {
    input: noInput,
    output: list(tokenConfigRecord),
    limit: per(10, 1),
    lane: 'read',
    source: 'D',
    summary: 'Collateral and margin settings of each token',
  }),
  'account.symbolConfig': row('GET', '/v3/account/symbolConfig', {
    input: noInput,
    output: z.unknown(),
    limit: per(10, 1),
    lane: 'read',
    source: 'D',
    summary: 'Margin terms of the perpetuals',
  }),
  'account.setTradingMode': row('POST', '/v3/account/tradingMode', {
    input: looseInput,
    output: nothing,
    limit: per(5, 60),
    lane: 'read',
    source: '?',
    summary: 'Sets the mode of the account; the name of its field is not known',
  }),
  'account.credentials': row('GET', '/v3/account/credentials', {
    input: z.strictObject({ page: pageInput.optional(), size: sizeInput(1000).optional() }),
    output: page(credentialRecord),
    limit: per(10, 60),
    lane: 'read',
    page: page1000,
    source: 'D',
    summary: 'Keys of the account, what they may do and from where',
  }),
  'account.subAccounts': row('GET', '/v3/account/subAccounts/all', {
    input: noInput,
    output: list(subAccountRecord),
    limit: per(10, 60),
    lane: 'read',
    source: 'C',
    summary: 'Sub-accounts',
  }),
  'account.referralSummary': row('GET', '/v3/account/referral/summary', {
    ...referral,
    number: 'E21',
    summary: 'Referred users',
  }),
  'account.referralRewardHistory': row('GET', '/v3/account/referral/rewardHistory', {
    ...referral,
    number: 'E22',
    summary: 'Rewards for referred users',
  }),
} as const;
