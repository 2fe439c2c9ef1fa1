import { keep } from '../records.ts';
import { absolute, times, type Fixed } from './fixed.ts';
import { move, noteMove, stamp, stampPosition } from './ledger.ts';
import { balanceOf } from './account.ts';
import { setTimer } from '../clock/schedule.ts';
import { INSTRUMENTS, instrumentOf, type Instrument } from '../symbols.ts';
import { nextId, pricesOf, type FundingRate, type Venue } from '../venue.ts';
import { fixed } from './fixed.ts';

const HOUR = 3_600_000;
/** Interest part of the rate in 10^-8: 0.01 % an interval, as perpetual exchanges usually have it. */
const INTEREST = 10_000;
const DAMPER = 50_000;
const SETTLED_KEPT = 2_000;

const interval = (instrument: Instrument): number => (instrument.fundingIntervalHours ?? 8) * HOUR;

/** Next time at which a perpetual is funded: whole intervals since the epoch, so 0, 8 and 16 o'clock UTC. */
export function nextFunding(instrument: Instrument, now: number): number {
  const span = interval(instrument);
  return now - (now % span) + span;
}

/** Notes how far the mark stands from the index, for the estimate. */
export function samplePremium(venue: Venue, symbol: string): void {
  const prices = pricesOf(venue, symbol);
  if (prices.index === 0) return;
  prices.premium += Math.round(((prices.mark - prices.index) / prices.index) * 1e8);
  prices.samples += 1;
}

/** Rate that the next funding would have now: mean premium and interest, damped and capped, with 8 decimals. */
export function estimatedRate(venue: Venue, instrument: Instrument): Fixed {
  const { premium, samples } = pricesOf(venue, instrument.symbol);
  const mean = samples === 0 ? 0 : Math.round(premium / samples);
  const raw = mean + Math.max(-DAMPER, Math.min(DAMPER, INTEREST - mean));
  const cap = fixed(instrument.fundingCap ?? '0.0075');
  const rate = BigInt(raw) * 10_000_000_000n;
  return rate > cap ? cap : rate < -cap ? -cap : rate;
}

export const lastFunding = (venue: Venue, symbol: string): FundingRate | undefined =>
  venue.fundingRates.get(symbol)?.at(-1);

export function startFunding(venue: Venue): void {
  for (const instrument of INSTRUMENTS) {
    if (instrument.kind === 'perpetual')
      setTimer(venue.schedule, nextFunding(instrument, venue.now), 'funding', instrument.symbol);
  }
}

/** Settles the funding of a perpetual: longs pay shorts where the rate is positive, through the venue's purse. */
export function fundingDue(venue: Venue, symbol: string): void {
  const instrument = instrumentOf(symbol);
  const prices = pricesOf(venue, symbol);
  const rate = estimatedRate(venue, instrument);
  const { mark } = prices;
  prices.premium = 0;
  prices.samples = 0;
  const rates = venue.fundingRates.get(symbol) ?? [];
  rates.push({ rate, at: venue.now, mark });
  if (rates.length > SETTLED_KEPT * 1.2) rates.splice(0, rates.length - SETTLED_KEPT);
  venue.fundingRates.set(symbol, rates);
  for (const account of venue.accounts.values()) {
    for (const position of account.positions.values()) {
      if (position.symbol !== symbol || position.lots === 0) continue;
      const payment = times(BigInt(position.lots) * BigInt(mark) * instrument.unit, rate);
      if (position.marginMode === 'ISOLATED') {
        position.margin -= payment;
        balanceOf(venue.houses.funding, instrument.quote).holding += payment;
        noteMove(venue, account, 'SPECIAL', instrument.quote, payment);
        stamp(venue, account, instrument.quote);
      } else move(venue, instrument.quote, payment, account, venue.houses.funding);
      position.settledAt = BigInt(mark) * instrument.tick;
      stampPosition(venue, account, position);
      if (account.house) continue;
      noteMove(venue, account, 'FUNDING_FEE', instrument.quote, -payment);
      keep(account.histories.funding, {
        id: nextId(venue),
        symbol,
        rate,
        mark,
        fee: absolute(payment),
        pays: payment > 0n,
        at: venue.now,
      });
    }
  }
  setTimer(venue.schedule, nextFunding(instrument, venue.now), 'funding', symbol);
}
