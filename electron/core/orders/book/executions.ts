import { MOST_EXECUTIONS, type ExecutionRow } from '../../../../shared/contract/executions.ts';
import { isPositive } from '../../../../shared/decimal.ts';
import type { TransactionRecord } from '../../../../shared/v3/records.ts';
import type { ExecutionReport } from '../../../../shared/v3/topics.ts';
import type { ExchangeClient, PrivateStream } from '../../exchange/types.ts';
import { createKeyedFeed, type KeyedFeed } from '../../page/feeds.ts';
import { isSymbolKey } from '../../market/symbol-key.ts';
import type { Clock } from '../../world/ports.ts';
import { createRefresh } from '../../exchange/refresh.ts';

/** The most fills in one answer (protocol.md, 3.2). */
const PAGE = 500;
/** Fills that the stream lost are found within this time. */
const EVERY_MS = 60_000;
/** Overlap of a read with the known fills: reads may lag behind the stream. */
const OVERLAP_MS = 60_000;

/**
 * Creates the feed of executions by symbol: the newest fills over REST, then stream reports. Missing fills are read
 * once a minute and after each connection. Each fill counts once, by its order and trade.
 *
 * @param stream null without an API key: then there are no executions.
 */
export function createExecutions(
  client: ExchangeClient,
  stream: Pick<PrivateStream, 'onMessage' | 'onStatus'> | null,
  clock: Clock,
): KeyedFeed<ExecutionRow> {
  return createKeyedFeed<ExecutionRow>('id', isSymbolKey, (symbol, store) => {
    if (stream === null) return () => undefined;
    let stopped = false;
    /** Exchange ms of the newest fill read; null before the first answer. */
    let newest: number | null = null;

    function keep(rows: readonly ExecutionRow[]): void {
      store.put(...rows.filter(({ id }) => store.get(id) === undefined));
      if (store.size <= MOST_EXECUTIONS) return;
      const byTime = [...store.rows()].sort((a, b) => a.at - b.at);
      store.drop(...byTime.slice(0, -MOST_EXECUTIONS).map(({ id }) => id));
    }

    const refresh = createRefresh(
      clock,
      async () => {
        const { rows } = await client.call(
          'trade.transactionHistory',
          { symbol, limit: PAGE, ...(newest === null ? {} : { startTime: Math.max(0, newest - OVERLAP_MS) }) },
          { lane: 'history' },
        );
        if (stopped) return;
        const read = rows.flatMap((record) => ofRecord(record) ?? []);
        keep(read);
        newest = read.reduce<number | null>((last, { at }) => Math.max(last ?? at, at), newest);
      },
      { everyMs: EVERY_MS },
    );
    const stops = [
      stream.onMessage((message) => {
        if (message.kind !== 'executionreport' || message.report.symbol !== symbol) return;
        const row = ofReport(message.report);
        if (row === 'unnamed') refresh.soon();
        else if (row !== null) keep([row]);
      }),
      stream.onStatus(({ state }) => {
        if (state === 'live') refresh.soon();
      }),
    ];
    void refresh.now().catch(() => undefined); // it tries again by itself
    return () => {
      stopped = true;
      refresh.stop();
      for (const stop of stops) stop();
    };
  });
}

/** Null for a report that is no fill; a fill without a trade id is read instead. */
function ofReport(report: ExecutionReport): ExecutionRow | 'unnamed' | null {
  const { messageType, symbol, orderId, tradeId, side, executedPrice: price, executedQuantity: quantity, at } = report;
  if (messageType !== 0 || price === null || quantity === null || !isPositive(quantity)) return null;
  if (tradeId === null) return 'unnamed';
  return { id: `${orderId} ${tradeId}`, symbol, buy: side === 'BUY', price, quantity, at };
}

/** Sides of fills in one-way mode, and in hedge mode (protocol.md, section 6). */
const IS_BUY: ReadonlyMap<string, boolean> = new Map([
  ['BUY', true],
  ['SELL', false],
  ['OPEN LONG', true],
  ['OPEN SHORT', false],
  ['CLOSE LONG', false],
  ['CLOSE SHORT', true],
]);

/** Null for an unknown side: it may be either. */
function ofRecord(record: TransactionRecord): ExecutionRow | null {
  const { id, orderId, symbol, side, executedPrice: price, executedQuantity: quantity, executedTimestamp: at } = record;
  const buy = IS_BUY.get(side);
  return buy === undefined ? null : { id: `${orderId} ${id}`, symbol, buy, price, quantity, at };
}
