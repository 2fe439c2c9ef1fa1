import type { WebContents } from 'electron';

/** A page that ends oftener than this is not helped by being loaded again. */
const MOST = 5;
const WITHIN_MS = 60_000;

/**
 * Loads the page again when its process has ended: all truth is in the core, so nothing is lost.
 *
 * @param now milliseconds that never go back.
 */
export function recoverPage(contents: Pick<WebContents, 'on' | 'reload'>, now: () => number): void {
  let ends: readonly number[] = [];
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    ends = [...ends.filter((at) => now() - at < WITHIN_MS), now()];
    if (ends.length <= MOST) contents.reload();
  });
}
