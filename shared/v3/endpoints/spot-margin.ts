import { z } from 'zod';
import { historyRange, looseInput, positiveInput, textInput } from '../inputs.ts';
import { interestRecord } from '../records/histories.ts';
import { nothing, page } from '../records/rows.ts';
import { page500, per, row } from './row.ts';

/** Leverages that E18 takes in each account mode. */
export const spotMarginLeverages = {
  MARGIN: ['3', '4', '5', '10'],
  FUTURES: ['1', '2', '3', '4', '5', '10', '15', '20', '30', '40', '50'],
} as const;

/** Spot margin (interface-v3.md, E17 to E19; protocol.md, 3.4). */
export const spotMarginEndpoints = {
  'spotMargin.repayInterest': row('POST', '/v3/spotMargin/interestRepay', {
    number: 'E17',
    input: z.strictObject({ token: textInput, amount: positiveInput }),
    numbers: ['amount'],
    output: nothing,
    limit: per(10, 60),
    lane: 'read',
    source: 'S',
    summary: 'Repays margin interest',
  }),
  'spotMargin.setLeverage': row('POST', '/v3/spotMargin/leverage', {
    number: 'E18',
    // number or text, text on the wire; the futures list holds the margin list
    input: z.strictObject({
      leverage: z.union([z.int(), z.string()]).transform(String).pipe(z.enum(spotMarginLeverages.FUTURES)),
    }),
    output: nothing,
    limit: per(5, 60),
    lane: 'read',
    source: 'S',
    summary: 'Sets the leverage of spot margin',
  }),
  'spotMargin.interestHistory': row('GET', '/v3/spotMargin/interestHistory', {
    number: 'E19',
    input: z.strictObject({
      token: textInput.regex(/^[^a-z]+$/, 'must be in upper case').optional(),
      side: z.enum(['LOAN', 'REPAY', 'AUTO_REPAY']).optional(),
      ...historyRange(500),
    }),
    output: page(interestRecord),
    limit: per(10, 60),
    lane: 'history',
    page: page500,
    time: 'ms',
    source: 'D',
    summary: 'Margin interest',
  }),
  'spotMargin.interestRate': row('GET', '/v3/spotMargin/interestRate', {
    input: looseInput,
    output: z.unknown(),
    limit: per(10, 60),
    lane: 'read',
    source: '?',
    summary: 'Interest rates; parameters and answer are not known',
  }),
  'spotMargin.maxMargin': row('GET', '/v3/spotMargin/maxMargin', {
    input: looseInput,
    output: z.unknown(),
    limit: per(10, 60),
    lane: 'read',
    source: '?',
    summary: 'Largest loan; parameters and answer are not known',
  }),
} as const;
