import { fixedText } from '../../engine/money/fixed.ts';
import { averageOpen, share } from '../../wire/figures.ts';
import { available, marginState, tokenPrice } from '../../engine/money/margin.ts';
import { refuse } from '../../engine/refusal.ts';
import { PERPETUAL_FEES, tokenOf } from '../../engine/symbols.ts';
import type { SignedRoute } from '../call.ts';
import { requiredWord, text } from '../fields.ts';

/** E20. */
export const listenKey: SignedRoute = ({ account, fields, desk }) => {
  requiredWord(fields, 'type', ['WEBSOCKET'] as const);
  return { data: desk.newListenKey(account) };
};

export const balances: SignedRoute = ({ venue, account, fields }) => {
  const token = text(fields, 'token');
  if (token !== null && tokenOf(token) === undefined)
    throw refuse('invalidParameter', `No such token: ${token.slice(0, 20)}`);
  const wanted = [...account.balances.values()].filter((row) => token === null || row.token === token);
  return {
    data: {
      holding: wanted.map((row) => ({
        token: row.token,
        holding: fixedText(row.holding),
        frozen: fixedText(row.frozen),
        staked: '0',
        unbonding: '0',
        vault: '0',
        interest: fixedText(row.interest),
        earn: '0',
        pendingShortQty: '0',
        pendingLongQty: '0',
        availableBalance: fixedText(available(venue, account, row.token)),
        averageOpenPrice: averageOpen(row),
        markPrice: fixedText(tokenPrice(venue, row.token)),
        pnl24H: '0',
        fee24H: '0',
        timestamp: row.updatedAt,
      })),
    },
  };
};

/** Fees of the account's tier in basis points, as JSON numbers (protocol.md, 9.4 and 9.19). */
const FEE_RATES = { makerFeeRate: Number(PERPETUAL_FEES.makerFee), takerFeeRate: Number(PERPETUAL_FEES.takerFee) };

export const accountInfo: SignedRoute = ({ venue, account, desk }) => {
  const state = marginState(venue, account);
  return {
    data: {
      applicationId: account.id,
      account: `${account.name}@practice.example`,
      alias: account.name,
      otpauth: false,
      accountMode: account.mode,
      positionMode: account.positionMode,
      leverage: account.marginLeverage,
      marginRatio: share(state.totalCollateral, state.exposure),
      openMarginRatio: share(state.totalCollateral, state.exposure),
      initialMarginRatio: share(state.initial, state.exposure),
      maintenanceMarginRatio: share(state.maintenance, state.exposure),
      totalCollateral: fixedText(state.totalCollateral),
      freeCollateral: fixedText(state.freeCollateral),
      totalAccountValue: fixedText(state.totalValue),
      totalTradingValue: fixedText(state.totalValue),
      totalVaultValue: '0',
      totalStakingValue: '0',
      totalLaunchpadValue: '0',
      totalEarnValue: '0',
      referrerID: desk.forms === 'live' ? null : '',
      accountType: account.kind,
      ...(desk.forms === 'live' ? FEE_RATES : {}),
    },
  };
};
