import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Gives the focus back when its element goes away by itself, as a notice does after its time: to the next control of
 * the region, or else to where it came from.
 *
 * @returns what the region's element is given.
 */
export function useFocusBack<Region extends HTMLElement>(): {
  readonly ref: RefObject<Region | null>;
  onFocus(event: FocusEvent): void;
  onBlur(event: FocusEvent): void;
} {
  const ref = useRef<Region>(null);
  const focused = useRef<Element>(null);
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== document.body) return;
    const next = ref.current?.querySelector('button') ?? before.current;
    if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus: (event) => {
      const from = event.relatedTarget;
      if (from instanceof Element && ref.current?.contains(from) !== true) before.current = from;
      focused.current = event.target;
    },
    // The browser tells of a blur where the focus goes elsewhere, and of none where its element is taken away.
    onBlur: (event) => {
      if (event.target.isConnected) focused.current = null;
    },
  };
}
