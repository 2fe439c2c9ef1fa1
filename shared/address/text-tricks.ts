/** A way in which a text is other than it looks. */
export interface Trick {
  readonly kind: 'invisible' | 'turning' | 'foreign-letter' | 'space';
  readonly words: string;
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const TURNING = /[\u{61c}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/u;

/**
 * What of a text a person cannot see as it is: signs without a picture, signs that turn the direction of writing,
 * letters of another script that look like Latin ones. Addresses and memos are plain ASCII.
 *
 * @returns the tricks that are in it, the most deceiving first; empty where there is none.
 */
export function textTricks(text: string): readonly Trick[] {
  const tricks: Trick[] = [];
  if (TURNING.test(text))
    tricks.push({
      kind: 'turning',
      words: 'It holds a sign that turns the direction of writing: it is not what it looks like.',
    });
  if (INVISIBLE.test(text.replace(TURNING, '')))
    tricks.push({ kind: 'invisible', words: 'It holds a sign that cannot be seen.' });
  const foreign = [...text].find(
    (sign) => !/[\x20-\x7e]/.test(sign) && !TURNING.test(sign) && !INVISIBLE.test(sign) && !/\s/u.test(sign),
  );
  if (foreign !== undefined)
    tricks.push({
      kind: 'foreign-letter',
      words: `“${foreign}” only looks like a plain letter: it is ${codeOf(foreign)}.`,
    });
  if (/[^\S\n\r\v\f]/u.test(text)) tricks.push({ kind: 'space', words: 'It holds a space.' });
  return tricks;
}

const codeOf = (sign: string): string => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text with signs that cannot be seen, or that turn the writing, written out as their codes. */
export const shownText = (text: string): string =>
  [...text].map((sign) => (TURNING.test(sign) || INVISIBLE.test(sign) ? `[${codeOf(sign)}]` : sign)).join('');

/** The same for a text of lines that the program itself has put below each other. */
export const shownLines = (text: string): string => text.split('\n').map(shownText).join('\n');

/** A text with every sign that is not plain ASCII written out as its code, for showing it safely. */
export const plainText = (text: string): string =>
  [...text].map((sign) => (/[\x20-\x7e]/.test(sign) ? sign : `[${codeOf(sign)}]`)).join('');
