/** State of a seeded generator (sfc32): plain numbers, so that it can be kept in the state file. */
export interface Chance {
  a: number;
  b: number;
  c: number;
  d: number;
}

/** A generator for a seed and a purpose: two purposes never share a sequence. */
export function chance(seed: number, purpose: string): Chance {
  let hash = 2_166_136_261;
  for (const character of `${seed}/${purpose}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  }
  const state = { a: hash | 0, b: seed | 0, c: 0x9e3779b9 | 0, d: 1 };
  for (let i = 0; i < 15; i += 1) fraction(state);
  return state;
}

/** In [0, 1). */
export function fraction(state: Chance): number {
  const t = (state.a + state.b + state.d) | 0;
  state.d = (state.d + 1) | 0;
  state.a = state.b ^ (state.b >>> 9);
  state.b = (state.c + (state.c << 3)) | 0;
  state.c = ((state.c << 21) | (state.c >>> 11)) + t;
  state.c |= 0;
  return (t >>> 0) / 4_294_967_296;
}

/** A whole number from `low` to `high`, both possible. */
export const between = (state: Chance, low: number, high: number): number =>
  low + Math.floor(fraction(state) * (high - low + 1));

/** Near the standard normal: the sum of six uniform numbers; no transcendental function, so equal on every machine. */
export function bell(state: Chance): number {
  let sum = -3;
  for (let i = 0; i < 6; i += 1) sum += fraction(state);
  return sum * Math.SQRT2;
}
