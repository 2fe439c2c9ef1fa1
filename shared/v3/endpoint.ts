import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who waits for whom in the limiter: a cancel or a dead-man renewal goes first, then what changes
 * orders, then what a panel reads, then the paging of histories.
 */
export type Lane = 'safety' | 'trade' | 'read' | 'history';

/** Whose budget a request spends (protocol.md, 1.5 and 5). */
export type LimitScope = 'address' | 'user' | 'symbol';

/** How sure the row is: S interface page, D vendor's documentation, C public client, P published rewrite, ? inferred. */
export type Source = 'S' | 'D' | 'C' | 'P' | '?';

/** One operation of the interface. The client, the limiter, the practice exchange and the contract read it. */
export interface Endpoint {
  /** Our name, `<area>.<verb or noun>`; also the name of the contract's read. */
  readonly name: string;
  /** Its number in interface-v3.md, where it has one. */
  readonly number: string | null;
  readonly method: Method;
  /** Path below the base address; `{x}` stands for the input field x, percent-encoded. */
  readonly path: string;
  readonly signed: boolean;
  /** What callers give. Its output has the wire's names in the wire's order; undefined fields are left out. */
  readonly input: z.ZodType<Record<string, unknown>>;
  /** Body fields, at any depth, written as bare integers though we hold them as text; body.ts writes them. */
  readonly integers: readonly string[];
  /** Body fields, at any depth, that hold decimal text with us and are written as bare numbers. */
  readonly numbers: readonly string[];
  /** Reads `data` of the envelope (undefined where the operation returns none). */
  readonly output: z.ZodType;
  readonly limit: { readonly requests: number; readonly windowMs: number; readonly scope: LimitScope };
  readonly lane: Lane;
  /** Writes are never sent twice; reads may be asked again. */
  readonly effect: 'read' | 'write';
  /** Paged operations: default and largest page size. */
  readonly page: { readonly defaultSize: number; readonly maxSize: number } | null;
  /** Unit in which the operation takes startTime and endTime. */
  readonly time: 'ms' | 's' | null;
  readonly source: Source;
  /** One line for the printed table and for tooltips. */
  readonly summary: string;
}
