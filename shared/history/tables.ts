import type { EndpointName } from '../v3/endpoints.ts';

/** How a value of a history is read by a person. */
export type ColumnKind = 'time' | 'text' | 'number' | 'amounts' | 'id' | 'flag';

export interface HistoryColumn {
  /** Name of the record's field; `from.applicationId` is a field within a field. */
  readonly field: string;
  readonly title: string;
  readonly kind: ColumnKind;
  readonly width?: number;
  /** Not shown until it is chosen. */
  readonly hidden?: boolean;
}

export interface HistoryFilter {
  readonly name: string;
  readonly title: string;
  /** The values to choose from; none means that it is typed. */
  readonly choices?: readonly string[];
  /** The exchange cannot be asked for it, the archive can. */
  readonly archiveOnly?: true;
}

/** One history: where it comes from, and what of it is shown. */
export interface HistoryDescription {
  readonly title: string;
  /** What will stand here, said while nothing does. */
  readonly hint: string;
  readonly endpoint: EndpointName;
  /** Field that identifies a record. */
  readonly id: string;
  readonly mostSize: number;
  readonly columns: readonly HistoryColumn[];
  readonly filters: readonly HistoryFilter[];
}

const time = (field: string, title = 'Time'): HistoryColumn => ({ field, title, kind: 'time', width: 150 });
const text = (field: string, title: string, width = 110): HistoryColumn => ({ field, title, kind: 'text', width });
const number = (field: string, title: string, width = 120): HistoryColumn => ({ field, title, kind: 'number', width });
/** Amounts with their tokens, as "2.8 USDT". */
const amounts = (field: string, title: string, width = 160): HistoryColumn => ({
  field,
  title,
  kind: 'amounts',
  width,
});
const id = (field: string, title: string): HistoryColumn => ({ field, title, kind: 'id', width: 170 });
const flag = (field: string, title: string): HistoryColumn => ({ field, title, kind: 'flag', width: 60 });

/** A column that is there to be chosen. */
const hidden = (column: HistoryColumn): HistoryColumn => ({ ...column, hidden: true });

const symbol: HistoryFilter = { name: 'symbol', title: 'Symbol' };
const token: HistoryFilter = { name: 'token', title: 'Token' };

