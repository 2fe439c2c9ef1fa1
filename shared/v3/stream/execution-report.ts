import { ZERO, type Decimal } from '../../decimal.ts';
import type { ClientOrderId, OrderId } from '../../ids.ts';
import type { Millis } from '../../time.ts';
import {
  extraOf,
  figureOf,
  idOf,
  instantOf,
  maybeDecimal,
  maybeFlag,
  maybeId,
  maybeInstant,
  maybeInteger,
  maybeText,
  Misread,
  textOf,
  type Extra,
  type JsonObject,
} from './plain.ts';

/** State of one own order after something happened to it (`mt` 0). Letters: protocol.md, 4.6. */
export interface OrderReport {
  readonly messageType: 0;
  readonly symbol: string;
  /** Null when the user gave none (0 on the wire). */
  readonly clientOrderId: ClientOrderId | null;
  readonly orderId: OrderId;
  readonly type: string;
  readonly side: string;
  readonly positionSide: string | null;
  readonly quantity: Decimal | null;
  readonly price: Decimal | null;
  /** Null when the report is no fill. */
  readonly tradeId: string | null;
  /** Of this execution alone; 0 or null when the report is no fill. */
  readonly executedQuantity: Decimal | null;
  readonly executedPrice: Decimal | null;
  readonly fee: Decimal | null;
  readonly feeAsset: string | null;
  /** Of the whole order so far. */
  readonly totalExecuted: Decimal;
  readonly averagePrice: Decimal | null;
  /** The exchange's word, unknown ones included. REPLACED follows an edit and is an open state. */
  readonly status: string;
  readonly reason: string | null;
  readonly tag: string | null;
  readonly totalFee: Decimal | null;
  readonly totalFeeAsset: string | null;
  readonly totalRebate: Decimal | null;
  readonly totalRebateAsset: string | null;
  readonly visibleQuantity: Decimal | null;
  readonly at: Millis;
  readonly reduceOnly: boolean;
  readonly maker: boolean | null;
  readonly leverage: number | null;
  readonly marginMode: string | null;
  readonly rpi: boolean;
  readonly extra: Extra;
}

/**
 * An edit (1), cancel (2) or cancel-all (3) that was refused. The order itself is as it was; which
 * fields are sent beyond symbol, ids and reason is not known (protocol.md, 4.6), all others are null.
 */
export type RefusalReport = {
  readonly [Field in Exclude<keyof OrderReport, 'messageType' | 'at' | 'extra'>]: OrderReport[Field] | null;
} & { readonly messageType: 1 | 2 | 3; readonly at: Millis; readonly extra: Extra };

/** One message of the topic executionreport; `messageType` tells the two apart. */
export type ExecutionReport = OrderReport | RefusalReport;

const KNOWN: ReadonlySet<string> = new Set(
  'mt s cid oid t sd ps sx px tid esx epx f fa tesx aepx ss rs tg tf tfc tr trc vsx ts ro mk lv m rpi'.split(' '),
);

/**
 * Reads the `data` of one execution report.
 *
 * @param data object with short letters.
 * @param sentAt the frame's own time, taken where the report carries none.
 * @throws Misread when a field that the report cannot do without is missing or malformed, or when
 *   its message type is not 0 to 3.
 */
export function executionReport(data: JsonObject, sentAt: Millis | null): ExecutionReport {
  const messageType = maybeInteger(data.mt, 'mt') ?? 0;
  const at = maybeInstant(data.ts, 'ts') ?? instantOf(sentAt, 'ts');
  if (messageType === 0) return orderReport(data, at);
  if (messageType === 1 || messageType === 2 || messageType === 3) return refusalReport(messageType, data, at);
  throw new Misread('mt', '0 to 3', messageType);
}

function orderReport(data: JsonObject, at: Millis): OrderReport {
  return {
    messageType: 0,
    symbol: textOf(data.s, 's'),
    clientOrderId: maybeId(data.cid, 'cid') as ClientOrderId | null, // checked digits
    orderId: idOf(data.oid, 'oid') as OrderId, // checked digits
    type: textOf(data.t, 't'),
    side: textOf(data.sd, 'sd'),
    positionSide: maybeText(data.ps, 'ps'),
    quantity: maybeDecimal(data.sx, 'sx'),
    price: maybeDecimal(data.px, 'px'),
    tradeId: maybeId(data.tid, 'tid'),
    executedQuantity: maybeDecimal(data.esx, 'esx'),
    executedPrice: maybeDecimal(data.epx, 'epx'),
    fee: figureOf(data.f),
    feeAsset: maybeText(data.fa, 'fa'),
    totalExecuted: maybeDecimal(data.tesx, 'tesx') ?? ZERO,
    averagePrice: figureOf(data.aepx),
    status: textOf(data.ss, 'ss'),
    reason: maybeText(data.rs, 'rs'),
    tag: maybeText(data.tg, 'tg'),
    totalFee: figureOf(data.tf),
    totalFeeAsset: maybeText(data.tfc, 'tfc'),
    totalRebate: figureOf(data.tr),
    totalRebateAsset: maybeText(data.trc, 'trc'),
    visibleQuantity: maybeDecimal(data.vsx, 'vsx'),
    at,
    reduceOnly: maybeFlag(data.ro) ?? false,
    maker: maybeFlag(data.mk),
    leverage: maybeInteger(data.lv, 'lv'),
    marginMode: maybeText(data.m, 'm'),
    rpi: maybeFlag(data.rpi) ?? false,
    extra: extraOf(data, KNOWN),
  };
}

function refusalReport(messageType: 1 | 2 | 3, data: JsonObject, at: Millis): RefusalReport {
  return {
    messageType,
    symbol: maybeText(data.s, 's'),
    clientOrderId: maybeId(data.cid, 'cid') as ClientOrderId | null, // checked digits
    orderId: maybeId(data.oid, 'oid') as OrderId | null, // checked digits
    type: maybeText(data.t, 't'),
    side: maybeText(data.sd, 'sd'),
    positionSide: maybeText(data.ps, 'ps'),
    quantity: maybeDecimal(data.sx, 'sx'),
    price: maybeDecimal(data.px, 'px'),
    tradeId: maybeId(data.tid, 'tid'),
    executedQuantity: maybeDecimal(data.esx, 'esx'),
    executedPrice: maybeDecimal(data.epx, 'epx'),
    fee: figureOf(data.f),
    feeAsset: maybeText(data.fa, 'fa'),
    totalExecuted: maybeDecimal(data.tesx, 'tesx'),
    averagePrice: figureOf(data.aepx),
    status: maybeText(data.ss, 'ss'),
    reason: maybeText(data.rs, 'rs'),
    tag: maybeText(data.tg, 'tg'),
    totalFee: figureOf(data.tf),
    totalFeeAsset: maybeText(data.tfc, 'tfc'),
    totalRebate: figureOf(data.tr),
    totalRebateAsset: maybeText(data.trc, 'trc'),
    visibleQuantity: maybeDecimal(data.vsx, 'vsx'),
    at,
    reduceOnly: maybeFlag(data.ro),
    maker: maybeFlag(data.mk),
    leverage: maybeInteger(data.lv, 'lv'),
    marginMode: maybeText(data.m, 'm'),
    rpi: maybeFlag(data.rpi),
    extra: extraOf(data, KNOWN),
  };
}
