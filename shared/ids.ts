/**
 * Names of things. Ids are text inside the program, because the venue's reach past 2^53
 * (protocol.md, section 2), and branded, so that an order id is never passed for an algo order id.
 */
declare const brand: unique symbol;
type Branded<Text extends string> = string & { readonly [brand]: Text };

/** The exchange's id of an ordinary order: integer text. */
export type OrderId = Branded<'OrderId'>;
/** Our id of an order: integer text from 0 to 9223372036854775807; "0" means none was given. */
export type ClientOrderId = Branded<'ClientOrderId'>;
/** The exchange's id of an algo order: integer text. */
export type AlgoOrderId = Branded<'AlgoOrderId'>;
/** One press of a button by a person; made by the page, answered once by the core. */
export type CommandId = Branded<'CommandId'>;

/** The largest client order id that the interface takes: 2^63 - 1 (protocol.md, 2.1). */
export const MAX_CLIENT_ID = 9_223_372_036_854_775_807n;

/**
 * Whether text is an integer that the interface takes as a client order id.
 *
 * @param text as typed.
 * @returns true for "0" to "9223372036854775807" without sign, spaces or leading zeros.
 */
export function isClientId(text: string): boolean {
  return /^(?:0|[1-9]\d{0,18})$/.test(text) && BigInt(text) <= MAX_CLIENT_ID;
}

/** Whether text can name a symbol: `SPOT_<base>_<quote>` or `PERP_<base>_<quote>`, at most 64 characters. */
export function isSymbol(text: string): boolean {
  return text.length <= 64 && /^(?:SPOT|PERP)_[^\s_]+_[^\s_]+$/.test(text);
}
