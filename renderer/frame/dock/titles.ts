import type { Environment } from '../../../shared/contract/contract.ts';

/** The environment's word in the title, the badge and every confirmation. */
export const ENVIRONMENT_WORDS: Readonly<Record<Environment, string>> = {
  practice: 'Practice',
  staging: 'Staging',
  live: 'Live',
};

/** What the window's title says beside the name of the program. */
export interface TitleParts {
  readonly environment: Environment | undefined;
  readonly symbol: string;
  /** As the header shows it; null while it is not live. */
  readonly price: string | null;
  /** A timer of the dead-man switch runs at the exchange. */
  readonly deadMan: boolean;
  /** Nothing but the environment is said. */
  readonly locked: boolean;
}

/** "Quarterdeck · Practice · PERP_BTC_USDT · 64,210.5 · Dead-man on". */
export function windowTitle({ environment, symbol, price, deadMan, locked }: TitleParts): string {
  if (environment === undefined) return 'Quarterdeck';
  const parts = ['Quarterdeck', ENVIRONMENT_WORDS[environment]];
  if (locked) return [...parts, 'Locked'].join(' · ');
  parts.push(symbol);
  if (price !== null) parts.push(price);
  if (deadMan) parts.push('Dead-man on');
  return parts.join(' · ');
}
