import type { Fixed } from './money/fixed.ts';
import { instrumentOf } from './symbols.ts';
import type { Venue } from './venue.ts';

/**
 * What can never change, whatever happens: for each token the sum over all accounts (the venue's own
 * purses among them) of holdings and isolated margins less the costs of positions; for each
 * perpetual the sum of signed lots.
 */
interface Totals {
  readonly money: ReadonlyMap<string, Fixed>;
  readonly lots: ReadonlyMap<string, number>;
}

export function audit(venue: Venue): Totals {
  const money = new Map<string, Fixed>();
  const lots = new Map<string, number>();
  const addMoney = (token: string, amount: Fixed): void => void money.set(token, (money.get(token) ?? 0n) + amount);
  for (const account of venue.accounts.values()) {
    for (const { token, holding } of account.balances.values()) addMoney(token, holding);
    for (const { symbol, lots: held, cost, margin } of account.positions.values()) {
      addMoney(instrumentOf(symbol).quote, margin - cost);
      lots.set(symbol, (lots.get(symbol) ?? 0) + held);
    }
  }
  return { money, lots };
}
