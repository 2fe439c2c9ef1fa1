import { textTricks } from './text-tricks.ts';

/**
 * One rule for all names that a person reads to tell one thing from another: profiles, and entries of an address book.
 *
 * @returns what is wrong with it, or null.
 */
export function nameProblem(name: string): string | null {
  const hidden = textTricks(name).some(({ kind }) => kind === 'invisible' || kind === 'turning');
  return hidden ? 'A name has only signs that can be seen: no line breaks, no turning or invisible signs.' : null;
}

/** Signs that look like plain letters and digits, each after the sign that it looks like (Unicode's confusables). */
const LOOK_ALIKES: readonly (readonly [string, string])[] = [
  ['a', 'аαɑ'],
  ['b', 'вьβƅ'],
  ['c', 'сϲᴄ'],
  ['d', 'ԁɗ'],
  ['e', 'еєҽεē'],
  ['f', 'ƒſ'],
  ['g', 'ɡց'],
  ['h', 'һнη'],
  ['i', 'іιıɩӏլ1lj|јǀ!'],
  ['k', 'кκ'],
  ['m', 'мϻ'],
  ['n', 'пոո'],
  ['o', 'оοօσ0ө'],
  ['p', 'рρ'],
  ['q', 'ԛզ'],
  ['r', 'гᴦ'],
  ['s', 'ѕꜱ5'],
  ['t', 'тτ'],
  ['u', 'υսц'],
  ['v', 'ѵνᴠ'],
  ['w', 'ԝшωѡ'],
  ['x', 'хχ'],
  ['y', 'уүγ'],
  ['z', 'ᴢ'],
];
const PLAIN: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.flatMap(([plain, others]) => [...others].map((sign): [string, string] => [sign, plain])),
);

/**
 * A name as an eye takes it: without case, marks, spaces, signs that cannot be seen, and with every sign as the plain one
 * that it looks like.
 */
export const skeletonOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .filter((sign) => !/[\p{M}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{P}]/u.test(sign) || sign === '!')
    .map((sign) => PLAIN.get(sign) ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** Whether one name can be taken for another by somebody who reads it. */
export const looksLike = (one: string, other: string): boolean => skeletonOf(one) === skeletonOf(other);
