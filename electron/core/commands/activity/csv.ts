import { csvLine as lineOf } from '../../../../shared/wire/csv.ts';
import type { ActivityEntry } from '../../../../shared/contract/activity.ts';

const COLUMNS = [
  'number',
  'at',
  'kind',
  'by',
  'profile',
  'environment',
  'name',
  'symbol',
  'summary',
  'result',
  'sent',
  'answer',
  'ms',
  'hash',
] as const satisfies readonly (keyof ActivityEntry)[];

/** The first line; times are UTC, as its name says. */
export const CSV_HEAD = `${COLUMNS.map((name) => (name === 'at' ? 'at (UTC)' : name)).join(',')}\r\n`;

/** One entry as a line. Text that a spreadsheet would take for a formula is marked as text. */
export function csvLine(entry: ActivityEntry): string {
  const cells = COLUMNS.map((name) => {
    const value = entry[name];
    if (value === null) return '';
    if (name === 'at') return new Date(entry.at).toISOString();
    return String(value);
  });
  return `${lineOf(cells)}\r\n`;
}
