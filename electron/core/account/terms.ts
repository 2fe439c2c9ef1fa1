import type { RequestInput, RequestOutput } from '../../../shared/contract/contract.ts';
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
