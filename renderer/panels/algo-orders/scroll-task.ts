/** Of the time that passes while one scrolls, what the making of rows may take: one part in so many. */
const PARTS = 4;

/**
 * Lets a grid make the rows of a scroll in a task of its own, before the next frame. The library makes them
 * inside of the frame that scrolled, and what styles, lays out and paints them would lengthen the same task:
 * nothing that is typed or pressed gets in between. Scrolling sideways is passed on at once, since the head follows it.
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
  const pass = (): void => {
    timer = undefined;
    const from = performance.now();
    passing = true;
    const views = [...waiting];
    waiting.clear();
    for (const view of views) view.dispatchEvent(new Event('scroll'));
    passing = false;
    const now = performance.now();
    until = now + (now - from) * (PARTS - 1);
  };
  const scrolled = (event: Event): void => {
    const view = event.target;
    if (passing || !(view instanceof Element)) return;
    const sideways = view.scrollLeft !== (left.get(view) ?? 0);
    left.set(view, view.scrollLeft);
    if (sideways) return;
    event.stopPropagation();
    waiting.add(view);
    timer ??= setTimeout(pass, until - performance.now());
  };
  around.addEventListener('scroll', scrolled, { capture: true });
  return () => {
    around.removeEventListener('scroll', scrolled, { capture: true });
    clearTimeout(timer);
  };
}
