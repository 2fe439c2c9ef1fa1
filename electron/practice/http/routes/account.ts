import { leverageOf } from '../../engine/account.ts';
import { fixedText, over, type Fixed } from '../../engine/fixed.ts';
import { available, marginState, tokenPrice } from '../../engine/margin.ts';
import { refuse } from '../../engine/refusal.ts';
import { tokenOf } from '../../engine/symbols.ts';
import type { SignedRoute } from '../call.ts';
import { requiredWord, text } from '../fields.ts';

/** E20. */
export const listenKey: SignedRoute = ({ account, fields, desk }) => {
  requiredWord(fields, 'type', ['WEBSOCKET'] as const);
  return { data: desk.newListenKey(account) };
};

/** Average price paid for what was bought, cut after 8 decimals. */
export function averageOpen(spent: Fixed, bought: Fixed): string {
  if (bought === 0n) return '0';
  const exact = over(spent, bought);
  return fixedText(exact - (exact % 10_000_000_000n));
}

export const balances: SignedRoute = ({ venue, account, fields }) => {
  const token = text(fields, 'token');
  if (token !== null && tokenOf(token) === undefined)
    throw refuse('invalidParameter', `No such token: ${token.slice(0, 20)}`);
  const wanted = [...account.balances.values()].filter((row) => token === null || row.token === token);
  return {
    data: {
      holding: wanted.map(({ token: name, holding, frozen, interest, spent, bought, updatedAt }) => ({
        token: name,
        holding: fixedText(holding),
        frozen: fixedText(frozen),
        staked: '0',
        unbonding: '0',
        vault: '0',
        interest: fixedText(interest),
        earn: '0',
        pendingShortQty: '0',
        pendingLongQty: '0',
        availableBalance: fixedText(available(venue, account, name)),
        averageOpenPrice: averageOpen(spent, bought),
        markPrice: fixedText(tokenPrice(venue, name)),
        pnl24H: '0',
        fee24H: '0',
        timestamp: updatedAt,
      })),
    },
  };
};

/** Share of b that a is, cut after 6 decimals; "10" stands for no exposure at all. */
export function share(a: Fixed, b: Fixed): string {
  if (b === 0n) return '10';
  const exact = over(a, b);
  return fixedText(exact - (exact % 1_000_000_000_000n));
}

export const accountInfo: SignedRoute = ({ venue, account }) => {
  const state = marginState(venue, account);
  return {
    data: {
      applicationId: account.id,
      account: `${account.name}@practice.example`,
      alias: account.name,
      otpauth: false,
      accountMode: account.mode,
      positionMode: account.positionMode,
      leverage: account.mode === 'MARGIN' ? account.marginLeverage : leverageOf(account, '', 'CROSS', 'BOTH'),
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
      referrerID: '',
      accountType: account.kind,
    },
  };
};
