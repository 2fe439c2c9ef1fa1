import { z } from 'zod';
import { historyRange, noInput, positiveInput, symbolInput, textInput } from '../inputs.ts';
import { interestRateRecord, maxMarginRecord } from '../records/account.ts';
import { interestRecord } from '../records/histories.ts';
import { list, nothing, page } from '../records/rows.ts';
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
    input: noInput,
    output: list(interestRateRecord),
    limit: per(10, 60),
    lane: 'read',
    source: 'D',
    summary: 'Interest rates of loans, by token',
  }),
  'spotMargin.maxMargin': row('GET', '/v3/spotMargin/maxMargin', {
    input: z.strictObject({ symbol: symbolInput }),
    output: maxMarginRecord,
    limit: per(10, 60),
    lane: 'read',
    source: 'D',
    summary: 'What can be borrowed for a spot symbol, in margin mode',
  }),
} as const;
