import { bell, fraction } from '../engine/random.ts';
import { INSTRUMENTS } from '../engine/symbols.ts';
import { tapeOf, type Venue } from '../engine/venue.ts';
import { lotsWorth } from './makers.ts';
import type { Asset, Market, Preset } from './state.ts';

import { addCandle, KEPT_MINUTES, MINUTE, record } from './tape.ts';
import { fairTicks, move } from './walk.ts';

/** Prices that are looked at in a piece of time. */
const POINTS = 6;
/** Pieces of time before the minutes that are kept, and before their prints are told one by one. */
const LONG_MS = 10 * MINUTE;
const SHORT_MS = 10_000;
/** Mean worth of a taker's order in USDT, as step.ts sends them. */
const MEAN_WORTH = 1_310;

/** Takers in a step by their mean: what step.ts draws. */
function takersOf({ takers }: Preset): number {
  let sum = 0;
  for (let count = 1; count <= takers * 2; count += 1) sum += 1 - count / (takers * 2);
  return sum;
}

/**
 * Lets the price of a base asset move on to now as in the market that is imitated, and writes what was traded meanwhile
 * into the candles: the same restlessness and volume as when somebody looks, without an order for each print.
 */
export function imitate(venue: Venue, market: Market, asset: Asset, like: Preset): void {
  const kept = venue.now - KEPT_MINUTES * MINUTE;
  const isDeep = market.homeAt > 0 && venue.now < market.homeAt - KEPT_MINUTES * MINUTE;
  const from = Math.max(market.seenTo.get(asset.base) ?? venue.now, isDeep ? 0 : kept);
  market.seenTo.set(asset.base, venue.now);
  const span = isDeep ? LONG_MS : MINUTE;
  for (let start = from; start < venue.now;) {
    const end = Math.min(venue.now, start - (start % span) + span);
    piece(venue, market, asset, like, start, end);
    start = end;
  }
}

function piece(venue: Venue, market: Market, asset: Asset, like: Preset, start: number, end: number): void {
  const prices: [number, number][] = [];
  for (let i = 0; i < POINTS; i += 1) {
    move(asset, market, (end - start) / POINTS, like.volatility, start + ((end - start) * (i + 1)) / POINTS);
    prices.push([asset.fair, asset.basis]);
  }
  const count = (takersOf(like) * (end - start)) / like.stepMs;
  for (const instrument of INSTRUMENTS) {
    if (instrument.base !== asset.base) continue;
    const ticks = prices.map(([fair, basis]) => fairTicks(instrument, { fair, basis }));
    const trades = Math.max(1, Math.round(count * Math.max(0.3, 1 + 0.25 * bell(asset.chance))));
    if (end - start <= SHORT_MS) {
      for (let i = 0; i < trades; i += 1) {
        const side = fraction(asset.chance) < 0.5 ? 'BUY' : 'SELL';
        const fair = ticks[Math.floor((i * POINTS) / trades)] ?? ticks[0] ?? 0;
        const at = Math.floor(start + ((end - start) * i) / trades);
        const price = Math.max(1, Math.round(fair * (side === 'BUY' ? 1.00001 : 0.99999)));
        const worth = MEAN_WORTH * 2 * fraction(asset.chance);
        const lots = lotsWorth(instrument, price, worth);
        record(tapeOf(venue, instrument.symbol), {
          symbol: instrument.symbol,
          ticks: price,
          lots,
          side,
          rpi: false,
          at,
        });
      }
      continue;
    }
    const [open = 0] = ticks;
    const close = ticks.at(-1) ?? open;
    const tick = (price: number): number => Math.max(1, Math.round(price));
    const lots = trades * lotsWorth(instrument, tick(close), MEAN_WORTH);
    addCandle(tapeOf(venue, instrument.symbol), end - start > MINUTE, {
      start,
      open: tick(open),
      high: tick(Math.max(...ticks) * 1.00001),
      low: tick(Math.min(...ticks) * 0.99999),
      close: tick(close),
      lots,
      value: BigInt(tick(close)) * BigInt(lots),
      trades,
    });
  }
}
