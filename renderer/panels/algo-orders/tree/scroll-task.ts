/** Of the time that passes while one scrolls, what the making of rows may take: one part in so many. */
const PARTS = 4;

/**
 * Lets a grid make the rows of a scroll in tasks of their own, before the next frame: one makes them, one
 * lays them out, the frame paints. The library does all of it inside of the frame that scrolled, and what is
 * typed or pressed waits for its end. Scrolling sideways is passed on at once, since the head follows it.
 *
 * @param around an element around the grid; the grid must do without animation frames (`suppressAnimationFrame`).
 * @returns the end of it.
 */
export function makeRowsApart(around: Element): () => void {
  const waiting = new Set<Element>();
  const left = new WeakMap<Element, number>();
  let passing = false;
  let until = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function makeRows(): void {
    const from = performance.now();
    const views = [...waiting];
    waiting.clear();
    passing = true;
    for (const view of views) view.dispatchEvent(new Event('scroll'));
    passing = false;
    const now = performance.now();
    until = now + (now - from) * (PARTS - 1);
    timer = setTimeout(layOut, 0, views);
  }
  function layOut(views: readonly Element[]): void {
    for (const view of views) view.getBoundingClientRect();
    timer = undefined;
    if (waiting.size > 0) ask();
  }
  function ask(): void {
    timer ??= setTimeout(makeRows, until - performance.now());
  }
  function scrolled(event: Event): void {
    const view = event.target;
    if (passing || !(view instanceof Element)) return;
    const before = left.get(view) ?? 0;
    left.set(view, view.scrollLeft);
    if (view.scrollLeft !== before) return;
    event.stopPropagation();
    waiting.add(view);
    ask();
  }

  around.addEventListener('scroll', scrolled, { capture: true });
  return () => {
    around.removeEventListener('scroll', scrolled, { capture: true });
    clearTimeout(timer);
  };
}
