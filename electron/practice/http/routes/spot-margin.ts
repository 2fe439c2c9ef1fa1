import { fixedText, ONE, over } from '../../engine/money/fixed.ts';
import { hourlyRate, repayInterest } from '../../engine/money/loans.ts';
import { marginState, tokenPrice } from '../../engine/money/margin.ts';
import { refuse } from '../../engine/refusal.ts';
import { setMarginLeverage } from '../../engine/settings.ts';
import { tokenOf, TOKENS, type Token } from '../../engine/symbols.ts';
import type { SignedRoute } from '../call.ts';
import { integer, number, paged, paging, range, requiredText, text, word, type Fields } from '../fields.ts';
import { bare } from '../../wire/numbers.ts';

/** The token that a call names: -1005 when there is none. */
export function requiredToken(fields: Fields): Token {
  const name = requiredText(fields, 'token', 40);
  const token = tokenOf(name);
  if (token === undefined) throw refuse('invalidParameter', `No such token: ${name.slice(0, 20)}`);
  return token;
}

/** E17. */
export const interestRepay: SignedRoute = ({ venue, account, fields }) => {
  const { token } = requiredToken(fields);
  const amount = number(fields, 'amount');
  if (amount === null) throw refuse('invalidParameter', 'Missing required parameter: amount');
  repayInterest(venue, account, token, amount);
  return {};
};

/** E18. */
export const marginLeverage: SignedRoute = ({ venue, account, fields }) => {
  const leverage = integer(fields, 'leverage', 0, 1_000);
  if (leverage === null) throw refuse('invalidParameter', 'Missing required parameter: leverage');
  setMarginLeverage(venue, account, leverage);
  return {};
};

/** E19: interest is negative while it accrues and positive when it is paid (protocol.md, E19). */
export const interestHistory: SignedRoute = ({ account, fields }) => {
  const token = text(fields, 'token', 40);
  if (token !== null && token !== token.toUpperCase()) throw refuse('invalidParameter', 'token must be in upper case.');
  const side = word(fields, 'side', ['LOAN', 'REPAY', 'AUTO_REPAY'] as const);
  const { from, to } = range(fields);
  const page = paging(fields);
  const wanted = account.histories.interest
    .filter(
      (row) =>
        (token === null || row.token === token) &&
        (side === null || row.side === side) &&
        row.at >= from &&
        row.at <= to,
    )
    .reverse();
  const { rows, meta } = paged(wanted, page);
  return {
    data: {
      meta,
      rows: rows.map((row) => ({
        id: bare(row.id),
        token: row.token,
        side: row.side,
        status: 'SUCCEED',
        quantity: row.side === 'LOAN' ? null : fixedText(row.interest),
        userId: account.userId,
        applicationId: account.id,
        interest: fixedText(row.side === 'LOAN' ? -row.interest : row.interest),
        hourlyRate: row.hourlyRate === null ? null : fixedText(row.hourlyRate),
        annualRate: row.annualRate === null ? null : fixedText(row.annualRate),
        createdTime: row.at,
        updatedTime: row.at,
        loanAmount: row.loan === null ? null : fixedText(row.loan),
      })),
    },
  };
};

/** Parameters and answer are not known; rates of every token are the plausible reading. */
export const interestRate: SignedRoute = ({ fields }) => {
  const only = text(fields, 'token', 40);
  const rows = TOKENS.filter(({ token }) => only === null || token === only).map(({ token, annualRate }) => ({
    token,
    hourlyRate: fixedText(hourlyRate(token)),
    annualRate: fixedText(annualRate),
  }));
  return { data: { rows } };
};

/** Parameters and answer are not known; what could still be borrowed of a token is the plausible reading. */
export const maxMargin: SignedRoute = ({ venue, account, fields }) => {
  const { token, canShort } = requiredToken(fields);
  const price = tokenPrice(venue, token);
  const free = marginState(venue, account).freeCollateral;
  const power = free * BigInt(Math.max(0, account.marginLeverage - 1));
  const most = account.mode !== 'MARGIN' || !canShort || price === 0n || power <= 0n ? 0n : over(power, price);
  return { data: { token, maxMargin: fixedText(most - (most % (ONE / 100_000_000n))) } };
};
