import type { Account } from '../model.ts';
import { balanceOf } from './account.ts';
import type { Fixed } from './fixed.ts';
import { freeze, move, noteMove, release } from './ledger.ts';
import { available } from './margin.ts';
import { findNetwork } from './networks.ts';
import { keep, type WalletRecord } from '../records.ts';
import { refuse } from '../refusal.ts';
import { setTimer } from '../clock/schedule.ts';
import { tokenOf } from '../symbols.ts';
import { nextId, type Venue } from '../venue.ts';

/** Exchange ms from one state of a deposit or withdrawal to the next, and from one confirmation to the next. */
const STEP_MS = 5_000;
const CONFIRMATION_MS = 1_500;

/** Text that looks like an id on a chain, made from the record's own id. */
const chainId = (id: string, length: number): string => {
  let hash = BigInt(id);
  let text = '';
  while (text.length < length) {
    hash = (hash * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    text += hash.toString(16).padStart(16, '0');
  }
  return text.slice(0, length);
};

/** Address at which an account can deposit on a network. */
export const depositAddress = (account: Account, network: string): string =>
  network === 'TRX' || network === 'SOL'
    ? `T${chainId(String(account.userId * 31 + network.length), 33).replaceAll('0', 'z')}`
    : `0x${chainId(String(account.userId * 37 + network.length), 40)}`;

/** Keeps money back that is being withdrawn (positive), or lets it go (negative). */
function holdBack(venue: Venue, account: Account, token: string, amount: Fixed): void {
  balanceOf(account, token).leaving += amount;
  freeze(venue, account, token, amount);
  venue.outlet.onAccount(account);
}

/** E4: checks a withdrawal, keeps its money back and lets it walk. A doomed one is taken back half way. */
export function withdrawFunds(
  venue: Venue,
  account: Account,
  order: {
    readonly token: string;
    readonly network: string;
    readonly amount: Fixed;
    readonly address: string;
    readonly extra: string;
  },
  doomed = false,
): WalletRecord {
  const { token, network, amount, address, extra } = order;
  const route = findNetwork(token, network);
  if (route === undefined)
    throw refuse('invalidParameter', `${token.slice(0, 20)} has no network ${network.slice(0, 20)}.`);
  if (!route.allowWithdraw) throw refuse('noWithdrawal', `${token} cannot be withdrawn on ${network} now.`);
  if (amount < route.minimum)
    throw refuse('invalidParameter', 'amount is below the smallest withdrawal of the network.');
  if (!route.address.test(address)) throw refuse('invalidParameter', `address is none of the network ${network}.`);
  if (route.memo && extra === '') throw refuse('invalidParameter', `${network} needs a memo in extra.`);
  if (amount + route.fee > available(venue, account, token))
    throw refuse('insufficientFunds', `Not enough ${token} for the amount and its fee.`);
  const record = newRecord(venue, account, order, 'WITHDRAW', route.fee, route.threshold, doomed);
  holdBack(venue, account, token, amount + route.fee);
  return record;
}

/** A deposit that the network announces. A doomed one is taken back before it is confirmed. */
export function announceDeposit(
  venue: Venue,
  account: Account,
  token: string,
  network: string,
  amount: Fixed,
  doomed = false,
): WalletRecord {
  const route = findNetwork(token, network);
  if (route === undefined || !route.allowDeposit || amount <= 0n)
    throw refuse('invalidParameter', `${token.slice(0, 20)} cannot be deposited on ${network.slice(0, 20)}.`);
  const order = { token, network, amount, address: depositAddress(account, network), extra: '' };
  return newRecord(venue, account, order, 'DEPOSIT', 0n, route.threshold, doomed);
}

function newRecord(
  venue: Venue,
  account: Account,
  order: {
    readonly token: string;
    readonly network: string;
    readonly amount: Fixed;
    readonly address: string;
    readonly extra: string;
  },
  tokenSide: WalletRecord['tokenSide'],
  fee: Fixed,
  threshold: number,
  doomed: boolean,
): WalletRecord {
  const id = nextId(venue);
  const record: WalletRecord = {
    id,
    accountId: account.id,
    token: order.token,
    network: order.network,
    tokenSide,
    amount: order.amount,
    fee,
    target: order.address,
    source: tokenSide === 'DEPOSIT' ? `0x${chainId(id, 40)}` : '',
    extra: order.extra,
    threshold,
    confirmed: 0,
    status: 'NEW',
    txId: tokenSide === 'DEPOSIT' ? chainId(id, 64) : '',
    createdAt: venue.now,
    updatedAt: venue.now,
    doomed,
  };
  keep(account.histories.wallet, record);
  setTimer(venue.schedule, venue.now + STEP_MS, 'wallet', `${account.id} ${id}`);
  return record;
}

/** Takes back a withdrawal that has not left yet. */
export function cancelWithdrawal(venue: Venue, account: Account, id: string): void {
  const record = account.histories.wallet.find((row) => row.id === id && row.tokenSide === 'WITHDRAW');
  if (record === undefined) throw refuse('notFound', 'There is no such withdrawal.');
  if (record.status !== 'NEW') throw refuse('notFound', `The withdrawal is ${record.status} already.`);
  fail(venue, account, record);
}

/** Ends a deposit or withdrawal that does not come about; what was kept back is free again. */
function fail(venue: Venue, account: Account, record: WalletRecord): void {
  if (record.tokenSide === 'WITHDRAW') holdBack(venue, account, record.token, -(record.amount + record.fee));
  become(venue, record, 'CANCELED');
}

function become(venue: Venue, record: WalletRecord, status: WalletRecord['status']): void {
  record.status = status;
  record.updatedAt = venue.now;
}

/** The next step of a deposit or withdrawal: NEW, CONFIRMING while confirmations count up, PROCESSING, COMPLETED. */
export function walletDue(venue: Venue, key: string): void {
  const [accountId = '', id] = key.split(' ');
  const account = venue.accounts.get(accountId);
  const record = account?.histories.wallet.findLast((row) => row.id === id);
  if (account === undefined || record === undefined) return;
  const again = (ms: number): void => setTimer(venue.schedule, venue.now + ms, 'wallet', key);
  switch (record.status) {
    case 'NEW':
      become(venue, record, 'CONFIRMING');
      if (record.txId === '') record.txId = chainId(record.id, 64);
      again(CONFIRMATION_MS);
      return;
    case 'CONFIRMING':
      record.confirmed += 1;
      record.updatedAt = venue.now;
      if (record.doomed && record.confirmed * 2 >= record.threshold) fail(venue, account, record);
      else if (record.confirmed < record.threshold) again(CONFIRMATION_MS);
      else {
        become(venue, record, 'PROCESSING');
        again(STEP_MS);
      }
      return;
    case 'PROCESSING':
      complete(venue, account, record);
      return;
    case 'COMPLETED':
    case 'CANCELED':
      return;
  }
}

function complete(venue: Venue, account: Account, record: WalletRecord): void {
  const { token, amount, fee, tokenSide } = record;
  become(venue, record, 'COMPLETED');
  if (tokenSide === 'DEPOSIT') {
    move(venue, token, amount, venue.houses.world, account);
    noteMove(venue, account, 'DEPOSIT', token, amount);
    return;
  }
  holdBack(venue, account, token, -(amount + fee));
  release(account, token, amount + fee);
  move(venue, token, amount, account, venue.houses.world);
  move(venue, token, fee, account, venue.houses.fees);
  noteMove(venue, account, 'WITHDRAW', token, -(amount + fee));
}

/** E3: between accounts of one owner. */
export function transferFunds(
  venue: Venue,
  caller: Account,
  token: string,
  amount: Fixed,
  fromId: string,
  toId: string,
): string {
  const owner = caller.ownerId === '' ? caller.id : caller.ownerId;
  const family = (id: string): Account => {
    const account = venue.accounts.get(id);
    if (account === undefined || account.house || (account.id !== owner && account.ownerId !== owner))
      throw refuse('invalidParameter', `There is no such account: ${id.slice(0, 60)}`);
    return account;
  };
  const from = family(fromId);
  const to = family(toId);
  if (from === to) throw refuse('invalidParameter', 'from and to must be two accounts.');
  // A sub-account moves its own money only.
  if (caller.ownerId !== '' && from !== caller) throw refuse('badKey', 'A sub-account may only send its own tokens.');
  if (tokenOf(token) === undefined) throw refuse('invalidParameter', `No such token: ${token.slice(0, 20)}`);
  if (amount <= 0n) throw refuse('invalidParameter', 'amount must be above zero.');
  if (amount > available(venue, from, token)) throw refuse('insufficientFunds', `Not enough ${token}.`);
  balanceOf(to, token);
  release(from, token, amount);
  move(venue, token, amount, from, to);
  noteMove(venue, from, 'SUB_ACCOUNT_TRANSFER', token, -amount);
  noteMove(venue, to, 'SUB_ACCOUNT_TRANSFER', token, amount);
  const party = ({ id, name }: Account) => ({ applicationId: id, accountName: name });
  const record = { id: nextId(venue), token, amount, from: party(from), to: party(to), at: venue.now };
  keep(from.histories.transfers, record);
  keep(to.histories.transfers, record);
  return record.id;
}
