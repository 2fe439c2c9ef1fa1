import { grouped, toDecimal, type Decimal } from '../../../shared/decimal.ts';

/** How the text of a number field can be read. */
export type Reading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'plain' }
  /** Something else than a plain number that can mean only one. */
  | { readonly kind: 'readable'; readonly value: Decimal }
  | { readonly kind: 'refused'; readonly reason: string };

/** The longest text that a field takes; the core takes no longer one. */
export const LONGEST_TEXT = 80;

// Spaces that people and spreadsheets put between groups of three digits: also no-break, figure, thin, narrow.
const SPACES = /[ \t\u00a0\u2007\u2009\u202f]/;
const EDGE_SPACES = /^[\s\u00a0]+|[\s\u00a0]+$/g;
const GROUPED_BY = [
  /^\d{1,3}(?:,\d{3})+\.\d+$/, // 64,210.5
  /^\d{1,3}(?:,\d{3}){2,}$/, // 1,064,210
  /^\d{1,3}(?:'\d{3})+(?:\.\d+)?$/, // 64'210.5
  new RegExp(`^\\d{1,3}(?:${SPACES.source}\\d{3})+(?:\\.\\d+)?$`), // 64 210.5
];

/**
 * Reads the text of a number field. A text that can mean two numbers is refused and never guessed at.
 *
 * @param raw as typed or pasted.
 * @param unit the currency of the field, such as "USDT"; any other one in the text is refused.
 */
export function readNumberText(raw: string, unit: string): Reading {
  if (raw === '') return { kind: 'empty' };
  if (toDecimal(raw) !== null) return { kind: 'plain' };
  if (raw.length > LONGEST_TEXT) return refused(`A number has at most ${LONGEST_TEXT} characters.`);
  const shown = `“${raw.slice(0, 40)}”`;
  const ascii = raw.replace(EDGE_SPACES, '').replace(/[\uff0c\uff0e\uff10-\uff19]/g, halfWidth);
  if (ascii === '') return refused('There are only spaces here.');

  const { text, foreign } = withoutUnit(ascii, unit);
  if (foreign !== null) return refused(`${shown} is in ${foreign}; this field is in ${unit}.`);
  const value = toDecimal(ungrouped(text) ?? withoutLooseZeros(text));
  if (value !== null) return { kind: 'readable', value };
  return refused(`${shown} ${reasonOf(text)}`);
}

const refused = (reason: string): Reading => ({ kind: 'refused', reason });

const halfWidth = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/** Takes the field's own currency off either end and names any other. */
function withoutUnit(text: string, unit: string): { readonly text: string; readonly foreign: string | null } {
  const found = /^(\p{Sc}|[A-Za-z]{2,10})?\s*(\S.*?)\s*(\p{Sc}|[A-Za-z]{2,10})?$/u.exec(text);
  const [, before, middle = text, after] = found ?? [];
  // Words around no digits are no currency: "NaN", "Infinity".
  if (!/^[\d.,' ]/.test(middle)) return { text, foreign: null };
  for (const mark of [before, after]) {
    if (mark === undefined) continue;
    const own = mark.toUpperCase() === unit.toUpperCase() || (mark === '$' && unit.startsWith('USD'));
    if (!own) return { text, foreign: mark };
  }
  return { text: middle, foreign: null };
}

function ungrouped(text: string): string | null {
  return GROUPED_BY.some((form) => form.test(text)) ? text.replace(/[^\d.]/g, '') : null;
}

/** ".5", "5." and "00.1" can mean only one number. */
function withoutLooseZeros(text: string): string {
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(text)) return text;
  const [whole = '', fraction = ''] = text.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

function reasonOf(text: string): string {
  const pair = /^(\d{1,3}),(\d{3})$/.exec(text);
  if (pair !== null) return `can mean ${pair[1]}${pair[2]} or ${pair[1]}.${pair[2]}: write it without the comma.`;
  if (/^[\d.]+,\d+$/.test(text)) return 'has a comma for the decimals: write a point.';
  if (/^[+-]?\d*\.?\d+e[+-]?\d+$/i.test(text)) return 'has an exponent: write all digits.';
  if (text.startsWith('+')) return 'has a plus sign: write the number alone.';
  if (/^[-\u2212]/.test(text)) return 'has a minus sign: only numbers above zero fit here.';
  if (/\p{Nd}/u.test(text) && !/\d/.test(text)) return 'has digits of another script: write 0 to 9.';
  return 'is not a plain number such as 64210.5.';
}

/** A value on a button or in a sentence, as people read it; what is no number stays as it is. */
export function readable(text: string): string {
  const value = toDecimal(text);
  return value === null ? text : grouped(value);
}
