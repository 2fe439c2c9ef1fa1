import type { z } from 'zod';
import type { Endpoint, LimitScope } from '../endpoint.ts';

/** A row as it is written in the tables: what most rows have in common is left out. */
interface Draft<Input extends z.ZodType<Record<string, unknown>>, Output extends z.ZodType> extends Partial<
  Pick<Endpoint, 'number' | 'signed' | 'integers' | 'numbers' | 'page' | 'time' | 'effect'>
> {
  readonly input: Input;
  readonly output: Output;
  readonly limit: Endpoint['limit'];
  readonly lane: Endpoint['lane'];
  readonly source: Endpoint['source'];
  readonly summary: string;
}

/** Everything of an {@link Endpoint} but its name, with the exact schemas kept for their types. */
export interface Row<Input extends z.ZodType<Record<string, unknown>>, Output extends z.ZodType> extends Omit<
  Endpoint,
  'name' | 'input' | 'output'
> {
  readonly input: Input;
  readonly output: Output;
}

/**
 * Fills a row: signed, without page cap and time unless said otherwise; GET reads, all else writes.
 *
 * @param method of HTTP.
 * @param path below the base address.
 */
export function row<Input extends z.ZodType<Record<string, unknown>>, Output extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  draft: Draft<Input, Output>,
): Row<Input, Output> {
  return {
    number: null,
    signed: true,
    integers: [],
    numbers: [],
    page: null,
    time: null,
    effect: method === 'GET' ? 'read' : 'write',
    ...draft,
    method,
    path,
  };
}

/** So many requests in a window of so many seconds. */
export const per = (requests: number, seconds: number, scope: LimitScope = 'user'): Endpoint['limit'] => ({
  requests,
  windowMs: seconds * 1000,
  scope,
});

/** Page size 25 unless asked, up to 1,000 or 500 (protocol.md, sections 2 and 8). */
export const page1000 = { defaultSize: 25, maxSize: 1000 } as const;
export const page500 = { defaultSize: 25, maxSize: 500 } as const;

/** Writes each row's key into it as its name. */
export function named<Table extends Readonly<Record<string, object>>>(table: Table) {
  const rows = Object.entries(table).map(([name, fields]) => [name, { name, ...fields }]);
  // entries of the table, each with its own key added: exactly this type
  return Object.fromEntries(rows) as { readonly [Name in keyof Table]: Table[Name] & { readonly name: Name & string } };
}
