/** Ranges of dates that one often wants, and one that is typed. */
export const PRESETS = ['All', 'Today', '7 days', '30 days', '90 days', 'Dates'] as const;
export type Preset = (typeof PRESETS)[number];

/** Which rows are looked at. */
export interface Looking {
  readonly preset: Preset;
  /** First and last day of the preset "Dates", as 2026-11-20; "" for no bound. */
  readonly dates: { readonly from: string; readonly to: string };
  readonly filters: Readonly<Record<string, string>>;
}

export const EVERYTHING: Looking = { preset: 'All', dates: { from: '', to: '' }, filters: {} };

/** Instants that a range begins and ends with, both included; null for no bound. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

const DAY_MS = 86_400_000;
const DAYS: Readonly<Partial<Record<Preset, number>>> = { '7 days': 7, '30 days': 30, '90 days': 90 };

/**
 * Where a range begins and ends.
 *
 * @param now ms.
 * @param utc whether a day begins at midnight UTC or here.
 */
export function rangeOf({ preset, dates }: Pick<Looking, 'preset' | 'dates'>, now: number, utc: boolean): Range {
  if (preset === 'All') return { from: null, to: null };
  if (preset === 'Dates') {
    const next = dayStart(dates.to, utc, 1);
    return { from: dayStart(dates.from, utc, 0), to: next === null ? null : next - 1 };
  }
  if (preset !== 'Today') return { from: now - (DAYS[preset] ?? 0) * DAY_MS, to: null };
  const day = new Date(now);
  if (utc) day.setUTCHours(0, 0, 0, 0);
  else day.setHours(0, 0, 0, 0);
  return { from: day.getTime(), to: null };
}

/** The beginning of a day, or of one so many days after it; null for what is no day. */
function dayStart(text: string, utc: boolean, later: number): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const parts = [Number(year), Number(month) - 1, Number(day) + later] as const;
  // Days of a change of the clock are not 24 hours long: the calendar counts them.
  // While a year is typed its first digits are a year of their own, long before there was an exchange.
  return Math.max(0, utc ? Date.UTC(...parts) : new Date(...parts).getTime());
}

/** How many pages there are; null where that is not known. */
export const pagesOf = (total: number | null, size: number): number | null =>
  total === null ? null : Math.max(1, Math.ceil(total / size));
