import { z } from 'zod';
import {
  decimalOrZeroField,
  figureField,
  instantField,
  integerField,
  maybeDecimalField,
  maybeFlagField,
  maybeInstantField,
  maybeIntegerField,
  maybeTextField,
  textListField,
} from '../fields.ts';
import { renamed } from './rows.ts';

/** Account, balances, positions and settings (interface-v3.md, E14 and E20; protocol.md, 3.4). */

/** Opens the private stream for 24 hours. A secret: never logged, never shown. */
export const listenKeyRecord = z.looseObject({ authKey: z.string().min(1), expiredTime: instantField });

export const accountInfoRecord = z.looseObject({
  applicationId: maybeTextField,
  account: maybeTextField,
  alias: maybeTextField,
  otpauth: maybeFlagField,
  /** PURE_SPOT, MARGIN, FUTURES. */
  accountMode: maybeTextField,
  positionMode: maybeTextField,
  leverage: maybeIntegerField,
  marginRatio: figureField,
  openMarginRatio: figureField,
  initialMarginRatio: figureField,
  maintenanceMarginRatio: figureField,
  totalCollateral: maybeDecimalField,
  freeCollateral: maybeDecimalField,
  totalAccountValue: figureField,
  totalTradingValue: figureField,
  totalVaultValue: figureField,
  totalStakingValue: figureField,
  totalLaunchpadValue: figureField,
  totalEarnValue: figureField,
  referrerID: maybeTextField,
  accountType: maybeTextField,
  makerFeeRate: maybeDecimalField,
  takerFeeRate: maybeDecimalField,
});

export const tokenConfigRecord = z.looseObject({
  token: z.string(),
  collateralRatio: maybeDecimalField,
  marginFactor: maybeDecimalField,
  collateral: maybeFlagField,
  canCollateral: maybeFlagField,
  canShort: maybeFlagField,
  marginMaxLeverage: maybeDecimalField,
  marginMaxPosition: maybeDecimalField,
});

/** What can still be borrowed for a spot symbol; margin mode only (protocol.md, 9.12). */
export const maxMarginRecord = z.looseObject({
  symbol: maybeTextField,
  availableBaseQuantity: maybeDecimalField,
  availableQuoteQuantity: maybeDecimalField,
});

/** What a loan of a token costs, as a share a year (protocol.md, 9.11). */
export const interestRateRecord = z.looseObject({
  token: z.string(),
  currentHourlyBaseRate: figureField,
  estHourlyBaseRate: figureField,
  currentAnnualBaseRate: figureField,
  estAnnualBaseRate: figureField,
  estTime: maybeInstantField,
});

/** A key of the account and what it may do; `allowedIPs` is empty when it may be used from anywhere. */
export const credentialRecord = z.looseObject({
  accountName: maybeTextField,
  userId: maybeTextField,
  apiKey: maybeTextField,
  permissions: textListField,
  allowedIPs: textListField,
});

export const subAccountRecord = z.looseObject({
  applicationId: z.string(),
  name: maybeTextField,
  createdTime: maybeInstantField,
});

export const balanceRecord = z.looseObject({
  token: z.string(),
  holding: decimalOrZeroField,
  frozen: decimalOrZeroField,
  staked: maybeDecimalField,
  unbonding: maybeDecimalField,
  vault: maybeDecimalField,
  interest: maybeDecimalField,
  earn: maybeDecimalField,
  pendingShortQty: maybeDecimalField,
  pendingLongQty: maybeDecimalField,
  availableBalance: maybeDecimalField,
  averageOpenPrice: figureField,
  markPrice: figureField,
  pnl24H: figureField,
  fee24H: figureField,
  timestamp: maybeInstantField,
});

/** A position; `holding` is signed, negative is short. Unrealised PnL is not delivered. */
export const positionRecord = z.looseObject({
  symbol: z.string(),
  holding: decimalOrZeroField,
  positionSide: maybeTextField,
  pendingLongQty: maybeDecimalField,
  pendingShortQty: maybeDecimalField,
  settlePrice: figureField,
  averageOpenPrice: figureField,
  pnl24H: figureField,
  fee24H: figureField,
  markPrice: figureField,
  estLiqPrice: figureField,
  adlQuantile: maybeIntegerField,
  timestamp: maybeInstantField,
  marginMode: maybeTextField,
  isolatedMarginToken: maybeTextField,
  isolatedMarginAmount: maybeDecimalField,
  isolatedFrozenLong: maybeDecimalField,
  isolatedFrozenShort: maybeDecimalField,
  leverage: maybeIntegerField,
});

/** Balances: the wire's list `holding` reads as `rows`, as everywhere else. */
export const balancesRecord = renamed({ holding: 'rows' }, z.looseObject({ rows: z.array(balanceRecord) }));

/** Positions: the wire's list `positions` reads as `rows`, as everywhere else. */
export const positionsRecord = renamed({ positions: 'rows' }, z.looseObject({ rows: z.array(positionRecord) }));

/**
 * Hedge mode has one detail for LONG and one for SHORT, which may differ; one-way has one with BOTH. Live, one-way mode
 * may say its one leverage of LONG and of SHORT (protocol.md, 9.3): it is read as BOTH.
 */
export const futuresLeverageRecord = z
  .looseObject({
    symbol: z.string(),
    marginMode: maybeTextField,
    positionMode: maybeTextField,
    details: z.array(z.looseObject({ positionSide: z.string(), leverage: integerField })),
  })
  .transform((setting) => {
    const [first, ...others] = setting.details;
    const isOne = first !== undefined && others.every(({ leverage }) => leverage === first.leverage);
    if (setting.positionMode !== 'ONE_WAY' || !isOne) return setting;
    return { ...setting, details: [{ ...first, positionSide: 'BOTH' }] };
  });
