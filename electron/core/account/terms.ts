import type { RequestInput, RequestOutput } from '../../../shared/contract/contract.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import type { ExchangeClient } from '../exchange/types.ts';

/**
 * Reads what trading a symbol costs the account. Rejects with FaultError.
 *
 * @returns rates as sent; their unit is not settled (protocol.md, 3.2: hundredths of a percent is the
 *   plausible reading).
 */
export async function readFees(
  client: ExchangeClient,
  { symbol }: RequestInput<'account.fees'>,
): Promise<RequestOutput<'account.fees'>> {
  const { makerFee, takerFee } = await client.call('trade.tradingFee', { symbol });
  return { makerFee, takerFee };
}

/**
 * Reads the leverage of a perpetual (interface-v3.md, E14). Rejects with FaultError.
 *
 * @returns one entry a position side: BOTH in one-way mode, LONG and SHORT in hedge mode.
 */
export async function readLeverage(
  client: ExchangeClient,
  { symbol, marginMode }: RequestInput<'account.leverage'>,
): Promise<RequestOutput<'account.leverage'>> {
  const { details } = await client.call('futures.leverage', { symbol, marginMode });
  return { sides: details.map(({ positionSide, leverage }) => ({ positionSide, leverage })) };
}

/** Reads what counts of each token as collateral (protocol.md, 3.4). Rejects with FaultError. */
export async function readCollateral(client: ExchangeClient): Promise<RequestOutput<'account.collateral'>> {
  const { rows } = await client.call('account.tokenConfig', {});
  return {
    tokens: rows.map(({ token, collateralRatio, canCollateral, collateral }) => ({
      token,
      ratio: (canCollateral ?? collateral) === false ? null : collateralRatio,
    })),
  };
}

/**
 * Reads what can be borrowed for a spot symbol (protocol.md, 9.11 and 9.12). Rejects with FaultError where the exchange
 * does not say how much; what it costs is null then.
 *
 * @param symbol SPOT_<base>_<quote>.
 */
export async function readLoans(
  client: ExchangeClient,
  { symbol }: RequestInput<'account.loans'>,
): Promise<RequestOutput<'account.loans'>> {
  const [, base = '', quote = ''] = symbol.split('_');
  const [most, rates] = await Promise.all([
    client.call('spotMargin.maxMargin', { symbol }),
    client.call('spotMargin.interestRate', {}).then(
      ({ rows }) => rows,
      () => [],
    ),
  ]);
  const rateOf = (token: string): Decimal | null =>
    rates.find((rate) => rate.token === token)?.currentAnnualBaseRate ?? null;
  return {
    base: { most: most.availableBaseQuantity, annualRate: rateOf(base) },
    quote: { most: most.availableQuoteQuantity, annualRate: rateOf(quote) },
  };
}
