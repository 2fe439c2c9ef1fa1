import { flushSync } from 'react-dom';

/** A hidden page has no frames; what waits for one goes on at this beat. */
const HIDDEN_MS = 250;
/** A page that is seen and gets no frame for so long goes on without. */
const STUCK_MS = 1_000;

let waiting = new Set<() => void>();
let isAsked = false;
/** A key was pressed since the last frame. */
let isTyped = false;
/** The frame before was left to a key. */
let wasLeft = false;

/** Leaves the frame after a key to the key: a person who types sees the sign first, the market a frame later. */
export function putKeysFirst(page: EventTarget): void {
  page.addEventListener('keydown', () => (isTyped = true), { capture: true, passive: true });
}

/**
 * Runs a task in the next frame of the screen, with all others that wait for it, and draws once for all
 * of them: left to itself, React draws the change of a store, the change of a component's own state and a
 * beat of the clock one after the other. What a task asks for in its turn is drawn with it.
 *
 * @returns its cancel.
 */
export function inFrame(task: () => void): () => void {
  waiting.add(task);
  askForFrame();
  return () => {
    waiting.delete(task);
  };
}

function askForFrame(): void {
  if (isAsked) return;
  isAsked = true;
  const once = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    isAsked = false;
    // One frame and no more: keys that come faster than frames must not stop the market.
    wasLeft = isTyped && !wasLeft;
    isTyped = false;
    if (wasLeft) {
      askForFrame();
      return;
    }
    flushSync(() => {
      runWaiting();
      runWaiting();
    });
    // What was asked for later than that is for the next frame.
    if (waiting.size > 0) askForFrame();
  };
  const timer = setTimeout(once, document.hidden ? HIDDEN_MS : STUCK_MS);
  const frame = requestAnimationFrame(once);
}

function runWaiting(): void {
  const tasks = waiting;
  waiting = new Set();
  for (const task of tasks) {
    try {
      task();
    } catch (error) {
      // The others are not concerned.
      reportError(error);
    }
  }
}
