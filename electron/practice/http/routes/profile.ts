import type { Account } from '../../engine/model.ts';
import { fixedText, type Fixed } from '../../engine/money/fixed.ts';
import type { Referral, Reward } from '../../engine/records.ts';
import { setAccountMode } from '../../engine/settings.ts';
import { INSTRUMENTS, TOKENS } from '../../engine/symbols.ts';
import type { SignedRoute } from '../call.ts';
import { paged, paging, range, requiredWord, word } from '../fields.ts';
import { bare, secondsText } from '../../wire/numbers.ts';

export const tokenConfig: SignedRoute = () => ({
  data: {
    rows: TOKENS.map(({ token, collateralRatio, canCollateral, canShort }) => ({
      token,
      collateralRatio: fixedText(collateralRatio),
      marginFactor: canShort ? '0.00000000001' : '0',
      collateral: canCollateral,
      canCollateral,
      canShort,
      marginMaxLeverage: canShort ? 10 : 0,
      marginMaxPosition: canShort ? 10_000_000 : 0,
    })),
  },
});

/** Margin terms of the perpetuals (protocol.md, 9.10). */
export const symbolConfig: SignedRoute = () => ({
  data: {
    rows: INSTRUMENTS.filter(({ kind }) => kind === 'perpetual').map(({ symbol, maxLeverage, maxLots, lot }) => ({
      symbol,
      margin_factor: '0.00000000001',
      maxLeverage,
      maxPosition: bare(fixedText(BigInt(maxLots) * lot)),
    })),
  },
});

const MODES = ['PURE_SPOT', 'MARGIN', 'FUTURES'] as const;

/** The name of the field is not known: the likely ones are taken. */
export const tradingMode: SignedRoute = ({ venue, account, fields }) => {
  const mode =
    word(fields, 'tradingMode', MODES) ?? word(fields, 'accountMode', MODES) ?? requiredWord(fields, 'mode', MODES);
  setAccountMode(venue, account, mode);
  return {};
};

export const credentials: SignedRoute = ({ account, fields, desk }) => {
  const own = [...desk.keys.values()].filter((key) => key.account === account);
  const { rows, meta } = paged(own, paging(fields, 25, 1_000));
  return {
    data: {
      rows: rows.map(({ key, permissions }) => ({
        accountName: account.name,
        userId: account.userId,
        apiKey: key,
        permissions,
      })),
      meta,
    },
  };
};

export const subAccounts: SignedRoute = ({ venue, account }) => {
  const own = [...venue.accounts.values()].filter((other: Account) => other.ownerId === account.id);
  return {
    data: {
      rows: own.map(({ id, name, createdAt }) => ({ applicationId: id, name, createdTime: secondsText(createdAt) })),
    },
  };
};

const amounts = (amount: Fixed): { token: string; amount: string }[] =>
  amount === 0n ? [] : [{ token: 'USDT', amount: fixedText(amount) }];

function referralRow(referral: Referral, earned: Fixed, bonus: Fixed): Record<string, unknown> {
  return {
    referralId: bare(referral.id),
    registerTime: secondsText(referral.registeredAt),
    referralCode: referral.code,
    tradeStatus: referral.traded ? 'Traded' : 'Not traded',
    earned: amounts(earned),
    extraBonus: amounts(bonus),
    previousCommission: amounts(earned).map(({ token, amount }) => ({ token, totalAmount: amount })),
    email: referral.email,
  };
}

/** E21: one row for each referred user, with what he earned in all. */
export const referralSummary: SignedRoute = ({ account, fields }) => {
  const { from, to } = range(fields);
  const wanted = account.histories.referrals.filter((row) => row.registeredAt >= from && row.registeredAt <= to);
  const { rows, meta } = paged(wanted.toReversed(), paging(fields, 25, 1_000));
  return { data: { rows: rows.map((row) => referralRow(row, row.earned, row.bonus)), meta } };
};

/** E22: one row for each day's reward. */
export const rewardHistory: SignedRoute = ({ account, fields }) => {
  const { from, to } = range(fields);
  const wanted: Reward[] = account.histories.rewards.filter((row) => row.at >= from && row.at <= to);
  const { rows, meta } = paged(wanted.toReversed(), paging(fields, 25, 1_000));
  return { data: { rows: rows.map((row) => referralRow(row.referral, row.earned, row.bonus)), meta } };
};
