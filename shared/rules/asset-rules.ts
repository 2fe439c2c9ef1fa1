import { checkAddress, type AddressFinding } from '../address/check-address.ts';
import { memoFault } from '../address/networks.ts';
import { looksLike, nameProblem } from '../address/names.ts';
import type { AddressRow, NetworkRow, TokenRow, WithdrawalsRow } from '../contract/assets.ts';
import { canonical } from '../address/shapes.ts';
import { add, compare, grouped, isPositive, multiply, subtract, toDecimal, type Decimal } from '../decimal.ts';
import { missing, wrong, type Problem } from './problem.ts';

/*
 * What a move of money is held to before anything is sent. The page's forms and the core apply the same functions; the
 * core alone decides.
 */

/** Digits behind the point beyond which no token of the exchange goes. */
const MOST_PLACES = 18;
const MOST_DIGITS = 30;

/** Reads an amount as typed. */
export function readAmount(text: string): { readonly amount: Decimal } | { readonly problem: Problem } {
  if (text.trim() === '') return { problem: missing('amount', 'An amount is needed.') };
  const refuse = (reason: string) => ({ problem: wrong('amount', reason) });
  const amount = toDecimal(text.trim());
  if (amount === null) return refuse('Only figures and one point: 1234.5');
  if (!isPositive(amount)) return refuse('The amount must be above zero.');
  const [whole = '', places = ''] = amount.split('.');
  if (places.length > MOST_PLACES || whole.length > MOST_DIGITS) return refuse('This has too many digits.');
  return { amount };
}

function amountProblems(text: string, available: Decimal | null, token: string): Problem[] {
  const read = readAmount(text);
  if ('problem' in read) return [read.problem];
  return available !== null && compare(read.amount, available) > 0
    ? [wrong('amount', `Only ${grouped(available)} ${token} can be used.`)]
    : [];
}

function typedProblems(amount: string, typed: string): Problem[] {
  if (typed.trim() === amount.trim()) return [];
  const tell = typed.trim() === '' ? missing : wrong;
  return [tell('typedAmount', 'Type the same amount a second time.')];
}

/** @param available of the account that it leaves, or null where that is not known. */
export function transferProblems(
  draft: {
    readonly token: string;
    readonly amount: string;
    readonly typedAmount: string;
    readonly from: string;
    readonly to: string;
  },
  available: Decimal | null,
): readonly Problem[] {
  const problems = draft.token === '' ? [missing('token', 'Choose a token.')] : [];
  if (draft.to === '') problems.push(missing('to', 'Choose an account.'));
  else if (draft.from === draft.to) problems.push(wrong('to', 'From and to are the same account.'));
  problems.push(...amountProblems(draft.amount, available, draft.token));
  return problems.length > 0 ? problems : typedProblems(draft.amount, draft.typedAmount);
}

/** @param owed interest of the token that is not paid, or null where that is not known. */
export function repayProblems(
  draft: { readonly token: string; readonly amount: string },
  owed: Decimal | null,
  available: Decimal | null,
): readonly Problem[] {
  if (draft.token === '') return [missing('token', 'Choose a token.')];
  const read = readAmount(draft.amount);
  if (!('problem' in read) && owed !== null && compare(read.amount, owed) > 0)
    return [wrong('amount', `Only ${grouped(owed)} ${draft.token} of interest are owed.`)];
  return amountProblems(draft.amount, available, draft.token);
}

/** What a withdrawal is looked at with. */
export interface WithdrawalSurroundings {
  /** The token on the network, or undefined where E1 has no such pair. */
  readonly network: NetworkRow | undefined;
  readonly token: TokenRow | undefined;
  readonly entry: AddressRow | undefined;
  readonly known: readonly AddressRow[];
  readonly rules: WithdrawalsRow;
  readonly available: Decimal | null;
  /** Price of the token in USDT, or null where nobody knows it. */
  readonly price: Decimal | null;
  /** Exchange ms, the earliest that it can be; null while it was never measured. */
  readonly now: number | null;
}

export interface WithdrawalDraft {
  readonly entry: string;
  readonly token: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly amount: string;
  readonly typedAmount: string;
}

/** Whether anything can be withdrawn at all; in words where not. */
export function whyNoWithdrawals(rules: WithdrawalsRow): string | null {
  if (rules.book === 'locked') return 'The terminal is locked, or this profile has no key.';
  if (rules.book === 'changed') return 'The address book was changed outside of this program: nothing of it is used.';
  if (rules.confirmedWhere === null)
    return 'Withdrawals are confirmed outside of this page, and this program was started without a place for that.';
  return rules.enabled ? null : 'Withdrawals are off for this profile.';
}

/**
 * Everything that is wrong with a withdrawal, in the order in which a person should mend it. Empty where it may be
 * sent once it was confirmed.
 */
