import { CAPS, INSTRUMENTS, type Instrument } from '../../engine/symbols.ts';
import { maybeInstrument } from '../fields.ts';
import type { PublicRoute } from '../call.ts';

export const systemInfo: PublicRoute = () => ({
  data: { status: 0, msg: 'System is functioning properly.', estimatedEndTime: 0 },
});

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
