import { balanceOf, leverageOf } from '../engine/money/account.ts';
import type { Account, AlgoNode, Fill, Order, Position } from '../engine/model.ts';
import { rootOf } from '../engine/algo/node.ts';
import { fixedText } from '../engine/money/fixed.ts';
import { marginState, tokenPrice } from '../engine/money/margin.ts';
import { instrumentOf } from '../engine/symbols.ts';
import { pricesOf, type ReportKind, type Venue } from '../engine/venue.ts';
import { adlQuantile, averageOpen, averagePrice, isolatedClaims, lastDayOf, returnOf, share } from '../wire/figures.ts';
import { listedLots, listedReduceOnly, listedTrigger, listedType, type Forms } from '../wire/forms.ts';
import { averageText, bare, priceText, sizeText } from '../wire/numbers.ts';

/** `data` of the private topics, in the stream's short letters (protocol.md, 4.6). */

export function executionFrame(order: Order, fill: Fill | null, status: string, forms: Forms): Record<string, unknown> {
  const instrument = instrumentOf(order.symbol);
  return {
    mt: 0,
    s: order.symbol,
    cid: bare(order.clientId),
    oid: bare(order.id),
    t: order.forced && forms === 'live' ? 'LIQUIDATE' : order.type,
    sd: order.side,
    ps: order.positionSide,
    sx: sizeText(instrument, order.quantity),
    px: priceText(instrument, order.price),
    tid: fill === null ? 0 : bare(fill.tradeId),
    esx: fill === null ? '0' : sizeText(instrument, fill.lots),
    epx: fill === null ? '0' : priceText(instrument, fill.ticks),
    f: fill === null ? '0' : fixedText(fill.fee),
    fa: fill === null ? '' : fill.feeAsset,
    tesx: sizeText(instrument, order.executed),
    aepx: averageText(instrument, order.executedValue, order.executed),
    ss: status,
    rs: order.reason,
    tg: order.tag,
    tf: fixedText(order.fee),
    tfc: order.feeAsset,
    tr: '0',
    trc: '',
    vsx: forms === 'live' && order.type === 'MARKET' ? '0' : sizeText(instrument, order.visible),
    ts: order.updatedAt,
    ro: order.reduceOnly,
    mk: fill?.maker ?? false,
    lv: leverageOf(order.account, order.symbol, order.marginMode, order.positionSide),
    m: order.marginMode,
    rpi: fill?.rpi ?? false,
  };
}

/** A refused edit, cancel or cancel-all: the fields that section 8 of protocol.md chose. */
export function refusalFrame(
  kind: ReportKind,
  symbol: string,
  order: Order | null,
  reason: string,
  at: number,
): Record<string, unknown> {
  return { mt: kind, s: symbol, cid: bare(order?.clientId ?? '0'), oid: bare(order?.id ?? '0'), rs: reason, ts: at };
}

export function balanceFrame(venue: Venue, account: Account, token: string): Record<string, unknown> {
  const balance = balanceOf(account, token);
  const { holding, frozen, interest, version, updatedAt } = balance;
  return {
    t: token,
    h: fixedText(holding),
    f: fixedText(frozen),
    i: fixedText(interest),
    psq: '0',
    plq: '0',
    s: '0',
    u: '0',
    v: '0',
    l: '0',
    e: '0',
    aop: averageOpen(balance),
    pnl: '0',
    roi: '0',
    fee: '0',
    mp: fixedText(tokenPrice(venue, token)),
    ver: version,
    b: '0',
    lcr: '0',
    ts: updatedAt,
  };
}

