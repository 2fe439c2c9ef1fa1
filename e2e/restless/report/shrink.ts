import { COMPARE, type Step } from '../walk.ts';

/**
 * The fewest steps that were found to fail still: parts are left out, ever smaller ones, while what is left fails.
 *
 * @param fails whether these steps fail in the same way.
 * @param tries how often it may be asked.
 */
export async function shrink(
  steps: readonly Step[],
  fails: (steps: readonly Step[]) => Promise<boolean>,
  tries: number,
): Promise<readonly Step[]> {
  let kept = steps;
  let left = tries;
  for (let size = Math.ceil(kept.length / 2); size >= 1 && left > 0; size = Math.floor(size / 2)) {
    for (let from = 0; from < kept.length && left > 0;) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)];
      // What failed at a comparison needs one at its end.
      const last = steps.at(-1);
      if (last?.name === COMPARE && rest.at(-1)?.name !== COMPARE) rest.push(last);
      if (rest.length >= kept.length || rest.length === 0) {
        from += size;
        continue;
      }
      left -= 1;
      if (await fails(rest)) kept = rest;
      else from += size;
    }
  }
  return kept;
}
