/** A longer text of the exchange is cut. */
const MOST_CHARS = 500;

/**
 * Every field of something that was sent, as text for a person to read; what says nothing is left out.
 *
 * @param sent a record or a report; what stands in its `extra` stands beside the rest.
 */
export function textsOf(sent: object): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === null || value === undefined || value === '') continue;
    if (name === 'extra' && typeof value === 'object') Object.assign(texts, textsOf(value as object)); // not null
    else texts[name] = (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, MOST_CHARS);
  }
  return texts;
}
