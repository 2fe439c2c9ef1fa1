import { integerLiteral, numberLiteral } from '../json.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Writes the body of a request: the exact text that is signed and sent (protocol.md, 1.1).
 *
 * @param endpoint whose `integers` and `numbers` are written bare, at any depth, digit by digit.
 * @param input parsed by the endpoint's input schema; its order is kept, undefined fields are left out.
 * @returns JSON text.
 * @throws SyntaxError when a field named there holds text that is no number.
 */
export function bodyText(
  endpoint: Pick<Endpoint, 'integers' | 'numbers'>,
  input: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify(input, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (endpoint.integers.includes(name)) return integerLiteral(value);
    return endpoint.numbers.includes(name) ? numberLiteral(value) : value;
  });
}
