/** Fields whose value is never written down, in whatever spelling. */
const SECRET = /secret|passphrase|password|signature|authkey|listenkey|api-?key|token$/i;
/** Fields of a place that money goes to: enough of both ends to know it again. */
const PLACE = /^(?:address|extra|memo)$/i;
/** Token names a currency in this interface. */
const CURRENCY = /^token$/i;
const MOST_CHARS = 4_000;

/**
 * A command's JSON for the record: secrets removed, addresses cut in the middle, long texts cut at the end. Text that
 * is no JSON is left out.
 */
export function redact(json: string): string {
  let value: unknown;
  try {
    value = JSON.parse(json, (name, field: unknown) => {
      if (CURRENCY.test(name)) return field;
      if (SECRET.test(name)) return '•••';
      if (PLACE.test(name) && typeof field === 'string') return cut(field);
      return field;
    });
  } catch {
    return '';
  }
  const text = JSON.stringify(value);
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text;
}

const cut = (text: string): string => (text.length <= 10 ? '•••' : `${text.slice(0, 4)}…${text.slice(-4)}`);
