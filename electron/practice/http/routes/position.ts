import type { Position } from '../../engine/account.ts';
import { fixedText, over } from '../../engine/fixed.ts';
import { instrumentOf } from '../../engine/symbols.ts';

/** Average price at which a position was opened, cut after 12 decimals. */
export function averagePrice(position: Position): string {
  if (position.lots === 0) return '0';
  const { lot } = instrumentOf(position.symbol);
  const exact = over(position.cost, BigInt(position.lots) * lot);
  return fixedText(exact - (exact % 1_000_000n));
}
