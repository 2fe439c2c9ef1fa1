import type { Decimal } from '../../decimal.ts';
import type { Millis } from '../../time.ts';
import {
  decimalOf,
  extraOf,
  figureOf,
  instantOf,
  maybeDecimal,
  maybeInstant,
  maybeInteger,
  maybeText,
  textOf,
  type Extra,
  type JsonObject,
} from './plain.ts';

/** A token's balance after a change. Letters: protocol.md, 4.6. */
export interface BalanceUpdate {
  readonly token: string;
  readonly holding: Decimal;
  readonly frozen: Decimal | null;
  readonly interest: Decimal | null;
  readonly pendingShort: Decimal | null;
  readonly pendingLong: Decimal | null;
  readonly staked: Decimal | null;
  readonly unbonding: Decimal | null;
  readonly vault: Decimal | null;
  readonly launchpad: Decimal | null;
  readonly earn: Decimal | null;
  readonly averageOpenPrice: Decimal | null;
  readonly pnl24h: Decimal | null;
  readonly roi24h: Decimal | null;
  readonly fee24h: Decimal | null;
  readonly markPrice: Decimal | null;
  /** Trial funds. */
  readonly bonus: Decimal | null;
  readonly lossCoverRatio: Decimal | null;
  /** Grows with each change of this record (inferred). */
  readonly version: number | null;
  readonly at: Millis;
  readonly extra: Extra;
}

const BALANCE: ReadonlySet<string> = new Set('t h f i psq plq s u v l e aop pnl roi fee mp ver b lcr ts'.split(' '));

/** Reads one item of `data.balances`; `sentAt` (ms) stands in for a missing time. Throws Misread. */
export function balanceUpdate(data: JsonObject, sentAt: Millis | null): BalanceUpdate {
  return {
    token: textOf(data.t, 't'),
    holding: decimalOf(data.h, 'h'),
    frozen: maybeDecimal(data.f, 'f'),
    interest: maybeDecimal(data.i, 'i'),
    pendingShort: maybeDecimal(data.psq, 'psq'),
    pendingLong: maybeDecimal(data.plq, 'plq'),
    staked: maybeDecimal(data.s, 's'),
    unbonding: maybeDecimal(data.u, 'u'),
    vault: maybeDecimal(data.v, 'v'),
    launchpad: maybeDecimal(data.l, 'l'),
    earn: maybeDecimal(data.e, 'e'),
    averageOpenPrice: figureOf(data.aop),
    pnl24h: figureOf(data.pnl),
    roi24h: figureOf(data.roi),
    fee24h: figureOf(data.fee),
    markPrice: figureOf(data.mp),
    bonus: maybeDecimal(data.b, 'b'),
    lossCoverRatio: figureOf(data.lcr),
    version: maybeInteger(data.ver, 'ver'),
    at: maybeInstant(data.ts, 'ts') ?? instantOf(sentAt, 'ts'),
    extra: extraOf(data, BALANCE),
  };
}

/** A position after a change. Letters: protocol.md, 4.6. */
export interface PositionUpdate {
  readonly symbol: string;
  /** Signed: negative is short. */
  readonly holding: Decimal;
  readonly positionSide: string | null;
  readonly pendingLong: Decimal | null;
  readonly pendingShort: Decimal | null;
  readonly averageOpenPrice: Decimal | null;
  readonly settlePrice: Decimal | null;
  readonly markPrice: Decimal | null;
  readonly pnl24h: Decimal | null;
  readonly roi24h: Decimal | null;
  readonly fee24h: Decimal | null;
  readonly openedAt: Millis | null;
  readonly adlQuantile: number | null;
  readonly leverage: number | null;
  readonly marginMode: string | null;
  readonly isolatedMarginToken: string | null;
  readonly isolatedMarginAmount: Decimal | null;
  readonly isolatedFrozenLong: Decimal | null;
  readonly isolatedFrozenShort: Decimal | null;
  /** Grows with each change of this record (inferred). */
  readonly version: number | null;
  readonly at: Millis;
  readonly extra: Extra;
}

