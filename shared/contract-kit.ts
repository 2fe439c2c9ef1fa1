import type { z } from 'zod';

/** Pieces of the contract's table. A read has no effect; a command changes something and is journaled. */
export interface RequestRow<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: 'read' | 'command';
  readonly input: In;
  readonly output: Out;
}
export interface FeedRow<Row extends z.ZodType = z.ZodType> {
  readonly row: Row;
  /** Field of the row that identifies it; newest row of an id wins. */
  readonly id: string;
  /** Whether the feed is per key (a symbol) or one for the terminal. */
  readonly keyed: boolean;
}

export const read = <In extends z.ZodType, Out extends z.ZodType>(input: In, output: Out) =>
  ({ kind: 'read', input, output }) as const;
export const command = <In extends z.ZodType, Out extends z.ZodType>(input: In, output: Out) =>
  ({ kind: 'command', input, output }) as const;
export const feed = <Row extends z.ZodType>(row: Row, id: string) => ({ row, id, keyed: false }) as const;
export const keyedFeed = <Row extends z.ZodType>(row: Row, id: string) => ({ row, id, keyed: true }) as const;
