import { armDeadMan, LONGEST_COUNTDOWN } from '../../engine/orders/dead-man.ts';
import { fixedText } from '../../engine/money/fixed.ts';
import type { Fill } from '../../engine/model.ts';
import { refuse } from '../../engine/refusal.ts';
import { instrumentOf } from '../../engine/symbols.ts';
import type { SignedRoute } from '../call.ts';
import { id, integer, maybeInstrument, range, requiredInstrument, requiredText } from '../fields.ts';
import { bare, priceText, secondsText, sizeText } from '../../wire/numbers.ts';

/** In hedge mode a fill says what it did to the position (protocol.md, 3.2). */
function sideWords({ order }: Fill): string {
  if (order.positionSide === 'BOTH') return order.side;
  const opens = (order.positionSide === 'LONG') === (order.side === 'BUY');
  return `${opens ? 'OPEN' : 'CLOSE'} ${order.positionSide}`;
}

function transactionRow(fill: Fill): Record<string, unknown> {
  const instrument = instrumentOf(fill.order.symbol);
  return {
    id: bare(fill.tradeId),
    symbol: fill.order.symbol,
    orderId: bare(fill.order.id),
    orderTag: fill.order.tag,
    executedPrice: priceText(instrument, fill.ticks),
    executedQuantity: sizeText(instrument, fill.lots),
    isMaker: fill.maker ? 1 : 0,
    isMatchRpi: fill.rpi,
    side: sideWords(fill),
    fee: fixedText(fill.fee),
    feeAsset: fill.feeAsset,
    realizedPnl: fixedText(fill.realised),
    executedTimestamp: secondsText(fill.at),
  };
}

/** One fill of the last three months, without its order's tag. */
export const transaction: SignedRoute = ({ account, fields }) => {
  const tradeId = requiredText(fields, 'tradeId');
  const fill = account.fills.findLast((row) => row.tradeId === tradeId);
  if (fill === undefined) throw refuse('notFound', 'There is no such trade.');
  const { orderTag: _orderTag, ...row } = transactionRow(fill);
  return { data: row };
};

/** Newest first; with fromId the oldest ones from that id on. */
export const transactionHistory: SignedRoute = ({ venue, account, fields, desk }) => {
  const instrument = maybeInstrument(fields);
  const { from, to } = range(fields);
  const limit = integer(fields, 'limit', 1, 500) ?? 100;
  const first = id(fields, 'fromId');
  const wanted = account.fills.filter(
    (fill) =>
      (instrument === null || fill.order.symbol === instrument.symbol) &&
      fill.at >= from &&
      fill.at <= Math.min(to, venue.now - desk.lagMs) &&
      (first === null || BigInt(fill.tradeId) >= BigInt(first)),
  );
  const rows = (first === null ? wanted.slice(-limit) : wanted.slice(0, limit)).reverse();
  return {
    data: {
      meta: { total: wanted.length, recordsPerPage: limit, currentPage: 1 },
      rows: rows.map(transactionRow),
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
