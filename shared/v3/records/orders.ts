import { z } from 'zod';
import {
  decimalField,
  decimalOrZeroField,
  figureField,
  flagField,
  idField,
  instantField,
  maybeClientOrderIdField,
  maybeDecimalField,
  maybeFlagField,
  maybeInstantField,
  maybeIntegerField,
  maybeTextField,
  orderIdField,
} from '../fields.ts';
import { renamed } from './rows.ts';

/** Records of ordinary orders and fills (interface-v3.md, E7 to E9; protocol.md, 2.1, 2.2 and 3.2). */

/** What placing answers: accepted for processing. The order's fate comes on the stream. */
export const placedRecord = z.looseObject({
  orderId: orderIdField,
  clientOrderId: maybeClientOrderIdField,
  type: maybeTextField,
  price: maybeDecimalField,
  quantity: maybeDecimalField,
  amount: maybeDecimalField,
  bidAskLevel: maybeIntegerField,
});

/** An order. `executed` is the filled base quantity; `rebateCurrency` reads as `rebateAsset`. */
export const orderRecord = renamed(
  { rebateCurrency: 'rebateAsset' },
  z.looseObject({
    symbol: z.string(),
    status: z.string(),
    side: z.string(),
    positionSide: maybeTextField,
    createdTime: maybeInstantField,
    /** Not documented; read where it is sent. */
    updatedTime: maybeInstantField,
    orderId: orderIdField,
    clientOrderId: maybeClientOrderIdField,
    orderTag: maybeTextField,
    price: maybeDecimalField,
    type: z.string(),
    quantity: maybeDecimalField,
    amount: maybeDecimalField,
    visible: maybeDecimalField,
    executed: decimalOrZeroField,
    averageExecutedPrice: figureField,
    totalFee: figureField,
    feeAsset: maybeTextField,
    totalRebate: figureField,
    rebateAsset: maybeTextField,
    reduceOnly: flagField,
    realizedPnl: figureField,
    bidAskLevel: maybeIntegerField,
    marginMode: maybeTextField,
  }),
);
export type OrderRecord = z.output<typeof orderRecord>;

/** A fill. In hedge mode `side` can read OPEN LONG, OPEN SHORT, CLOSE LONG, CLOSE SHORT. */
export const transactionRecord = renamed(
  { isMatchRPI: 'isMatchRpi' },
  z.looseObject({
    id: idField,
    symbol: z.string(),
    orderId: orderIdField,
    orderTag: maybeTextField,
    executedPrice: decimalField,
    executedQuantity: decimalField,
    isMaker: maybeFlagField,
    isMatchRpi: flagField,
    side: z.string(),
    fee: maybeDecimalField,
    feeAsset: maybeTextField,
    realizedPnl: maybeDecimalField,
    executedTimestamp: instantField,
  }),
);
export type TransactionRecord = z.output<typeof transactionRecord>;

/** Fees as the exchange writes them; basis points is the plausible unit, not a certain one (protocol.md, 3.2). */
export const tradingFeeRecord = z.looseObject({
  symbol: z.string(),
  takerFee: maybeDecimalField,
  makerFee: maybeDecimalField,
});

/** Dead-man switch: when it will fire; null where it was disarmed. */
export const cancelAllAfterRecord = z.looseObject({ expectedTriggerTime: maybeInstantField });
