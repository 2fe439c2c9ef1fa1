import { add, subtract, ZERO, type Decimal } from '../../../shared/decimal.ts';
import type { TransactionRecord } from '../../../shared/v3/records.ts';
import type { ExchangeClient, ExchangeClock } from '../exchange/types.ts';
import { createRefresh } from '../exchange/refresh.ts';
import type { Clock } from '../world/ports.ts';

const DAY_MS = 86_400_000;
/** The most fills in one answer (protocol.md, section 3). */
const PAGE = 500;
/** Most pages of one read; the result of a day with more fills is unknown. */
const MOST_PAGES = 20;

/** The result of the day, realised and after fees. */
export interface Realised {
  /** Null while it is not known. */
  today(): Decimal | null;
  /** Reads the new fills. Rejects with FaultError; tried again by itself. */
  read(): Promise<void>;
  /** A fill was heard of: read it soon. */
  soon(): void;
  stop(): void;
}

/**
 * Adds up the fills since 00:00 UTC of the exchange's day. Each fill counts once, by its id. A fee in another currency
 * than the quote is omitted, because it has no certain price.
 *
 * @param quoteOf the quote currency of a symbol.
 */
export function createRealised(
  client: ExchangeClient,
  exchangeClock: ExchangeClock,
  clock: Clock,
  quoteOf: (symbol: string) => string | null,
): Realised {
  let day = -1;
  let whole = false;
  const fills = new Map<string, Decimal>();

  const startOfDay = (): number => Math.floor(exchangeClock.now() / DAY_MS) * DAY_MS;
  function turn(): void {
    const today = startOfDay();
    if (today === day) return;
    day = today;
    whole = false;
    fills.clear();
  }
  function resultOf({ symbol, realizedPnl, fee, feeAsset }: TransactionRecord): Decimal {
    const paid = feeAsset !== null && feeAsset === quoteOf(symbol) ? (fee ?? ZERO) : ZERO;
    return subtract(realizedPnl ?? ZERO, paid);
  }

  const refresh = createRefresh(clock, async () => {
    turn();
    const asked = day;
    // Newest first: once a known fill appears, all older fills are known too.
    const knewAll = whole;
    const known = new Set(fills.keys());
    let until = Math.floor(exchangeClock.now()) + 1_000;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { rows } = await client.call('trade.transactionHistory', { startTime: asked, endTime: until, limit: PAGE });
      // Midnight passed during the read: the answer is about the day before.
      if (asked !== startOfDay()) return;
      const met = rows.some(({ id }) => known.has(id));
      for (const row of rows) fills.set(row.id, resultOf(row));
      // Fills may be missing until the read meets known fills or the start of the day.
      whole = rows.length < PAGE || (knewAll && met);
      const oldest = Math.min(...rows.map(({ executedTimestamp }) => executedTimestamp));
      if (whole || oldest >= until) return;
      until = oldest;
    }
  });

  return {
    today() {
      turn();
      if (!whole) return null;
      let sum = ZERO;
      for (const result of fills.values()) sum = add(sum, result);
      return sum;
    },
    read: () => refresh.now(),
    soon: () => refresh.soon(),
    stop: () => refresh.stop(),
  };
}
