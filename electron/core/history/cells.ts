import { historyOf, type HistoryName } from '../../../shared/history/tables.ts';

/**
 * Before this, a time in ms would be of March 1973, when nobody traded here: it is in seconds. Some answers
 * write seconds where the interface says ms, without the point by which they would be known (shared/time.ts).
 */
const FIRST_MS = 100_000_000_000;

/**
 * Makes the reader of a history's records: the cells of the given fields as text, digits as the exchange
 * sent them, times in ms, "" for what is missing.
 *
 * @param fields names of the description; `from.applicationId` is a field within a field.
 */
export function createCells(history: HistoryName, fields: readonly string[]): (record: object) => string[] {
  const { columns } = historyOf(history);
  const readers = fields.map((field) => {
    const isTime = columns.find((column) => column.field === field)?.kind === 'time';
    const [outer = '', inner] = field.split('.');
    return (record: Readonly<Record<string, unknown>>): string => {
      const value = record[outer];
      if (typeof value === 'string') return value;
      if (isTime && typeof value === 'number') return String(value > 0 && value < FIRST_MS ? value * 1_000 : value);
      if (inner === undefined) return textOf(value);
      return typeof value === 'object' && value !== null
        ? textOf((value as Readonly<Record<string, unknown>>)[inner]) // any object
        : '';
    };
  });
  return (record) => readers.map((cell) => cell(record as Readonly<Record<string, unknown>>)); // every record is a loose object
}

/** A value for a cell: texts, numbers, names of accounts, and amounts by token. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object') return String(value);
  const { token, amount, totalAmount, accountName, applicationId } = value as Record<string, unknown>; // any record
  if (token !== undefined) return `${textOf(amount ?? totalAmount)} ${textOf(token)}`;
  return textOf(accountName) || textOf(applicationId);
}

/** Stands between two cells; no text of an exchange has a reason to hold it. */
const BETWEEN = '\u001F';

/**
 * Cells as one text, which passes between threads several times as fast as the list. A cell that holds the
 * separator itself has a space there afterwards.
 */
export function packCells(cells: readonly string[]): string {
  const packed = cells.join(BETWEEN);
  let count = 1;
  for (let at = packed.indexOf(BETWEEN); at !== -1; at = packed.indexOf(BETWEEN, at + 1)) count += 1;
  return count === Math.max(1, cells.length)
    ? packed
    : cells.map((cell) => cell.replaceAll(BETWEEN, ' ')).join(BETWEEN);
}

/** The cells of a packed text; none for an empty one, as no row has a single cell. */
export const unpackCells = (packed: string): string[] => (packed === '' ? [] : packed.split(BETWEEN));
