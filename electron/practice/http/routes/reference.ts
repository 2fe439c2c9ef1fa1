import { NETWORKS } from '../../engine/money/networks.ts';
import { fixedText } from '../../engine/money/fixed.ts';
import { CAPS, INSTRUMENTS, TOKENS, type Instrument } from '../../engine/symbols.ts';
import { bareMoney } from '../../wire/numbers.ts';
import { maybeInstrument } from '../fields.ts';
import { nextMood } from '../../market/mood.ts';
import { maintenanceOf, type PublicRoute } from '../call.ts';

const WORDS = ['System is functioning properly.', 'Trading is under maintenance.', 'The system is under maintenance.'];

export const systemInfo: PublicRoute = ({ venue, desk }) => {
  const status = maintenanceOf(venue, desk);
  return { data: { status, msg: WORDS[status], estimatedEndTime: status === 0 ? 0 : nextMood(venue) } };
};

function instrumentRow(row: Instrument): Record<string, unknown> {
  const shared = {
    symbol: row.symbol,
    status: 'TRADING',
    baseAsset: row.base,
    baseAssetMultiplier: 1,
    quoteAsset: row.quote,
    quoteMin: row.quoteMin,
    quoteMax: row.quoteMax,
    quoteTick: row.quoteTick,
    baseMin: row.baseMin,
    baseMax: row.baseMax,
    baseTick: row.baseTick,
    minNotional: row.minNotional,
    bidCapRatio: CAPS.bidCap,
    bidFloorRatio: null,
    askCapRatio: null,
    askFloorRatio: CAPS.askFloor,
    orderMode: 'NORMAL',
    impactNotional: null,
    isAllowedRpi: row.isAllowedRpi,
    tickGranularity: null,
  };
  if (row.kind === 'spot') return shared;
  return {
    ...shared,
    fundingIntervalHours: row.fundingIntervalHours,
    fundingCap: row.fundingCap,
    fundingFloor: `-${row.fundingCap ?? '0'}`,
    baseIMR: row.baseIMR,
    baseMMR: row.baseMMR,
  };
}

export const instruments: PublicRoute = ({ fields }) => {
  const one = maybeInstrument(fields);
  return { data: { rows: (one === null ? INSTRUMENTS : [one]).map(instrumentRow) } };
};

/** E1: flags are 1 for allowed and 0 for not; amounts are JSON numbers. */
export const tokenNetwork: PublicRoute = () => ({
  data: {
    rows: NETWORKS.map((row) => ({
      protocol: row.protocol,
      network: row.network,
      token: row.token,
      name: row.name,
      minimumWithdrawal: bareMoney(row.minimum),
      withdrawalFee: bareMoney(row.fee),
      allowDeposit: row.allowDeposit ? 1 : 0,
      allowWithdraw: row.allowWithdraw ? 1 : 0,
    })),
  },
});

/** E2. */
export const tokenInfo: PublicRoute = () => ({
  data: {
    rows: TOKENS.map(({ token, canCollateral, canShort }) => ({ token, delisted: 0, canCollateral, canShort })),
  },
});

/** Parameters and answer are not known; tokens with their precision is the plausible reading. */
export const token: PublicRoute = () => ({
  data: {
    rows: TOKENS.map(({ token: name, collateralRatio }) => ({
      token: name,
      decimals: 8,
      collateralRatio: fixedText(collateralRatio),
    })),
  },
});