/** The eight histories (interface-v3.md, E5, E6, E16, E19, E21, E22; protocol.md, 3.2). */
export const histories = {
  orders: {
    title: 'Order history',
    hint: 'Every order stands here, with what became of it.',
    endpoint: 'trade.orders',
    id: 'orderId',
    mostSize: 500,
    columns: [
      time('createdTime'),
      text('symbol', 'Symbol', 130),
      text('side', 'Side', 60),
      text('type', 'Type', 90),
      number('price', 'Price'),
      number('quantity', 'Quantity'),
      number('executed', 'Executed'),
      number('averageExecutedPrice', 'Average'),
      text('status', 'Status'),
      number('totalFee', 'Fee', 100),
      text('feeAsset', 'Fee token', 80),
      flag('reduceOnly', 'Reduce'),
      text('positionSide', 'Position side', 90),
      id('orderId', 'Order ID'),
      id('clientOrderId', 'Client ID'),
      text('orderTag', 'Tag', 90),
      hidden(number('amount', 'Amount')),
      hidden(number('visible', 'Visible')),
      hidden(number('totalRebate', 'Rebate', 100)),
      hidden(text('rebateAsset', 'Rebate token', 90)),
      hidden(number('realizedPnl', 'Realised PnL', 160)),
      hidden(text('marginMode', 'Margin mode', 90)),
      hidden(time('updatedTime', 'Updated')),
    ],
    filters: [
      symbol,
      { name: 'side', title: 'Side', choices: ['BUY', 'SELL'] },
      { name: 'type', title: 'Type', choices: ['LIMIT', 'MARKET', 'IOC', 'FOK', 'POST_ONLY', 'ASK', 'BID', 'RPI'] },
      {
        name: 'status',
        title: 'Status',
        choices: ['INCOMPLETE', 'COMPLETED', 'NEW', 'PARTIAL_FILLED', 'FILLED', 'CANCELLED', 'REJECTED'],
      },
    ],
  },
  fills: {
    title: 'Fills',
    hint: 'Each fill stands here, with its price and its fee.',
    endpoint: 'trade.transactionHistory',
    id: 'id',
    mostSize: 500,
    columns: [
      time('executedTimestamp'),
      text('symbol', 'Symbol', 130),
      text('side', 'Side', 60),
      number('executedPrice', 'Price'),
      number('executedQuantity', 'Quantity'),
      number('fee', 'Fee', 100),
      text('feeAsset', 'Fee token', 80),
      flag('isMaker', 'Maker'),
      flag('isMatchRpi', 'RPI'),
      number('realizedPnl', 'Realised PnL', 160),
      id('id', 'Fill ID'),
      id('orderId', 'Order ID'),
      hidden(text('orderTag', 'Tag', 90)),
    ],
    filters: [
      symbol,
      { name: 'side', title: 'Side', choices: ['BUY', 'SELL'], archiveOnly: true },
      { name: 'isMatchRpi', title: 'RPI', choices: ['true', 'false'], archiveOnly: true },
    ],
  },
  wallet: {
    title: 'Wallet history',
    hint: 'Deposits and withdrawals stand here.',
    endpoint: 'asset.walletHistory',
    id: 'id',
    mostSize: 1000,
    columns: [
      time('createdTime'),
      text('token', 'Token', 90),
      text('tokenSide', 'Direction', 90),
      number('amount', 'Amount'),
      text('status', 'Status'),
      number('feeAmount', 'Fee', 90),
      text('feeToken', 'Fee token', 80),
      number('confirmedNumber', 'Confirmed', 80),
      number('confirmingThreshold', 'Needed', 70),
      text('targetAddress', 'To', 220),
      text('sourceAddress', 'From', 220),
      text('txId', 'Transaction', 200),
      id('id', 'ID'),
      time('updatedTime', 'Updated'),
      hidden(text('type', 'Type', 90)),
      hidden(text('extra', 'Memo', 120)),
      hidden(id('externalId', 'External ID')),
      hidden(id('applicationId', 'Account ID')),
    ],
    filters: [
      token,
      { name: 'tokenSide', title: 'Direction', choices: ['DEPOSIT', 'WITHDRAW'] },
      { name: 'type', title: 'Type', choices: ['BALANCE', 'COLLATERAL'] },
      { name: 'status', title: 'Status', choices: ['NEW', 'CONFIRMING', 'PROCESSING', 'COMPLETED', 'CANCELED'] },
    ],
  },
  transfers: {
    title: 'Transfer history',
    hint: 'Transfers between your accounts stand here.',
    endpoint: 'asset.transferHistory',
    id: 'id',
    mostSize: 1000,
    columns: [
      time('createdTime'),
      text('token', 'Token', 90),
      number('amount', 'Amount'),
      text('from', 'From', 160),
      text('to', 'To', 160),
      text('status', 'Status'),
      id('id', 'ID'),
      hidden(id('from.applicationId', 'From account ID')),
      hidden(id('to.applicationId', 'To account ID')),
      hidden(time('updatedTime', 'Updated')),
    ],
    filters: [],
  },
  interest: {
    title: 'Margin interest history',
    hint: 'Interest on borrowed tokens stands here, hour by hour.',
    endpoint: 'spotMargin.interestHistory',
    id: 'id',
    mostSize: 500,
    columns: [
      time('createdTime'),
      text('token', 'Token', 90),
      text('side', 'Kind', 100),
      number('interest', 'Interest', 160),
      number('loanAmount', 'Loan', 190),
      number('hourlyRate', 'Hourly rate', 160),
      number('annualRate', 'Annual rate'),
      text('status', 'Status'),
      id('id', 'ID'),
      hidden(number('quantity', 'Quantity')),
      hidden(id('applicationId', 'Account ID')),
      hidden(time('updatedTime', 'Updated')),
    ],
    filters: [token, { name: 'side', title: 'Kind', choices: ['LOAN', 'REPAY', 'AUTO_REPAY'] }],
  },
  funding: {
    title: 'Funding fee history',
    hint: 'Funding that a position pays or receives stands here.',
    endpoint: 'futures.fundingFeeHistory',
    id: 'id',
    mostSize: 500,
    columns: [
      time('createdTime'),
      text('symbol', 'Symbol', 130),
      number('fundingFee', 'Funding fee'),
      text('paymentType', 'Paid or received', 110),
      number('fundingRate', 'Rate'),
      number('markPrice', 'Mark price'),
      number('fundingIntervalHours', 'Hours', 60),
      text('status', 'Status'),
      id('id', 'ID'),
      hidden(time('updatedTime', 'Updated')),
    ],
    filters: [symbol],
  },
  referrals: {
    title: 'Referral summary',
    hint: 'Who registered with your referral code stands here.',
    endpoint: 'account.referralSummary',
    id: 'referralId',
    mostSize: 1000,
    columns: [
      time('registerTime', 'Registered'),
      id('referralId', 'Referral'),
      text('referralCode', 'Code', 100),
      text('tradeStatus', 'Trades', 90),
      amounts('earned', 'Earned', 180),
      amounts('extraBonus', 'Bonus'),
      amounts('previousCommission', 'Before'),
    ],
    filters: [],
  },
  rewards: {
    title: 'Referral reward history',
    hint: 'What your referrals earned you stands here.',
    endpoint: 'account.referralRewardHistory',
    id: 'referralId',
    mostSize: 1000,
    columns: [
      time('registerTime', 'Registered'),
      id('referralId', 'Referral'),
      text('referralCode', 'Code', 100),
      amounts('earned', 'Earned', 180),
      amounts('extraBonus', 'Bonus'),
      amounts('previousCommission', 'Before'),
      hidden(text('tradeStatus', 'Trades', 90)),
    ],
    filters: [],
  },
} as const satisfies Readonly<Record<string, HistoryDescription>>;

export type HistoryName = keyof typeof histories;

/** Names of all histories, in the order of their panels. */
export const historyNames = Object.keys(histories) as readonly HistoryName[]; // the table's own keys
/** The description of a history, its parts by their common types. */
export const historyOf = (name: HistoryName): HistoryDescription => histories[name];
