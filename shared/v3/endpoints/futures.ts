import { z } from 'zod';
import { historyRange, looseInput, marginModes, positionModes, symbolInput } from '../inputs.ts';
import { futuresLeverageRecord, positionsRecord } from '../records/account.ts';
import { fundingFeeRecord } from '../records/histories.ts';
import { nothing, page } from '../records/rows.ts';
import { page500, per, row } from './row.ts';

/** Futures (interface-v3.md, E13 to E16; protocol.md, 3.4). */
export const futuresEndpoints = {
  'futures.leverage': row('GET', '/v3/futures/leverage', {
    number: 'E14',
    input: z.strictObject({
      symbol: symbolInput,
      marginMode: z.enum(marginModes),
      positionMode: z.enum(positionModes).optional(),
    }),
    output: futuresLeverageRecord,
    limit: per(10, 60),
    lane: 'read',
    source: 'S',
    summary: 'Leverage of a symbol',
  }),
  'futures.setLeverage': row('PUT', '/v3/futures/leverage', {
    number: 'E13',
    input: z.strictObject({
      symbol: symbolInput,
      marginMode: z.enum(marginModes),
      leverage: z.int().min(1).max(1000),
      positionMode: z.enum(positionModes).optional(),
    }),
    output: nothing,
    limit: per(10, 60),
    lane: 'read',
    source: 'S',
    summary: 'Sets the leverage of a symbol',
  }),
  'futures.setPositionMode': row('PUT', '/v3/futures/positionMode', {
    number: 'E15',
    input: z.strictObject({ positionMode: z.enum(positionModes) }),
    output: nothing,
    limit: per(5, 60),
    lane: 'read',
    source: 'S',
    summary: 'Sets one-way or hedge mode',
  }),
  'futures.positions': row('GET', '/v3/futures/positions', {
    input: z.strictObject({ symbol: symbolInput.optional() }),
    output: positionsRecord,
    limit: per(30, 10),
    lane: 'read',
    source: 'D',
    summary: 'Positions',
  }),
  'futures.fundingFeeHistory': row('GET', '/v3/futures/fundingFee/history', {
    number: 'E16',
    input: z.strictObject({ symbol: symbolInput.optional(), ...historyRange(500) }),
    output: page(fundingFeeRecord),
    limit: per(20, 60),
    lane: 'history',
    page: page500,
    time: 'ms',
    source: 'S',
    summary: 'Funding fees paid and received',
  }),
  'futures.defaultMarginMode': row('GET', '/v3/futures/defaultMarginMode', {
    input: looseInput,
    output: z.unknown(),
    limit: per(10, 60),
    lane: 'read',
    source: '?',
    summary: 'Margin mode of new positions; parameters and answer are not known',
  }),
  'futures.setDefaultMarginMode': row('PUT', '/v3/futures/defaultMarginMode', {
    input: looseInput,
    output: nothing,
    limit: per(10, 60),
    lane: 'read',
    source: '?',
    summary: 'Sets the margin mode of new positions; the name of its field is not known',
  }),
  'isolatedMargin.adjust': row('POST', '/v3/isolatedMargin/margin', {
    input: looseInput,
    output: nothing,
    limit: per(10, 60),
    lane: 'read',
    source: '?',
    summary: 'Adds or takes margin of an isolated position; parameters are not known',
  }),
} as const;
