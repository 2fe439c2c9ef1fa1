import { useEffect, useRef, type RefObject } from 'react';

/** Keeps the field that has the focus in view when messages take room from the fields: whoever types there goes on. */
export function useFieldInView(): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = body.current;
    if (box === null) return undefined;
    const watch = new ResizeObserver(() => {
      const { activeElement } = document;
      if (activeElement !== null && box.contains(activeElement))
        (activeElement.closest('.ticket-field') ?? activeElement).scrollIntoView({ block: 'nearest' });
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return body;
}
