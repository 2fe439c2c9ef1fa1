import { armDeadMan, LONGEST_COUNTDOWN } from '../../engine/orders/dead-man.ts';
import { fixedText } from '../../engine/money/fixed.ts';
import type { Fill } from '../../engine/model.ts';
import { refuse } from '../../engine/refusal.ts';
import { instrumentOf } from '../../engine/symbols.ts';
import type { SignedRoute } from '../call.ts';
import { clientId, id, integer, maybeInstrument, range, requiredInstrument, requiredText } from '../fields.ts';
import type { Forms } from '../../wire/forms.ts';
import { bare, priceText, secondsText, sizeText } from '../../wire/numbers.ts';

/** In hedge mode a fill says what it did to the position (protocol.md, 3.2). */
function sideWords({ order }: Fill): string {
  if (order.positionSide === 'BOTH') return order.side;
  const opens = (order.positionSide === 'LONG') === (order.side === 'BUY');
  return `${opens ? 'OPEN' : 'CLOSE'} ${order.positionSide}`;
}

/** A fill: live with bare numbers and text seconds, and without a result on spot (protocol.md, 9.16). */
function transactionRow(fill: Fill, forms: Forms): Record<string, unknown> {
  const isLive = forms === 'live';
  const number = (text: string): unknown => (isLive ? bare(text) : text);
  const instrument = instrumentOf(fill.order.symbol);
  return {
    id: bare(fill.tradeId),
    symbol: fill.order.symbol,
    orderId: bare(fill.order.id),
    orderTag: fill.order.tag,
    executedPrice: number(priceText(instrument, fill.ticks)),
    executedQuantity: number(sizeText(instrument, fill.lots)),
    isMaker: fill.maker ? 1 : 0,
    isMatchRpi: fill.rpi,
    side: sideWords(fill),
    fee: number(fixedText(fill.fee)),
    feeAsset: fill.feeAsset,
    realizedPnl: isLive && instrument.kind === 'spot' ? null : fixedText(fill.realised),
    executedTimestamp: isLive ? secondsText(fill.at) : fill.at,
  };
}

/** One fill, without its order's tag, by its own id or else the newest of a client's order (protocol.md, 9.14). */
export const transaction: SignedRoute = ({ account, fields, desk }) => {
  const tradeId = id(fields, 'tradeId');
  const client = tradeId === null ? clientId(fields, 'clientOrderId') : null;
  if (tradeId === null && client === null)
    throw refuse('invalidParameter', 'Either tradeId or clientOrderId is required.');
  const fill = account.fills.findLast((row) =>
    tradeId === null ? row.order.clientId === client : row.tradeId === tradeId,
  );
  if (fill === undefined) throw refuse('notFound', 'There is no such trade.');
  const { orderTag: _orderTag, ...row } = transactionRow(fill, desk.forms);
  return { data: row };
};

/** Newest first; with fromId the oldest ones from that id on. */
export const transactionHistory: SignedRoute = ({ venue, account, fields, desk }) => {
  const instrument = maybeInstrument(fields);
  const { from, to } = range(fields);
  const limit = integer(fields, 'limit', 1, 500) ?? 100;
  const first = id(fields, 'fromId');
  const orderId = id(fields, 'orderId');
  const wanted = account.fills.filter(
    (fill) =>
      (instrument === null || fill.order.symbol === instrument.symbol) &&
      (orderId === null || fill.order.id === orderId) &&
      fill.at >= from &&
      fill.at <= Math.min(to, venue.now - desk.lagMs) &&
      (first === null || BigInt(fill.tradeId) >= BigInt(first)),
  );
  const rows = (first === null ? wanted.slice(-limit) : wanted.slice(0, limit)).reverse();
  return {
    data: {
      meta: { total: wanted.length, recordsPerPage: limit, currentPage: 1 },
      rows: rows.map((fill) => transactionRow(fill, desk.forms)),
    },
  };
};

export const tradingFee: SignedRoute = ({ fields }) => {
  const { symbol, takerFee, makerFee } = requiredInstrument(fields);
  return { data: { symbol, takerFee, makerFee } };
};

/** E12. Anything but a whole number in range is 317176. */
export const cancelAllAfter: SignedRoute = ({ venue, account, fields }) => {
  const text = requiredText(fields, 'triggerAfter');
  if (!/^\d{1,6}$/.test(text)) throw refuse('outOfRange', `triggerAfter must be from 0 to ${LONGEST_COUNTDOWN}.`);
  return { data: { expectedTriggerTime: armDeadMan(venue, account, Number(text)) } };
};
