import type { World } from '../world.ts';

/** One panel against the exchange. */
export interface Comparison {
  /** The panel that has to be in front; also the key of what is wrong. */
  readonly panel: string;
  /** Least time between two looks in ms, where the read that it needs has a small budget. */
  readonly everyMs?: number;
  /** Whether it follows from reads at a slow pace: it is looked at after all others, which take their time meanwhile. */
  readonly late?: boolean;
  /** Whether its turn has come; always when left out. */
  isDue?(world: World): boolean;
  /** What differs, one line each; nothing when all is equal. */
  differences(world: World): Promise<readonly string[]>;
}

/** Rows of the one that the other lacks, by name. */
export function unpaired(shown: Iterable<string>, there: Iterable<string>, what: string): string[] {
  const [screen, exchange] = [new Set(shown), new Set(there)];
  return [
    ...[...exchange].filter((id) => !screen.has(id)).map((id) => `${what} ${id} of the exchange is not shown`),
    ...[...screen]
      .filter((id) => !exchange.has(id))
      .map((id) => `${what} ${id} is shown and the exchange does not have it`),
  ];
}

/** A line where two texts differ. */
export const differs = (what: string, shown: string | undefined, exact: string): readonly string[] =>
  shown === exact ? [] : [`${what}: “${shown ?? 'nothing'}” instead of “${exact}”`];