export function positionFrame(venue: Venue, account: Account, position: Position): Record<string, unknown> {
  const instrument = instrumentOf(position.symbol);
  const size = (lots: number): string => sizeText(instrument, lots);
  const { profit, fee } = lastDayOf(position, venue.now);
  const claims = isolatedClaims(venue, account, position);
  return {
    s: position.symbol,
    h: size(position.lots),
    plq: size(position.pendingLong),
    psq: size(position.pendingShort),
    aop: averagePrice(position),
    pnl: fixedText(profit),
    roi: returnOf(venue, position),
    fee: fixedText(fee),
    sp: fixedText(position.settledAt),
    mp: priceText(instrument, pricesOf(venue, position.symbol).mark),
    ot: position.openedAt,
    aq: adlQuantile(venue, account, position),
    lv: leverageOf(account, position.symbol, position.marginMode, position.side),
    m: position.marginMode,
    ps: position.side,
    it: position.marginMode === 'ISOLATED' ? instrument.quote : '',
    ia: fixedText(position.margin),
    il: fixedText(claims.long),
    is: fixedText(claims.short),
    ver: position.version,
    ts: position.updatedAt,
  };
}

/** Live, each mode has its own letters, futures is FUTURE, and there is no time inside (protocol.md, 9.9). */
export function accountFrame(venue: Venue, account: Account, forms: Forms): Record<string, unknown> {
  const state = marginState(venue, account);
  const value = { v: fixedText(state.totalValue) };
  const margin = {
    mr: share(state.totalCollateral, state.exposure),
    omr: share(state.totalCollateral, state.exposure),
    imr: share(state.initial, state.exposure),
    mmr: share(state.maintenance, state.exposure),
    tc: fixedText(state.totalCollateral),
    fc: fixedText(state.freeCollateral),
  };
  const modes = { M: account.defaultMarginMode, P: account.positionMode };
  const leverage = { l: account.marginLeverage };
  if (forms === 'documented') return { m: account.mode, ...modes, ...leverage, ...margin, ...value, ts: venue.now };
  switch (account.mode) {
    case 'PURE_SPOT':
      return { m: account.mode, ...value };
    case 'MARGIN':
      return { m: account.mode, ...leverage, ...margin, ...value };
    case 'FUTURES':
      return { m: 'FUTURE', ...modes, ...margin, ...value };
  }
}

/** One touched node of a tree; the trailing fields cr, cv and ap are the choice of section 8. */
export function algoFrame(node: AlgoNode, forms: Forms): Record<string, unknown> {
  const instrument = instrumentOf(node.symbol);
  const lots = listedLots(node, forms);
  const trigger = listedTrigger(node, forms);
  const root = rootOf(node);
  const price = (ticks: number): string => priceText(instrument, ticks);
  const { fill } = node;
  return {
    s: node.symbol,
    raid: bare(root.id),
    paid: bare(node.parent?.id ?? '0'),
    aid: bare(node.id),
    caid: bare(node.clientId),
    tg: node.tag,
    ss: node.status,
    as: node.status,
    ras: root.status,
    at: listedType(node, forms),
    sd: node.side,
    ps: node.positionSide,
    sx: sizeText(instrument, lots),
    trp: price(node.triggerPrice),
    trpt: trigger.priceType,
    tss: trigger.status,
    px: price(node.price),
    t: node.type,
    tpx: price(node.triggeredAt),
    tt: node.triggerTime,
    tid: fill === null ? 0 : bare(fill.tradeId),
    epx: fill === null ? '0' : price(fill.ticks),
    esx: fill === null ? '0' : sizeText(instrument, fill.lots),
    f: fill === null ? '0' : fixedText(fill.fee),
    fa: fill === null ? '' : fill.feeAsset,
    im: fill?.maker ?? false,
    rs: node.reason,
    tesx: sizeText(instrument, node.executed),
    aepx: averageText(instrument, node.executedValue, node.executed),
    tf: fixedText(node.fee),
    tfc: node.feeAsset,
    tr: '0',
    trc: '',
    vsx: sizeText(instrument, node.visible ?? lots),
    ts: node.updatedAt,
    ro: listedReduceOnly(node, forms),
    m: node.marginMode,
    it: node.isTriggered,
    ia: trigger.isActivated,
    ...(node.algoType === 'TRAILING_STOP'
      ? {
          cr: node.callbackRate === null ? null : fixedText(node.callbackRate),
          cv: node.callbackValue === null ? null : price(node.callbackValue),
          ap: price(node.activatedPrice),
        }
      : {}),
  };
}