export function withdrawalProblems(draft: WithdrawalDraft, around: WithdrawalSurroundings): readonly Problem[] {
  const { network, token, entry, rules, now } = around;
  const off = whyNoWithdrawals(rules);
  if (off !== null) return [wrong('', off)];
  if (network === undefined)
    return [
      (draft.network === '' ? missing : wrong)(
        'network',
        `${draft.token || 'This token'} cannot be withdrawn on ${draft.network || 'no network'}.`,
      ),
    ];
  if (!network.allowWithdraw)
    return [wrong('network', `The exchange lets no ${draft.token} out on ${network.name} now.`)];
  if (token?.delisted === true) return [wrong('token', `${draft.token} is delisted.`)];
  const place = placeProblems(draft, entry, around.known, now);
  if (place.length > 0) return place;
  const amount = withdrawalAmountProblems(draft, network, around);
  return amount.length > 0 ? amount : typedProblems(draft.amount, draft.typedAmount);
}

function placeProblems(
  draft: WithdrawalDraft,
  entry: AddressRow | undefined,
  known: readonly AddressRow[],
  now: number | null,
): readonly Problem[] {
  const at = (reason: string): Problem[] => [wrong('address', reason)];
  if (entry === undefined) return [missing('address', 'Choose an address from the address book.')];
  if (entry.network !== draft.network) return at(`“${entry.name}” is an address of ${entry.network}.`);
  if (entry.address !== draft.address || entry.memo !== draft.memo)
    return at('The address on screen is not the one in the address book.');
  const memo = memoFault(entry.network, entry.memo, entry.address);
  if (memo !== null) return [wrong('memo', memo)];
  const refused = addressFindings(entry, known).find(({ level }) => level === 'refused');
  if (refused !== undefined) return at(refused.words);
  if (now === null) return at('The exchange’s clock was not measured yet.');
  if (now < entry.readyAt)
    return at(`“${entry.name}” is new or was changed: it may be used in ${hours(entry.readyAt - now)}.`);
  return [];
}

function withdrawalAmountProblems(
  draft: WithdrawalDraft,
  network: NetworkRow,
  { available, rules, price }: WithdrawalSurroundings,
): readonly Problem[] {
  const at = (reason: string): Problem[] => [wrong('amount', reason)];
  const read = readAmount(draft.amount);
  if ('problem' in read) return [read.problem];
  const { amount } = read;
  if (network.minimum !== null && compare(amount, network.minimum) < 0)
    return at(`The smallest withdrawal is ${grouped(network.minimum)} ${draft.token}.`);
  const whole = network.fee === null ? amount : add(amount, network.fee);
  if (available !== null && compare(whole, available) > 0)
    return at(`With the fee it is ${grouped(whole)} ${draft.token}; ${grouped(available)} can be used.`);
  if (rules.dailyLimit === null) return [];
  if (price === null)
    return at(`There is no price of ${draft.token}: whether it is within the daily limit is not known.`);
  const value = multiply(amount, price);
  const left = subtract(rules.dailyLimit, rules.spent);
  return compare(value, left) > 0
    ? at(
        `Above the daily limit: ${isPositive(left) ? grouped(left) : '0'} of ${grouped(rules.dailyLimit)} USDT are left for these 24 hours.`,
      )
    : [];
}

/** What there is to say of an entry beside the others of the book. */
export const addressFindings = (
  entry: Pick<AddressRow, 'address' | 'network'> & { readonly id?: string | null },
  known: readonly AddressRow[],
  clip: { readonly pasted?: string | null; readonly clipboard?: string | null } = {},
): readonly AddressFinding[] =>
  checkAddress({
    address: entry.address,
    network: entry.network,
    known: known.filter(({ id }) => id !== entry.id),
    ...clip,
  });

/** The longest name of an address. */
const LONGEST_NAME = 40;

/** What is wrong with an entry of the address book, before its alarms. */
export function entryProblems(
  draft: Pick<AddressRow, 'name' | 'network' | 'address' | 'memo'> & { readonly id: string | null },
  known: readonly AddressRow[],
): readonly Problem[] {
  const problems: Problem[] = [];
  const name = draft.name.trim();
  const others = known.filter(({ id }) => id !== draft.id);
  if (name === '') problems.push(missing('name', 'A name is needed.'));
  else if (name.length > LONGEST_NAME) problems.push(wrong('name', `At most ${LONGEST_NAME} signs.`));
  else if (nameProblem(name) !== null) problems.push(wrong('name', nameProblem(name) ?? ''));
  else if (others.some((other) => looksLike(other.name, name)))
    problems.push(wrong('name', 'Another address has this name, or one that looks so.'));
  if (draft.network === '') problems.push(missing('network', 'Choose a network.'));
  const refused = addressFindings(draft, known).find(({ level }) => level === 'refused');
  const tell = (path: 'address' | 'memo', reason: string): void => {
    problems.push((draft[path] === '' ? missing : wrong)(path, reason));
  };
  if (refused !== undefined) tell('address', refused.words);
  const memo = memoFault(draft.network, draft.memo, draft.address);
  if (memo !== null) tell('memo', memo);
  const twin = others.find(
    (other) =>
      other.network === draft.network &&
      other.memo === draft.memo &&
      canonical(other.address) === canonical(draft.address),
  );
  if (twin !== undefined) problems.push(wrong('address', `It is in the book already, as “${twin.name}”.`));
  return problems;
}

/** A span in whole units, rounded up; the uncertainty of the clock makes no hour of its own. */
function hours(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil((minutes - 2) / 60)} h`;
}
