import type { Row } from '../oracle/account.ts';
import { word, type ExchangeSide } from '../exchange-side.ts';

/** The side that an order which opens has to name: only in hedge mode, and only for perpetuals. */
export async function opening(
  exchange: ExchangeSide,
  symbol: string,
  side: string,
): Promise<{ readonly positionSide?: 'LONG' | 'SHORT' }> {
  if (symbol.startsWith('SPOT')) return {};
  const mode = word(await exchange.read('/v3/futures/leverage', { symbol, marginMode: 'CROSS' }), 'positionMode');
  return mode === 'HEDGE_MODE' ? { positionSide: side === 'BUY' ? 'LONG' : 'SHORT' } : {};
}

/** The order that closes a position at the market. */
export function closing({ symbol, holding = '0', marginMode, positionSide }: Row): Readonly<Record<string, unknown>> {
  return {
    symbol,
    side: holding.startsWith('-') ? 'BUY' : 'SELL',
    type: 'MARKET',
    quantity: holding.replace('-', ''),
    marginMode,
    // In hedge mode the side says that it closes.
    ...(positionSide === 'BOTH' ? { reduceOnly: true } : { positionSide }),
  };
}
