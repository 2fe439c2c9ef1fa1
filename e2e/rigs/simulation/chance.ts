/** Chance that a seed repeats. */
export interface Chance {
  /** In [0, 1). */
  fraction(): number;
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Evenly between two values. */
  between(from: number, to: number): number;
}

/** Makes chance from a seed; the purpose keeps one user's draws from shifting another's. */
export function chanceOf(seed: number, purpose: string): Chance {
  let state = 0x9e3779b9 ^ seed;
  for (const letter of purpose) state = Math.imul(state ^ letter.charCodeAt(0), 0x85ebca6b) + seed;
  // mulberry32: 32 bits of state are plenty for the few thousand draws of a run.
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    happens: (probability) => fraction() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    between: (from, to) => from + fraction() * (to - from),
  };
}
