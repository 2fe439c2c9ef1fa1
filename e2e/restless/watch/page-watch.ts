import type { Page } from 'playwright';

/** What the page's own functions were called with, for what has no element: sounds, and text on a canvas. */
interface Noted {
  /** Tones that were begun since the page was loaded. */
  tones: number;
  /** When the last one was begun, in ms since the page was loaded. */
  tonedAt: number;
  /** The element that last had the focus; null after a press beside all. */
  focused: Element | null;
  /** Whether what was last pressed was the mouse: who uses it does not look for the focus. */
  byMouse: boolean;
  /** Whether the dialog that last got the focus got it from nothing, so that nothing is to have it after. */
  fromNothing: boolean;
  /** Texts that each canvas drew in its last frame. */
  readonly drawn: WeakMap<object, { frame: number; readonly texts: string[] }>;
}

declare global {
  interface Window {
    restless: Noted;
  }
}

/** Notes sounds, the focus and text on canvases from the first moment of every page. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(noteInPage);
}

/** Runs in the page: may use nothing from outside of itself. */
function noteInPage(): void {
  const noted: Window['restless'] = {
    tones: 0,
    tonedAt: 0,
    focused: null,
    byMouse: false,
    fromNothing: false,
    drawn: new WeakMap(),
  };
  window.restless = noted;
  const inDialog = (each: EventTarget | null): boolean =>
    each instanceof Element && each.closest('dialog, [role="dialog"], .toast') !== null;
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!inDialog(target)) noted.fromNothing = false;
    else if (!inDialog(noted.focused)) noted.fromNothing = relatedTarget === null;
    noted.focused = target instanceof Element ? target : null;
  });
  // A click beside everything lets the focus go on purpose.
  document.addEventListener(
    'pointerdown',
    () => {
      noted.focused = null;
      noted.byMouse = true;
    },
    true,
  );
  document.addEventListener('keydown', () => (noted.byMouse = false), true);

  const begin = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function createOscillator(): OscillatorNode {
    noted.tones += 1;
    noted.tonedAt = performance.now();
    return begin.call(this);
  };

  // Asked for by what draws alone: a page that counted each frame would never rest.
  let frame = 0;
  let asked = false;
  const endOfFrame = (): void => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      frame += 1;
      asked = false;
    });
  };
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function fillText(
    text: string,
    ...rest: [number, number, number?]
  ): void {
    const before = noted.drawn.get(this.canvas);
    const now = before?.frame === frame ? before : { frame, texts: [] };
    now.texts.push(text);
    noted.drawn.set(this.canvas, now);
    endOfFrame();
    write.call(this, text, ...rest);
  };
}

/** Tones since the page was loaded. */
export const tonesOf = (page: Page): Promise<number> => page.evaluate(() => window.restless.tones);

/** Waits until the next tone is no part of the last one: fills that come together sound once. */
export async function untilSilent(page: Page): Promise<void> {
  await page.waitForFunction((ms) => performance.now() - window.restless.tonedAt > ms, SILENT_MS);
}
const SILENT_MS = 300;

/** Texts on the canvases within a box as they were last drawn. */
export const textsOn = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate(
    (box) =>
      [...document.querySelectorAll(`${box} canvas`)].flatMap(
        (canvas) => window.restless.drawn.get(canvas)?.texts ?? [],
      ),
    selector,
  );

/** What is wrong with the focus: it went away with what had it, or lies where nobody sees it; null when nothing is. */
export const lostFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { focused, fromNothing, byMouse } = window.restless;
    const active = document.activeElement;
    const nameOf = (each: Element): string =>
      `${each.tagName.toLowerCase()} “${(each.getAttribute('aria-label') ?? each.textContent ?? '').trim().slice(0, 40)}”`;
    if (active === null || active === document.body) {
      if (focused === null || fromNothing || byMouse || (focused.isConnected && focused.checkVisibility())) return null;
      return `the focus fell to the page when ${nameOf(focused)} went away`;
    }
    return active.checkVisibility({ visibilityProperty: true }) ? null : `the focus is on a hidden ${nameOf(active)}`;
  });

/** A notice that cannot be reached, since a dialog makes all around it inert; null when there is none. */
export const buriedNotice = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    if (document.querySelector('dialog:modal') === null) return null;
    for (const toast of document.querySelectorAll('.toast')) {
      const { left, top, width, height } = toast.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // One that is scrolled out of the corner of notices is not looked for.
      const corner = toast.closest('.toasts')?.getBoundingClientRect();
      if (corner === undefined || y < corner.top || y > corner.bottom) continue;
      const found = document.elementFromPoint(x, y);
      if (found === null || (found !== toast && !toast.contains(found))) return (toast.textContent ?? '').slice(0, 120);
    }
    return null;
  });

/** Text that is cut without a sign of it, and controls that lie over each other. */
export const layoutFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const shown = (each: Element): boolean => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const named = (each: Element): string =>
      `${each.tagName.toLowerCase()}.${each.className.toString().split(' ')[0]} “${(each.textContent ?? '').trim().slice(0, 40)}”`;
    const regionOf = (each: Element): string =>
      each.closest('[role="region"]')?.getAttribute('aria-label') ?? 'the frame';
    const controls = [
      ...document.querySelectorAll(
        'button, input, select, [role="switch"], [role="radio"], .panel-message p, label, output',
      ),
    ].filter(shown);
    for (const each of controls) {
      if (each instanceof HTMLInputElement || each instanceof HTMLSelectElement) continue;
      const { overflowX, textOverflow } = getComputedStyle(each);
      if (
        overflowX !== 'visible' &&
        overflowX !== 'auto' &&
        textOverflow !== 'ellipsis' &&
        each.scrollWidth > each.clientWidth + 2 &&
        each.clientWidth > 0
      )
        found.push(`${regionOf(each)}: ${named(each)} is cut without a sign of it`);
    }
    /** What is seen of an element: what scrolls away below or beside its box is cut off by that. */
    const seenOf = (each: Element): DOMRect => {
      let { left, top, right, bottom } = each.getBoundingClientRect();
      for (let around = each.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const clip = around.getBoundingClientRect();
        [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
        [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const boxes = controls
      .filter((each) => each.matches('button, input, select'))
      .filter((each) => !each.matches('[type="range"], [type="checkbox"], [type="radio"], [aria-hidden="true"]'))
      .map((each) => ({ each, box: seenOf(each) }))
      .filter(({ box }) => box.width > 2 && box.height > 2);
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        if (one.each.contains(other.each) || other.each.contains(one.each)) continue;
        if (one.each.closest('[role="region"]') !== other.each.closest('[role="region"]')) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across <= 2 || down <= 2) continue;
        // Only what is on top there counts: rows scroll under their headings.
        const [x, y] = [
          Math.max(one.box.left, other.box.left) + across / 2,
          Math.max(one.box.top, other.box.top) + down / 2,
        ];
        const top = document.elementFromPoint(x, y);
        if (top === null || !(one.each.contains(top) || other.each.contains(top))) continue;
        found.push(`${regionOf(one.each)}: ${named(one.each)} and ${named(other.each)} lie over each other`);
      }
    return found;
  });
