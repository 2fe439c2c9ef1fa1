import { readFileSync } from 'node:fs';
import { isOpen } from '../engine/orders/order.ts';
import { withdraw } from '../engine/orders/place.ts';
import { setTimer } from '../engine/clock/schedule.ts';
import { toFixed, unitsOf } from '../engine/money/fixed.ts';
import { findInstrument, instrumentOf } from '../engine/symbols.ts';
import { bookOf, type Venue } from '../engine/venue.ts';
import { send } from './makers.ts';
import type { Recorded } from './state.ts';
import { followPrice } from './step.ts';

/**
 * Reads a file of recorded trades: one a line as `time,symbol,side,price,quantity`, time in ms, in
 * the order of time. Lines that start with # are notes. Throws one line that names the first bad one.
 */
export function readReplay(path: string): Recorded[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`The replay file ${path} cannot be read.`);
  }
  const trades: Recorded[] = [];
  let first: number | null = null;
  let before = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const bad = (what: string): Error => new Error(`The replay file ${path} is wrong in line ${index + 1}: ${what}.`);
    const [time = '', symbol = '', side = '', price = '', quantity = ''] = line.split(',').map((part) => part.trim());
    if (!/^\d{1,15}$/.test(time)) throw bad('the time is not in ms');
    const instrument = findInstrument(symbol);
    if (instrument === undefined) throw bad(`there is no symbol ${symbol.slice(0, 40)}`);
    if (side !== 'BUY' && side !== 'SELL') throw bad('the side is not BUY or SELL');
    const [money, size] = [toFixed(price), toFixed(quantity)];
    const ticks = money === null ? null : unitsOf(money, instrument.tick);
    const lots = size === null ? null : unitsOf(size, instrument.lot);
    if (ticks === null || ticks < instrument.minTicks || ticks > instrument.maxTicks)
      throw bad('the price is off its grid');
    if (lots === null || lots < 1 || lots > instrument.maxLots) throw bad('the quantity is off its grid');
    first ??= Number(time);
    const at = Number(time) - first;
    if (at < before) throw bad('it is earlier than the line before');
    before = at;
    trades.push({ at, symbol, ticks, lots, side });
  }
  if (trades.length === 0) throw new Error(`The replay file ${path} has no trades.`);
  return trades;
}

/** Sets the first recorded trade; the market walks by itself again after the last one. */
export function startReplay(venue: Venue, trades: readonly Recorded[]): void {
  if (venue.market === null) return;
  venue.market.replay = { trades, from: venue.now };
  setTimer(venue.schedule, venue.now, 'replay', '0');
}

/** A recorded trade is due: the market goes to its price, and it is traded there. */
export function replayDue(venue: Venue, key: string): void {
  const { market } = venue;
  const replay = market?.replay;
  const index = Number(key);
  const trade = replay?.trades[index];
  if (market === null || replay === undefined || replay === null || trade === undefined) return;
  const { symbol, side, ticks, lots } = trade;
  const instrument = instrumentOf(symbol);
  followPrice(venue, instrument, BigInt(ticks) * instrument.tick);
  const quote = send(venue, venue.houses.maker, instrument, side === 'BUY' ? 'SELL' : 'BUY', 'LIMIT', ticks, lots);
  send(venue, venue.houses.taker, instrument, side, 'IOC', ticks, lots);
  if (isOpen(quote)) withdraw(venue, bookOf(venue, symbol), quote, '');
  const next = replay.trades[index + 1];
  if (next === undefined) market.replay = null;
  else setTimer(venue.schedule, Math.max(venue.now, replay.from + next.at), 'replay', String(index + 1));
}
