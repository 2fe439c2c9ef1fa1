import { fixedText } from '../../engine/money/fixed.ts';
import { findNetwork } from '../../engine/money/networks.ts';
import type { TokenMoveType, WalletRecord } from '../../engine/records.ts';
import { refuse } from '../../engine/refusal.ts';
import { cancelWithdrawal, depositAddress, transferFunds, withdrawFunds } from '../../engine/money/wallet.ts';
import type { SignedRoute } from '../call.ts';
import { number, paged, paging, range, requiredText, text, word, type Fields } from '../fields.ts';
import type { Forms } from '../../wire/forms.ts';
import { bare, secondsText } from '../../wire/numbers.ts';
import { requiredToken } from './spot-margin.ts';

function party(fields: Fields, name: string): string {
  const value = fields.get(name);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('invalidParameter', `Parameter ${name} must be an object with applicationId`);
  return requiredText(new Map<string, unknown>(Object.entries(value)), 'applicationId');
}

function requiredAmount(fields: Fields): bigint {
  const amount = number(fields, 'amount');
  if (amount === null) throw refuse('invalidParameter', 'Missing required parameter: amount');
  if (amount <= 0n) throw refuse('invalidParameter', 'amount must be above zero.');
  return amount;
}

/** E3. */
export const transfer: SignedRoute = ({ venue, account, fields }) => {
  const { token } = requiredToken(fields);
  const id = transferFunds(venue, account, token, requiredAmount(fields), party(fields, 'from'), party(fields, 'to'));
  return { data: { id: bare(id) } };
};

/** E4. */
export const withdraw: SignedRoute = ({ venue, account, fields }) => {
  const { token } = requiredToken(fields);
  const record = withdrawFunds(venue, account, {
    token,
    network: requiredText(fields, 'network', 40),
    amount: requiredAmount(fields),
    address: requiredText(fields, 'address', 200),
    extra: text(fields, 'extra', 200) ?? '',
  });
  return { data: { withdrawId: record.id } };
};

export const cancelWithdraw: SignedRoute = ({ venue, account, fields }) => {
  cancelWithdrawal(venue, account, requiredText(fields, 'withdrawId', 40));
  return {};
};

/** A token with its network in front where it has several, as live rows name it (protocol.md, 9.16). */
function chained({ token, network }: WalletRecord): string {
  const prefix = network === 'TRX' ? 'TRON' : network === 'Arbitrum' ? 'ARB' : network;
  return prefix === token ? token : `${prefix}_${token}`;
}

function walletRow(row: WalletRecord, forms: Forms): Record<string, unknown> {
  const isLive = forms === 'live';
  const isUncounted = row.status === 'NEW' || (isLive && row.status === 'COMPLETED');
  const isWithdrawal = row.tokenSide === 'WITHDRAW';
  return {
    createdTime: secondsText(row.createdAt),
    updatedTime: secondsText(row.updatedAt),
    id: row.id,
    externalId: `${row.tokenSide.toLowerCase()}-${row.id}`,
    applicationId: row.accountId,
    token: isLive ? chained(row) : row.token,
    targetAddress: row.target,
    sourceAddress: row.source,
    confirmingThreshold: isUncounted ? null : row.threshold,
    confirmedNumber: isUncounted ? null : row.confirmed,
    extra: row.extra,
    type: 'BALANCE',
    tokenSide: row.tokenSide,
    amount: fixedText(row.amount),
    txId: row.txId,
    feeToken: isWithdrawal ? row.token : isLive ? '' : null,
    feeAmount: isWithdrawal ? fixedText(row.fee) : isLive ? '0' : null,
    status: row.status,
  };
}

