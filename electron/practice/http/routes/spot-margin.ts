import { fixedText, ONE, over, type Fixed } from '../../engine/money/fixed.ts';
import { hourlyRate, repayInterest } from '../../engine/money/loans.ts';
import { marginState, tokenPrice } from '../../engine/money/margin.ts';
import type { InterestRecord } from '../../engine/records.ts';
import { refuse } from '../../engine/refusal.ts';
import { setMarginLeverage } from '../../engine/settings.ts';
import { tokenOf, TOKENS, type Token } from '../../engine/symbols.ts';
import type { SignedRoute } from '../call.ts';
import {
  integer,
  number,
  paged,
  paging,
  range,
  requiredInstrument,
  requiredText,
  text,
  word,
  type Fields,
} from '../fields.ts';
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

/** A loan's quantity is the loan itself; a payment by itself has none (protocol.md, 9.15). */
function quantityOf({ side, loan, interest }: InterestRecord): string | null {
  if (side === 'AUTO_REPAY') return null;
  return eightPlaces(side === 'LOAN' ? (loan ?? 0n) : interest);
}

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
        quantity: quantityOf(row),
        userId: account.userId,
        applicationId: account.id,
        interest: eightPlaces(row.side === 'LOAN' ? -row.interest : row.interest),
        hourlyRate: row.hourlyRate === null ? null : eightPlaces(row.hourlyRate),
        annualRate: row.annualRate === null ? null : fixedText(row.annualRate),
        createdTime: row.at,
        updatedTime: row.at,
        loanAmount: row.loan === null ? null : eightPlaces(row.loan),
      })),
    },
  };
};

/** What loans cost (protocol.md, 9.11); estimates are the rates themselves, which never change here. */
export const interestRate: SignedRoute = ({ venue }) => {
  const rows = TOKENS.map(({ token, annualRate }) => ({
    token,
    currentHourlyBaseRate: fixedText(hourlyRate(token)),
    estHourlyBaseRate: fixedText(hourlyRate(token)),
    currentAnnualBaseRate: fixedText(annualRate),
    estAnnualBaseRate: fixedText(annualRate),
    estTime: venue.now,
  }));
  return { data: { rows } };
};

/** What can still be borrowed of both tokens of a spot symbol (protocol.md, 9.12). */
export const maxMargin: SignedRoute = ({ venue, account, fields }) => {
  const { symbol, kind, base, quote } = requiredInstrument(fields);
  if (kind !== 'spot') throw refuse('invalidParameter', `${symbol} is no spot symbol.`);
  const power = marginState(venue, account).freeCollateral * BigInt(Math.max(0, account.marginLeverage - 1));
  const most = (token: string): string => {
    const price = tokenPrice(venue, token);
    const lends = account.mode === 'MARGIN' && tokenOf(token)?.canShort === true && price !== 0n && power > 0n;
    const exact = lends ? over(power, price) : 0n;
    return eightPlaces(exact);
  };
  return { data: { symbol, availableBaseQuantity: most(base), availableQuoteQuantity: most(quote) } };
};

/** Text with at most eight decimals, cut. */
const eightPlaces = (value: Fixed): string => fixedText(value - (value % (ONE / 100_000_000n)));
