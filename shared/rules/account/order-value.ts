import { multiply, type Decimal } from '../../decimal.ts';

/*
 * The arithmetic of an account. Every function is pure and exact; what a division leaves is cut, and said so. Null is
 * "not known": no price, an empty side of the book, no rules of a symbol. It is never zero.
 */

/** What decides in which token a fee is paid. */
interface Traded {
  readonly kind: 'spot' | 'perpetual';
  readonly base: string;
  readonly quote: string;
}

/** What an order or a fill pays to the exchange. */
export interface Fee {
  readonly token: string;
  readonly amount: Decimal;
}

/**
 * Value of an order: quantity × price, or the amount where that sizes it.
 *
 * @param quantity base currency; null where only an amount is given.
 * @param amount quote currency; null where only a quantity is given.
 * @param price quote for one of base; null where the market has none.
 * @returns quote currency, exact; null where it is not known.
 */
export const orderValue = (quantity: Decimal | null, amount: Decimal | null, price: Decimal | null): Decimal | null =>
  amount ?? (quantity === null || price === null ? null : multiply(quantity, price));

/**
 * Fee of an order: rate × what is received on a spot buy, which pays in the base token, and rate × value elsewhere
 * (protocol.md, 3.3: each execution names its fee and the fee's asset).
 *
 * @param quantity base currency; null where it is not known.
 * @param value quote currency; null where it is not known.
 * @param rate share of the value, such as 0.0005; null where it is not known.
 * @returns exact; null where a part is not known.
 */
export function feeOf(
  { kind, base, quote }: Traded,
  side: 'BUY' | 'SELL',
  quantity: Decimal | null,
  value: Decimal | null,
  rate: Decimal | null,
): Fee | null {
  const inBase = kind === 'spot' && side === 'BUY';
  const paidOn = inBase ? quantity : value;
  return paidOn === null || rate === null ? null : { token: inBase ? base : quote, amount: multiply(paidOn, rate) };
}

/**
 * A rate of the exchange as a share of the value: rates count in hundredths of a percent (protocol.md, 3.2).
 *
 * @param rate as sent, such as 5; null or absent where the exchange does not say.
 * @returns such as 0.0005; null where it is not known.
 */
export const feeShare = (rate: Decimal | null | undefined): Decimal | null =>
  rate === null || rate === undefined ? null : multiply(rate, BASIS_POINT);

const BASIS_POINT = '0.0001' as Decimal; // a decimal as it stands
