const GAP = 4;
const EDGE = 8;

/**
 * Where a floating box goes: below its anchor, above it where there is no room below, and always
 * inside the window.
 *
 * @param align which edges or middles of box and anchor meet.
 * @returns left and top in window pixels.
 */
export function placement(
  box: { readonly width: number; readonly height: number },
  anchor: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  window: { readonly width: number; readonly height: number },
  align: 'start' | 'middle' | 'end',
): { readonly left: number; readonly top: number } {
  const share = align === 'start' ? 0 : align === 'end' ? 1 : 0.5;
  const left = anchor.left + (anchor.width - box.width) * share;
  const below = anchor.top + anchor.height + GAP;
  const above = anchor.top - box.height - GAP;
  const top = below + box.height > window.height - EDGE && above >= EDGE ? above : below;
  return {
    left: Math.round(Math.max(EDGE, Math.min(left, window.width - box.width - EDGE))),
    top: Math.round(Math.max(EDGE, Math.min(top, window.height - box.height - EDGE))),
  };
}

/** Moves a fixed box beside its anchor. */
export function placeBy(box: HTMLElement, anchor: DOMRect, align: 'start' | 'middle' | 'end'): void {
  const { left, top } = placement(
    box.getBoundingClientRect(),
    anchor,
    { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
    align,
  );
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
