import { Big } from 'big.js';

/* Numbers as the screen writes them: commas between thousands, U+2212 or a hyphen before what is negative. */

const SHOWN = /^([+−-]?)(\d{1,3}(?:,\d{3})*|\d+)(\.\d+)?$/;

/** The plain number of a shown one, without zeros at its end; null where it is none. */
export function shownNumber(text: string): string | null {
  const found = SHOWN.exec(text.trim());
  if (found === null) return null;
  const [, sign = '', whole = '', rest = ''] = found;
  // Four digits and more need their commas; a number without them is not how this program writes.
  if (!whole.includes(',') && whole.length > 3) return null;
  return plain(`${sign === '−' || sign === '-' ? '-' : ''}${whole.replaceAll(',', '')}${rest}`);
}

/** A decimal text in its one shortest form. */
export function plain(text: string): string {
  const shortest = new Big(text).toFixed();
  return shortest === '-0' ? '0' : shortest;
}

/** Digits after so many places are cut off, towards zero. */
export const cut = (value: Big, places: number): Big => value.round(places, 0);

/** What is wrong with a shown number, or null. */
export function unlike(shown: string, exact: string): string | null {
  const read = shownNumber(shown);
  if (read === null) return `“${shown}” is no number; the exchange has ${plain(exact)}`;
  return read === plain(exact) ? null : `${shown} instead of ${plain(exact)}`;
}