const POSITION: ReadonlySet<string> = new Set(
  's h plq psq aop pnl roi fee sp mp ot aq lv m ps it ia il is ver ts'.split(' '),
);

/** Reads one item of `data.positions`; `sentAt` (ms) stands in for a missing time. Throws Misread. */
export function positionUpdate(data: JsonObject, sentAt: Millis | null): PositionUpdate {
  return {
    symbol: textOf(data.s, 's'),
    holding: decimalOf(data.h, 'h'),
    positionSide: maybeText(data.ps, 'ps'),
    pendingLong: maybeDecimal(data.plq, 'plq'),
    pendingShort: maybeDecimal(data.psq, 'psq'),
    averageOpenPrice: figureOf(data.aop),
    settlePrice: figureOf(data.sp),
    markPrice: figureOf(data.mp),
    pnl24h: figureOf(data.pnl),
    roi24h: figureOf(data.roi),
    fee24h: figureOf(data.fee),
    openedAt: maybeInstant(data.ot, 'ot'),
    adlQuantile: maybeInteger(data.aq, 'aq'),
    leverage: maybeInteger(data.lv, 'lv'),
    marginMode: maybeText(data.m, 'm'),
    isolatedMarginToken: maybeText(data.it, 'it'),
    isolatedMarginAmount: maybeDecimal(data.ia, 'ia'),
    isolatedFrozenLong: maybeDecimal(data.il, 'il'),
    isolatedFrozenShort: maybeDecimal(data.is, 'is'),
    version: maybeInteger(data.ver, 'ver'),
    at: maybeInstant(data.ts, 'ts') ?? instantOf(sentAt, 'ts'),
    extra: extraOf(data, POSITION),
  };
}

/** Modes and margin of the account after a change. Letter case matters: m and M differ (protocol.md, 4.6). */
export interface AccountUpdate {
  /** PURE_SPOT, MARGIN, FUTURES. */
  readonly accountMode: string | null;
  /** Default margin mode of futures. */
  readonly marginMode: string | null;
  readonly positionMode: string | null;
  readonly leverage: number | null;
  readonly marginRatio: Decimal | null;
  readonly openMarginRatio: Decimal | null;
  readonly initialMarginRatio: Decimal | null;
  readonly maintenanceMarginRatio: Decimal | null;
  readonly totalCollateral: Decimal | null;
  readonly freeCollateral: Decimal | null;
  readonly totalAccountValue: Decimal | null;
  readonly at: Millis;
  readonly extra: Extra;
}

const ACCOUNT: ReadonlySet<string> = new Set('m M P l mr omr imr mmr tc fc v ts'.split(' '));

/** Reads the `data` of an account message; `sentAt` (ms) stands in for a missing time. Throws Misread. */
export function accountUpdate(data: JsonObject, sentAt: Millis | null): AccountUpdate {
  return {
    accountMode: modeOf(maybeText(data.m, 'm')),
    marginMode: maybeText(data.M, 'M'),
    positionMode: maybeText(data.P, 'P'),
    leverage: maybeInteger(data.l, 'l'),
    marginRatio: maybeDecimal(data.mr, 'mr'),
    openMarginRatio: maybeDecimal(data.omr, 'omr'),
    initialMarginRatio: maybeDecimal(data.imr, 'imr'),
    maintenanceMarginRatio: maybeDecimal(data.mmr, 'mmr'),
    totalCollateral: maybeDecimal(data.tc, 'tc'),
    freeCollateral: maybeDecimal(data.fc, 'fc'),
    totalAccountValue: maybeDecimal(data.v, 'v'),
    at: maybeInstant(data.ts, 'ts') ?? instantOf(sentAt, 'ts'),
    extra: extraOf(data, ACCOUNT),
  };
}

/** The stream writes FUTURE where REST writes FUTURES (protocol.md, 9.9): one word for one mode. */
const modeOf = (mode: string | null): string | null => (mode === 'FUTURE' ? 'FUTURES' : mode);
