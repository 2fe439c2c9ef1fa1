/** Words and figures for spans, instants and what is missing; nothing here touches money. */

/** Stands where there is no value; zero is 0. */
export const MISSING = '–';

const WARN_MS = 3_000;
const ALARM_MS = 10_000;

export const ageLevel = (ms: number): 'fresh' | 'warn' | 'alarm' =>
  ms >= ALARM_MS ? 'alarm' : ms >= WARN_MS ? 'warn' : 'fresh';

/** A span in at most two units, cut and not rounded: "0 s", "42 s", "3 min 05 s", "2 h 10 min", "4 d 1 h". */
export function formatSpan(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Milliseconds as a round trip is read: "42 ms", "1.2 s". */
export const formatLatency = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;

/** An offset with its sign: "+12 ms", "−1.4 s", "0 ms". */
export function formatOffset(ms: number): string {
  const rounded = Math.round(ms);
  if (rounded === 0) return '0 ms';
  return `${rounded > 0 ? '+' : '−'}${formatLatency(Math.abs(rounded))}`;
}

/** Time of day: "14:05:30". */
export function formatTime(ms: number, utc: boolean): string {
  const at = new Date(ms);
  return utc
    ? `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
    : `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Time of day with its milliseconds: "14:05:30.123". */
export const formatTimeFine = (ms: number, utc: boolean): string => `${formatTime(ms, utc)}.${fraction(ms, utc)}`;

/** Month, day and time of day: "11-20 14:05:30". */
export function formatDayTime(ms: number, utc: boolean): string {
  const at = new Date(ms);
  const [month, day] = utc ? [at.getUTCMonth(), at.getUTCDate()] : [at.getMonth(), at.getDate()];
  return `${two(month + 1)}-${two(day)} ${formatTime(ms, utc)}`;
}

/** Everything, with its zone: "2026-11-20 14:05:30.123 UTC" or "… UTC+01:00". */
export function fullTimestamp(ms: number, utc: boolean): string {
  const at = new Date(ms);
  const year = utc ? at.getUTCFullYear() : at.getFullYear();
  return `${year}-${formatDayTime(ms, utc)}.${fraction(ms, utc)} ${utc ? 'UTC' : zone(-at.getTimezoneOffset())}`;
}

function zone(minutes: number): string {
  if (minutes === 0) return 'UTC+00:00';
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function fraction(ms: number, utc: boolean): string {
  const at = new Date(ms);
  return String(utc ? at.getUTCMilliseconds() : at.getMilliseconds()).padStart(3, '0');
}

const two = (value: number): string => String(value).padStart(2, '0');
