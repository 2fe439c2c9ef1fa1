import { ZERO, type Decimal } from '../../decimal.ts';
import type { AlgoOrderId } from '../../ids.ts';
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
  maybeText,
  textOf,
  type Extra,
  type JsonObject,
} from './plain.ts';

/**
 * State of one node of an algo order's tree. Letters: protocol.md, 4.6; the trailing fields cr, cv
 * and ap are our choice (section 8).
 */
export interface AlgoReport {
  readonly symbol: string;
  readonly rootAlgoOrderId: AlgoOrderId | null;
  /** Null on the root. */
  readonly parentAlgoOrderId: AlgoOrderId | null;
  readonly algoOrderId: AlgoOrderId;
  /** Null when the user gave none. */
  readonly clientAlgoOrderId: string | null;
  readonly tag: string | null;
  /** The exchange's word; null where the report carries only algoStatus. */
  readonly status: string | null;
  readonly algoStatus: string | null;
  readonly rootAlgoStatus: string | null;
  readonly algoType: string;
  readonly side: string | null;
  readonly positionSide: string | null;
  readonly quantity: Decimal | null;
  readonly triggerPrice: Decimal | null;
  readonly triggerPriceType: string | null;
  readonly triggerStatus: string | null;
  readonly price: Decimal | null;
  readonly type: string | null;
  /** Price of the trade that triggered it. */
  readonly triggerTradePrice: Decimal | null;
  /** Null until triggered. */
  readonly triggerTime: Millis | null;
  readonly tradeId: string | null;
  readonly executedPrice: Decimal | null;
  readonly executedQuantity: Decimal | null;
  readonly fee: Decimal | null;
  readonly feeAsset: string | null;
  readonly reason: string | null;
  readonly totalExecuted: Decimal;
  readonly averagePrice: Decimal | null;
  readonly totalFee: Decimal | null;
  readonly totalFeeAsset: string | null;
  readonly totalRebate: Decimal | null;
  readonly totalRebateAsset: string | null;
  readonly visibleQuantity: Decimal | null;
  readonly at: Millis;
  readonly reduceOnly: boolean | null;
  readonly triggered: boolean | null;
  readonly maker: boolean | null;
  readonly activated: boolean | null;
  /** A fraction: 0.03 is 3 %. */
  readonly callbackRate: Decimal | null;
  /** Absolute amount of quote currency. */
  readonly callbackValue: Decimal | null;
  readonly activatedPrice: Decimal | null;
  readonly marginMode: string | null;
  readonly extra: Extra;
}

const KNOWN: ReadonlySet<string> = new Set(
  (
    's raid paid aid caid tg ss at sd ps sx trp trpt tss px t tpx tt tid epx esx f fa rs tesx aepx tf tfc tr trc vsx ts ' +
    'ro it im ia ras as cr cv ap m'
  ).split(' '),
);

/**
 * Reads one item of an algo execution report.
 *
 * @param data object with short letters.
 * @param sentAt the frame's own time, taken where the item carries none.
 * @throws Misread when symbol, algo id, algo type or time is missing, or a field is malformed.
 */
export function algoReport(data: JsonObject, sentAt: Millis | null): AlgoReport {
  return {
    symbol: textOf(data.s, 's'),
    rootAlgoOrderId: maybeId(data.raid, 'raid') as AlgoOrderId | null, // checked digits
    parentAlgoOrderId: maybeId(data.paid, 'paid') as AlgoOrderId | null, // checked digits
    algoOrderId: idOf(data.aid, 'aid') as AlgoOrderId, // checked digits
    clientAlgoOrderId: maybeId(data.caid, 'caid'),
    tag: maybeText(data.tg, 'tg'),
    status: maybeText(data.ss, 'ss'),
    algoStatus: maybeText(data.as, 'as'),
    rootAlgoStatus: maybeText(data.ras, 'ras'),
    algoType: textOf(data.at, 'at'),
    side: maybeText(data.sd, 'sd'),
    positionSide: maybeText(data.ps, 'ps'),
    quantity: maybeDecimal(data.sx, 'sx'),
    triggerPrice: maybeDecimal(data.trp, 'trp'),
    triggerPriceType: maybeText(data.trpt, 'trpt'),
    triggerStatus: maybeText(data.tss, 'tss'),
    price: maybeDecimal(data.px, 'px'),
    type: maybeText(data.t, 't'),
    triggerTradePrice: maybeDecimal(data.tpx, 'tpx'),
    triggerTime: maybeInstant(data.tt, 'tt'),
    tradeId: maybeId(data.tid, 'tid'),
    executedPrice: maybeDecimal(data.epx, 'epx'),
    executedQuantity: maybeDecimal(data.esx, 'esx'),
    fee: figureOf(data.f),
    feeAsset: maybeText(data.fa, 'fa'),
    reason: maybeText(data.rs, 'rs'),
    totalExecuted: maybeDecimal(data.tesx, 'tesx') ?? ZERO,
    averagePrice: figureOf(data.aepx),
    totalFee: figureOf(data.tf),
    totalFeeAsset: maybeText(data.tfc, 'tfc'),
    totalRebate: figureOf(data.tr),
    totalRebateAsset: maybeText(data.trc, 'trc'),
    visibleQuantity: maybeDecimal(data.vsx, 'vsx'),
    at: maybeInstant(data.ts, 'ts') ?? instantOf(sentAt, 'ts'),
    reduceOnly: maybeFlag(data.ro),
    triggered: maybeFlag(data.it),
    maker: maybeFlag(data.im),
    activated: maybeFlag(data.ia),
    callbackRate: maybeDecimal(data.cr, 'cr'),
    callbackValue: maybeDecimal(data.cv, 'cv'),
    activatedPrice: maybeDecimal(data.ap, 'ap'),
    marginMode: maybeText(data.m, 'm'),
    extra: extraOf(data, KNOWN),
  };
}
