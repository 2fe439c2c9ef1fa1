import type { InstrumentRow, PositionRow } from '../../../../shared/contract/contract.ts';
import {
  abs,
  compare,
  grouped,
  isNegative,
  isPositive,
  isZero,
  multiply,
  subtract,
} from '../../../../shared/decimal.ts';
import type { Decimal } from '../../../../shared/decimal.ts';
import { positionId } from '../../../../shared/rules/position-math.ts';
import type { OrderRecord } from '../../../../shared/v3/records.ts';
import type { ExchangeClient, ExchangeClock } from '../../exchange/types.ts';
import type { FeedSource } from '../../page/feeds.ts';
import type { Notices } from '../../commands/notices.ts';
import type { Clock, Timer, Unsubscribe } from '../../world/ports.ts';
import type { OrderTraits } from './order-updates.ts';
import type { OwnOrders } from './own-orders.ts';

/** A liquidation is a burst of reports: one notice follows this long after the last. */
const QUIET_MS = 1_000;
/** Most time between the report of a closing order and that of the closed position. */
const EXPLAINED_MS = 3_000;
/** A fill this long before may have closed the position: positions are read every half minute. */
const READ_LATE_MS = 40_000;
/** Longest list of reported liquidations. */
const KEPT = 500;

export interface LiquidationParts {
  readonly client: ExchangeClient;
  readonly clock: Clock;
  readonly exchangeClock: Pick<ExchangeClock, 'now'>;
  readonly orders: Pick<OwnOrders, 'onChange' | 'get'>;
  readonly positions: Pick<FeedSource<PositionRow>, 'rows' | 'subscribe' | 'get'>;
  readonly instrument: (symbol: string) => InstrumentRow | undefined;
  readonly notices: Notices;
}

/** The liquidation of one symbol so far. */
interface Case {
  readonly orders: Set<string>;
  readonly cancelled: Set<string>;
  /** The positions before it, by id. */
  readonly before: Map<string, PositionRow>;
  timer: Timer | null;
}

/** One liquidating order of the exchange, for the notice. */
interface Closing {
  readonly symbol: string;
  readonly side: string;
  readonly executed: Decimal;
  readonly price: Decimal | null;
  readonly result: Decimal | null;
  /** Whether the exchange gave the result; otherwise it is computed from the average open price, without fees. */
  readonly isExact: boolean;
}

/**
 * Reports liquidations. The interface has no message for them: the exchange's order has the type LIQUIDATE
 * (protocol.md, 9.18) or a tag, and the orders it cancels name it as the reason. When a position shrinks without a
 * known order, the orders are read.
 *
 * @returns the unsubscribe function.
 */
