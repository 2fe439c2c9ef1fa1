import { useMemo, type MouseEvent, type PointerEvent } from 'react';
import { notify } from '../../state/notices.ts';

/** Which row the pointer was put on, and whether a press still means that row. */
export interface Aim {
  /** The pointer moved, and is on this row now; null for none. */
  move(row: string | null): void;
  /** What is under the pointer was changed by hand: whatever is there is meant. */
  forget(): void;
  /** Whether a press on a row means it; one that does not makes the row the aim, so that the next press does. */
  means(row: string | null): boolean;
}

/**
 * Makes an aim. Rows wait while the pointer moves over them, and only a moment longer: under a pointer that
 * lies still another row may come to stand, and a press then was meant for the one before.
 */
export function createAim(): Aim {
  /** Undefined while nothing was aimed at. */
  let aimed: string | null | undefined;
  return {
    move: (row) => {
      aimed = row;
    },
    forget: () => {
      aimed = undefined;
    },
    means: (row) => {
      const same = aimed === undefined || aimed === row;
      aimed = row;
      return same;
    },
  };
}

const rowOf = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest('[row-id]')?.getAttribute('row-id') ?? null) : null;

/** Buttons that are hidden from assistive technology only open and close a branch. */
const ACTS = 'button:not([aria-hidden])';

/** Listeners for the box of a grid whose buttons act at once: a press of one that moved under the pointer does nothing. */
export function useAim(): {
  onPointerMoveCapture(event: PointerEvent): void;
  onPointerDownCapture(event: PointerEvent): void;
  onWheelCapture(): void;
  onKeyDownCapture(): void;
  onClickCapture(event: MouseEvent): void;
} {
  return useMemo(() => {
    const aim = createAim();
    return {
      onPointerMoveCapture: (event) => aim.move(rowOf(event.target)),
      // A finger is not on the screen before it presses.
      onPointerDownCapture: (event) => {
        if (event.pointerType !== 'mouse') aim.move(rowOf(event.target));
      },
      onWheelCapture: aim.forget,
      onKeyDownCapture: aim.forget,
      onClickCapture: (event) => {
        // A key that presses a button gets a click without a count.
        if (event.detail === 0 || !(event.target instanceof Element) || event.target.closest(ACTS) === null) return;
        if (aim.means(rowOf(event.target))) return;
        event.preventDefault();
        event.stopPropagation();
        notify('warning', 'The rows moved under the pointer: nothing was done.', 'Press again if this row is meant.');
      },
    };
  }, []);
}