/** E5; its meta is in snake case, as a live reply had it (protocol.md, section 2). */
export const walletHistory: SignedRoute = ({ account, fields, desk }) => {
  const id = text(fields, 'id');
  const network = text(fields, 'network', 40);
  const token = text(fields, 'token', 40);
  const type = word(fields, 'type', ['BALANCE', 'COLLATERAL'] as const);
  const side = word(fields, 'tokenSide', ['DEPOSIT', 'WITHDRAW'] as const);
  const status = word(fields, 'status', ['NEW', 'CONFIRMING', 'PROCESSING', 'COMPLETED', 'CANCELED'] as const);
  const { from, to } = range(fields);
  const page = paging(fields, 25, 1_000);
  const wanted = account.histories.wallet
    .filter(
      (row) =>
        (id === null || row.id === id || row.txId === id) &&
        (network === null || row.network === network) &&
        (token === null || row.token === token || chained(row) === token) &&
        (type === null || type === 'BALANCE') &&
        (side === null || row.tokenSide === side) &&
        (status === null || row.status === status) &&
        row.createdAt >= from &&
        row.createdAt <= to,
    )
    .reverse();
  const { rows, meta } = paged(wanted, page);
  return {
    data: {
      rows: rows.map((row) => walletRow(row, desk.forms)),
      meta: { total: meta.total, records_per_page: meta.recordsPerPage, current_page: meta.currentPage },
    },
  };
};

/** E6. */
export const transferHistory: SignedRoute = ({ account, fields }) => {
  const { from, to } = range(fields);
  const page = paging(fields, 25, 1_000);
  const wanted = account.histories.transfers.filter((row) => row.at >= from && row.at <= to).reverse();
  const { rows, meta } = paged(wanted, page);
  return {
    data: {
      rows: rows.map((row) => ({
        id: bare(row.id),
        token: row.token,
        amount: fixedText(row.amount),
        status: 'COMPLETED',
        from: row.from,
        to: row.to,
        createdTime: secondsText(row.at),
        updatedTime: secondsText(row.at),
      })),
      meta,
    },
  };
};

/** Every kind that the page lists; the practice exchange makes some of them. */
const MOVES =
  'WITHDRAW DEPOSIT FIAT_WITHDRAW FIAT_DEPOSIT EARN VAULT_WITHDRAW VAULT_DEPOSIT YIELD_TO_BALANCE CREDIT DISTRIBUTION REFERRAL SUB_ACCOUNT_TRANSFER REBATE LIQUIDATION SPECIAL STAKING UNSTAKING UNSTAKING_FEE INTEREST CONVERT FUNDING_FEE REALIZED_PNL RFQ COPY_FEE COPY_PROFIT_SHARED SPOT_TRANSACTION TRANSACTION_FEE'.split(
    ' ',
  );

export const tokenHistory: SignedRoute = ({ account, fields }) => {
  const type: TokenMoveType | string | null = word(fields, 'type', MOVES);
  const { from, to } = range(fields);
  const page = paging(fields, 25, 1_000);
  const wanted = account.histories.moves
    .filter((row) => (type === null || row.type === type) && row.at >= from && row.at <= to)
    .reverse();
  const { rows, meta } = paged(wanted, page);
  return {
    data: {
      rows: rows.map((row) => ({
        id: row.id,
        type: row.type,
        token: row.token,
        amount: fixedText(row.amount),
        timestamp: row.at,
      })),
      meta,
    },
  };
};

export const depositTarget: SignedRoute = ({ account, fields }) => {
  const { token } = requiredToken(fields);
  const network = requiredText(fields, 'network', 40);
  const route = findNetwork(token, network);
  if (route === undefined || !route.allowDeposit)
    throw refuse('invalidParameter', `${token} cannot be deposited on ${network.slice(0, 20)}.`);
  return { data: { address: depositAddress(account, network), extra: route.memo ? String(account.userId) : '' } };
};

/** Nobody stakes here: the list is empty. */
export const yieldHistory: SignedRoute = ({ fields }) => {
  const { rows, meta } = paged([], paging(fields));
  return { data: { rows, meta } };
};