export function followLiquidations(parts: LiquidationParts): Unsubscribe {
  const { client, clock, exchangeClock, orders, positions, instrument, notices } = parts;
  const cases = new Map<string, Case>();
  /** Executed quantity of each liquidating order that was reported. */
  const reportedExecuted = new Map<string, Decimal>();
  const timers = new Set<Timer>();
  /** Monotonic ms of the newest fill of each symbol, from anywhere. */
  const filledAt = new Map<string, number>();
  /** The same by symbol and side, from the stream: only a fill on the other side reduces a position. */
  const streamedAt = new Map<string, number>();
  const held = new Map<string, PositionRow>([...positions.rows()].map((row) => [row.id, row]));
  let stopped = false;

  function later(ms: number, task: () => void): Timer {
    const timer = clock.after(ms, () => {
      timers.delete(timer);
      task();
    });
    timers.add(timer);
    return timer;
  }

  function caseOf(symbol: string): Case {
    const known = cases.get(symbol);
    if (known !== undefined) return known;
    const before = new Map([...held.values()].filter((row) => row.symbol === symbol).map((row) => [row.id, row]));
    const made: Case = { orders: new Set(), cancelled: new Set(), before, timer: null };
    cases.set(symbol, made);
    return made;
  }

  function note(symbol: string, how: (of: Case) => void): void {
    const one = caseOf(symbol);
    how(one);
    if (one.timer !== null) {
      one.timer.cancel();
      timers.delete(one.timer);
    }
    one.timer = later(QUIET_MS, () => {
      cases.delete(symbol);
      void tell(symbol, one);
    });
  }

  async function tell(symbol: string, { orders: ids, cancelled, before }: Case): Promise<void> {
    const closings: Closing[] = [];
    for (const id of ids) {
      const order = orders.get(id);
      const { fills = null, traits } = order ?? {};
      if (fills === null || traits === undefined || !isPositive(fills.executed) || !isUnreported(id, fills.executed))
        continue;
      const worked = resultOf(traits, fills, before);
      const exact = await realised(id);
      if (stopped) return;
      const { executed, averagePrice: price } = fills;
      closings.push({ symbol, side: traits.side, executed, price, result: exact ?? worked, isExact: exact !== null });
    }
    const gone = [...before.values()].filter(({ id }) => positions.get(id) === undefined);
    if (closings.length === 0 && cancelled.size === 0) return;
    const ended = cancelled.size === 0 ? '' : ` ${count(cancelled.size)} cancelled for it.`;
    const sentence =
      closings.length > 0
        ? closings.map(closingText).join(' ')
        : gone.length > 0
          ? gone.map((row) => `the position of ${sized(row)} is gone.`).join(' ')
          : `orders in ${symbol} were cancelled.`;
    say('alarm', symbol, `Liquidation: ${sentence}${ended}`);
  }

  function isUnreported(id: string, executed: Decimal): boolean {
    const known = reportedExecuted.get(id);
    if (known !== undefined && compare(known, executed) >= 0) return false;
    reportedExecuted.set(id, executed);
    const [oldest] = reportedExecuted.keys();
    if (reportedExecuted.size > KEPT && oldest !== undefined) reportedExecuted.delete(oldest);
    return true;
  }

  const say = (level: 'danger' | 'alarm', symbol: string, text: string): void =>
    notices.say(level, text, { name: 'liquidation', symbol });
  const baseOf = (symbol: string): string => instrument(symbol)?.base ?? symbol;
  const sized = ({ symbol, holding }: PositionRow): string =>
    `${grouped(abs(holding))} ${baseOf(symbol)} ${isNegative(holding) ? 'short' : 'long'} in ${symbol}`;

  function closingText({ symbol, side, executed, price, result, isExact }: Closing): string {
    const quote = instrument(symbol)?.quote ?? '';
    const trade = `${side === 'SELL' ? 'sold' : 'bought'} ${grouped(executed)} ${baseOf(symbol)} in ${symbol}`;
    const at = price === null ? '' : ` at ${grouped(price)}`;
    const signed = result === null ? '' : grouped(result).replace('-', '−');
    const realisedText = result === null ? '' : `, realised ${signed} ${quote}${isExact ? '' : ' before fees'}`;
    return `the exchange ${trade}${at}${realisedText}.`;
  }

  /** The realised result of an order by the exchange; null when it gives none. */
  async function realised(orderId: string): Promise<Decimal | null> {
    try {
      return (await client.call('trade.order', { orderId, withRealizedPnl: true })).realizedPnl;
    } catch {
      return null;
    }
  }

  // ---------------------------------------------------------------- positions that close without a report

  /** Handles a shrunk position, unless an own fill or a reported liquidation explains it. */
  function shrank(before: PositionRow): void {
    const { symbol } = before;
    const against = `${symbol} ${isNegative(before.holding) ? 'BUY' : 'SELL'}`;
    const since = exchangeClock.now() - EXPLAINED_MS;
    const at = clock.monotonic();
    later(EXPLAINED_MS, () => {
      if ((streamedAt.get(against) ?? -Infinity) < at - EXPLAINED_MS)
        void look(before, Math.min(since, before.at ?? since));
    });
  }

  async function look(before: PositionRow, since: number): Promise<void> {
    const { symbol } = before;
    let records: readonly OrderRecord[];
    try {
      const startTime = Math.max(0, Math.floor(since));
      records = (await client.call('trade.orders', { symbol, startTime, withRealizedPnl: true, page: 1, size: 500 }))
        .rows;
    } catch {
      if (!stopped) later(EXPLAINED_MS, () => void look(before, since));
      return;
    }
    if (stopped) return;
    const executed = records.filter((record) => isPositive(record.executed));
    const closings = executed.filter((record) => isLiquidating(record, false));
    for (const record of closings) {
      if (!isUnreported(record.orderId, record.executed)) continue;
      const { side, averageExecutedPrice: price, realizedPnl } = record;
      const closing = { symbol, side, executed: record.executed, price, result: realizedPnl, isExact: true };
      say('alarm', symbol, `Liquidation: ${closingText(closing)}`);
    }
    const isExplained = executed.length > 0 || (filledAt.get(symbol) ?? -Infinity) >= clock.monotonic() - READ_LATE_MS;
    if (isExplained || positions.get(before.id) !== undefined) return;
    say(
      'danger',
      symbol,
      `The position of ${sized(before)} is gone, and the exchange names no order that closed it: it may have been liquidated.`,
    );
  }

  const stops = [
    orders.onChange((now, before) => {
      const { orderId, traits, life, fills, ours } = now;
      if (orderId === null || life === null) return;
      const grew = fills !== null && compare(fills.executed, before?.fills?.executed ?? ZERO_EXECUTED) > 0;
      if (grew) filledAt.set(traits.symbol, clock.monotonic());
      if (grew && fills.source === 'stream') streamedAt.set(`${traits.symbol} ${traits.side}`, clock.monotonic());
      if (isLiquidating({ type: traits.type, orderTag: traits.tag }, ours)) {
        if (grew) note(traits.symbol, ({ orders: ids }) => ids.add(orderId));
      } else if (before?.life?.open !== false && !life.open && LIQUIDATION.test(life.reason ?? ''))
        note(traits.symbol, ({ cancelled }) => cancelled.add(orderId));
    }),
    positions.subscribe(({ put, drop }) => {
      for (const id of drop) {
        const before = held.get(id);
        held.delete(id);
        if (before !== undefined) shrank(before);
      }
      for (const row of put) {
        const before = held.get(row.id);
        held.set(row.id, row);
        const isLess = before !== undefined && compare(abs(row.holding), abs(before.holding)) < 0;
        if (isLess || (before !== undefined && isNegative(before.holding) !== isNegative(row.holding))) shrank(before);
      }
    }),
  ];
  return () => {
    stopped = true;
    for (const stop of stops) stop();
    for (const timer of timers) timer.cancel();
    timers.clear();
  };
}

const LIQUIDATION = /liquidat/i;
const ZERO_EXECUTED = '0' as Decimal; // a literal

/** Whether an order is a liquidation by the exchange; own orders never are, whatever their tag. */
const isLiquidating = (
  { type, orderTag }: { readonly type: string; readonly orderTag: string | null },
  ours: boolean,
): boolean => !ours && (LIQUIDATION.test(type) || orderTag === 'liquidation');

/** The realised result of a partial close, without fees; null without an average open price. */
function resultOf(
  traits: OrderTraits,
  { executed, averagePrice }: { readonly executed: Decimal; readonly averagePrice: Decimal | null },
  before: ReadonlyMap<string, PositionRow>,
): Decimal | null {
  const row = before.get(positionId(traits.symbol, traits.positionSide ?? 'BOTH', traits.marginMode));
  const open = row?.averageOpenPrice ?? null;
  if (open === null || averagePrice === null || row === undefined || isZero(row.holding)) return null;
  const gain = subtract(averagePrice, open);
  return multiply(isNegative(row.holding) ? subtract(open, averagePrice) : gain, executed);
}

const count = (orders: number): string => (orders === 1 ? '1 order was' : `${orders} orders were`);
