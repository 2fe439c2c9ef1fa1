/** Ranges of dates that one often wants. */
export const PRESETS = ['All', 'Today', '7 days', '30 days', '90 days'] as const;
export type Preset = (typeof PRESETS)[number];

const DAY_MS = 86_400_000;
const DAYS: Readonly<Partial<Record<Preset, number>>> = { '7 days': 7, '30 days': 30, '90 days': 90 };

/**
 * Where a preset begins.
 *
 * @param now ms.
 * @param utc whether a day begins at midnight UTC or here.
 */
export function startOf(preset: Preset, now: number, utc: boolean): number | null {
  if (preset === 'All') return null;
  if (preset !== 'Today') return now - (DAYS[preset] ?? 0) * DAY_MS;
  const day = new Date(now);
  if (utc) day.setUTCHours(0, 0, 0, 0);
  else day.setHours(0, 0, 0, 0);
  return day.getTime();
}

/** How many pages there are; null where that is not known. */
export const pagesOf = (total: number | null, size: number): number | null =>
  total === null ? null : Math.max(1, Math.ceil(total / size));
