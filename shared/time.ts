/** Instants and spans in the program's one unit. */
declare const millisBrand: unique symbol;
/** Milliseconds since the Unix epoch, or a span of milliseconds: an integer. */
export type Millis = number & { readonly [millisBrand]: true };

export const millis = (value: number): Millis => Math.round(value) as Millis;

/**
 * Reads an instant in any of the three forms that the venue sends (protocol.md, section 2):
 * integer milliseconds as number or text, and seconds as text with a point. The test is the point:
 * text with "." is seconds, otherwise milliseconds. At most milliseconds are kept.
 *
 * @param value as parsed from the wire.
 * @returns the instant, or null when it is none.
 */
export function wireInstant(value: string | number): Millis | null {
  const text = String(value);
  if (/^\d{1,15}$/.test(text)) return Number(text) as Millis;
  const seconds = /^(\d{1,12})\.(\d{1,})$/.exec(text);
  if (seconds === null) return null;
  const [, whole = '', fraction = ''] = seconds;
  return (Number(whole) * 1000 + Number((fraction + '000').slice(0, 3))) as Millis;
}
