/**
 * Records of the interface as schemas, by area. All of them are tolerant of what the wire is known
 * to vary (protocol.md, section 2), keep fields that they do not know, and pass unknown words on.
 */
export * from './envelope.ts';
export * from './records/account.ts';
export * from './records/algo.ts';
export * from './records/histories.ts';
export * from './records/market.ts';
export * from './records/orders.ts';
export * from './records/rows.ts';
