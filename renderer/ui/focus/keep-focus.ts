import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Keeps the focus in a region whose focused part is gone, such as a form after its answer: otherwise it falls back to
 * the page, and Tab begins at the first button of all.
 *
 * @returns what the region's element is given.
 */
export function useKeptFocus<Region extends HTMLElement>(): {
  readonly ref: RefObject<Region | null>;
  readonly tabIndex: -1;
  onFocus(event: FocusEvent): void;
  onBlur(): void;
} {
  const ref = useRef<Region>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    const active = document.activeElement;
    // React tells neither of a focus that a closing dialog gives back while it draws.
    if (ref.current?.contains(active) === true) focused.current = active;
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (active === document.body) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: (event) => {
      focused.current = event.target;
    },
    // Nor of a blur when it takes the element away.
    onBlur: () => {
      focused.current = null;
    },
  };
}
