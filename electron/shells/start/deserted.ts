/** How often it is looked, and how many looks in a row find nobody before it is over: an hour. */
const LOOK_MS = 30_000;
const LOOKS = 120;

/**
 * Resolves once nobody was there for an hour: a terminal that was forgotten must not keep its keys in
 * memory and its port open for ever.
 *
 * @param occupied whether a page is connected, or something must go on without one.
 * @param wait passes time.
 */
export async function untilDeserted(occupied: () => boolean, wait: (ms: number) => Promise<void>): Promise<void> {
  for (let empty = 0; empty < LOOKS;) {
    await wait(LOOK_MS);
    empty = occupied() ? 0 : empty + 1;
  }
}
