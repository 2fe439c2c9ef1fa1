import type { JsonValue } from '../wire/json.ts';
import type { Millis } from '../time.ts';
import {
  accountUpdate,
  balanceUpdate,
  positionUpdate,
  type AccountUpdate,
  type BalanceUpdate,
  type PositionUpdate,
} from './stream/account-updates.ts';
import { algoReport, type AlgoReport } from './stream/algo-report.ts';
import { executionReport, type ExecutionReport } from './stream/execution-report.ts';
import { headingOf, marketReaders, type PublicMessage } from './stream/market-messages.ts';
import { instantOf, isObject, maybeInstant, Misread, objectOf, objectsOf, type JsonObject } from './stream/plain.ts';
import type { StreamInterval } from './candle-intervals.ts';

export type { AccountUpdate, BalanceUpdate, PositionUpdate } from './stream/account-updates.ts';
export type { AlgoReport } from './stream/algo-report.ts';
export { readCommandAnswer, type CommandAnswer } from './stream/command-answer.ts';
export type { ExecutionReport, OrderReport, RefusalReport } from './stream/execution-report.ts';
export type * from './stream/market-messages.ts';

/** A message of the private stream. `at` is when the frame was sent, in ms. */
export type PrivateMessage =
  | { readonly kind: 'executionreport'; readonly at: Millis; readonly report: ExecutionReport }
  | { readonly kind: 'algoexecutionreport'; readonly at: Millis; readonly reports: readonly AlgoReport[] }
  | { readonly kind: 'balance'; readonly at: Millis; readonly balances: readonly BalanceUpdate[] }
  | { readonly kind: 'position'; readonly at: Millis; readonly positions: readonly PositionUpdate[] }
  | { readonly kind: 'account'; readonly at: Millis; readonly account: AccountUpdate };

/** A frame read, or why not in words for the health panel. */
export type Reading<Message> =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly reason: string };

/** Topics of the private stream (protocol.md, 4.6). */
export const privateTopics = ['account', 'balance', 'position', 'executionreport', 'algoexecutionreport'] as const;
export type PrivateTopic = (typeof privateTopics)[number];

/** Depths of the book's updates. */
export const bookDepths = [50, 200, 500] as const;
export type BookDepth = (typeof bookDepths)[number];

/** Builds the text of public topics (protocol.md, 4.5). */
export const topics = {
  trade: (symbol: string) => `trade@${symbol}`,
  bbo: (symbol: string, rpi = false) => `${rpi ? 'bborpi' : 'bbo'}@${symbol}`,
  orderbook10: (symbol: string) => `orderbook10@${symbol}`,
  orderbookUpdate: (symbol: string, depth: BookDepth, rpi = false) =>
    `${rpi ? 'orderbookupdaterpi' : 'orderbookupdate'}@${symbol}@${depth}`,
  ticker: (symbol: string) => `ticker@${symbol}`,
  kline: (symbol: string, interval: StreamInterval) => `kline@${symbol}@${interval}`,
  markPrice: (symbol: string) => `markprice@${symbol}`,
  /** Takes the spot symbol: a perpetual one is refused. */
  indexPrice: (spotSymbol: string) => `indexprice@${spotSymbol}`,
  estFundingRate: (symbol: string) => `estfundingrate@${symbol}`,
  openInterest: (symbol: string) => `openinterest@${symbol}`,
} as const;

/**
 * Reads a frame of the private stream. Unknown fields are kept in `extra`, unknown words stay as
 * they are.
 *
 * @param frame as parseLossless gives it.
 * @returns the message, or the reason why it is none. Never throws.
 */
export function readPrivate(frame: JsonValue): Reading<PrivateMessage> {
  return reading(frame, (topic, sentAt, data) => {
    switch (topic) {
      case 'executionreport': {
        const report = executionReport(objectOf(data, 'data'), sentAt);
        return { kind: topic, at: sentAt ?? report.at, report };
      }
      case 'algoexecutionreport': {
        const items = isObject(data) ? [data] : objectsOf(data, 'data');
        const reports = items.map((item) => algoReport(item, sentAt));
        return { kind: topic, at: sentAt ?? instantOf(reports[0]?.at, 'ts'), reports };
      }
      case 'balance': {
        const balances = objectsOf(objectOf(data, 'data').balances, 'balances').map((row) =>
          balanceUpdate(row, sentAt),
        );
        return { kind: topic, at: sentAt ?? instantOf(balances[0]?.at, 'ts'), balances };
      }
      case 'position': {
        const rows = objectsOf(objectOf(data, 'data').positions, 'positions');
        const positions = rows.map((row) => positionUpdate(row, sentAt));
        return { kind: topic, at: sentAt ?? instantOf(positions[0]?.at, 'ts'), positions };
      }
      case 'account': {
        const account = accountUpdate(objectOf(data, 'data'), sentAt);
        return { kind: topic, at: sentAt ?? account.at, account };
      }
      default:
        throw new Misread('topic', 'a private topic', topic);
    }
  });
}

/**
 * Reads a frame of the public stream.
 *
 * @param frame as parseLossless gives it.
 * @returns the message, or the reason why it is none. Never throws.
 */
export function readPublic(frame: JsonValue): Reading<PublicMessage> {
  return reading(frame, (topic, sentAt, data) => {
    const end = topic.indexOf('@');
    const read = marketReaders.get(end === -1 ? topic : topic.slice(0, end));
    if (read === undefined) throw new Misread('topic', 'a public topic', topic);
    const record = objectOf(data, 'data');
    return read(record, headingOf(topic, sentAt, record));
  });
}

/** Opens the envelope `{topic, ts, data}` and turns a {@link Misread} into a reason. */
function reading<Message>(
  frame: JsonValue,
  read: (topic: string, sentAt: Millis | null, data: JsonObject[string] | undefined) => Message,
): Reading<Message> {
  try {
    if (!isObject(frame) || typeof frame.topic !== 'string') return { ok: false, reason: 'a frame without a topic' };
    return { ok: true, message: read(frame.topic, maybeInstant(frame.ts, 'ts'), frame.data) };
  } catch (thrown) {
    if (thrown instanceof Misread) return { ok: false, reason: thrown.message };
    throw thrown;
  }
}
