import { toDecimal } from '../decimal.ts';

/**
 * A line of CSV without its end (RFC 4180). Text that a spreadsheet would take for a formula is marked
 * as text with an apostrophe; a negative number stays one. What looks negative and is no number
 * ("-2+3+cmd|…") is marked too, and so are the wide forms of the signs. Half of the world's spreadsheets
 * split a line at ";" or at a tab: there a formula could begin in the middle of a text, and is marked in the same way.
 */
export const csvLine = (values: readonly string[]): string => values.map(csvCell).join(',');

function csvCell(value: string): string {
  if (HARMLESS.test(value)) return value;
  const plain = FORMULA.test(value) && toDecimal(value) === null ? `'${value}` : value;
  const marked = plain.replaceAll(INSIDE, "$&'");
  return /[",;|\t\r\n]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
}

/** What most cells are: nothing is to be done with them. */
const HARMLESS = /^(?:-?[\d.]+|[A-Za-z0-9][\w.:-]*)?$/;
/** Separators after which a program that minds no quotes would begin a cell with a formula. */
const INSIDE = /[;\t,|]\s*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
