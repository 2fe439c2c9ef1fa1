import type { Environment } from '../../../shared/contract/contract.ts';

/** The environment's word in the title, the badge and every confirmation. */
export const ENVIRONMENT_WORDS: Readonly<Record<Environment, string>> = {
  practice: 'Practice',
  staging: 'Staging',
  live: 'Live',
};

/** What the window's title says: "Quarterdeck · Practice · PERP_BTC_USDT". */
export function windowTitle(environment: Environment | undefined, symbol: string): string {
  return environment === undefined ? 'Quarterdeck' : `Quarterdeck · ${ENVIRONMENT_WORDS[environment]} · ${symbol}`;
}
