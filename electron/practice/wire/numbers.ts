import type { Fixed } from '../engine/money/fixed.ts';
import { fixedText } from '../engine/money/fixed.ts';
import type { Instrument } from '../engine/symbols.ts';

/** ES2025 `JSON.rawJSON`, which Node 24 has and the ES2024 library does not declare. */
const rawJson = (JSON as unknown as { rawJSON(text: string): object }).rawJSON;

/** Decimal or id text that goes out as a bare JSON number with all its digits. */
export const bare = (text: string): object => rawJson(text);
/** Money as a bare JSON number, the form of private order reads (protocol.md, 2.2). */
export const bareMoney = (value: Fixed): object => rawJson(fixedText(value));

/** The "seconds as text" form of a time that private reads use: "1752049062.496" (protocol.md, section 2). */
export const secondsText = (ms: number): string =>
  `${Math.floor(ms / 1_000)}.${String(Math.floor(ms) % 1_000).padStart(3, '0')}`;

export const priceText = (instrument: Instrument, ticks: number): string => fixedText(BigInt(ticks) * instrument.tick);
export const sizeText = (instrument: Instrument, lots: number): string => fixedText(BigInt(lots) * instrument.lot);
/** Quote money of a sum of ticks times lots. */
export const valueText = (instrument: Instrument, value: bigint): string => fixedText(value * instrument.unit);

/** Average price of executed lots, cut after 12 decimals; "0" while nothing was executed. */
export function averageText(instrument: Instrument, value: number, lots: number): string {
  if (lots === 0) return '0';
  const exact = (BigInt(value) * instrument.tick) / BigInt(lots);
  return fixedText((exact / 1_000_000n) * 1_000_000n);
}

/** `source` of a print: every one is a match of the venue itself; 0 is for prints of aggregated sources (protocol.md, 9.13). */
export const PRINTED_HERE = 1;
