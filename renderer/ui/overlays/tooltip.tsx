import { cloneElement, useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { placeBy } from './place.ts';

interface Describable {
  readonly 'aria-describedby'?: string | undefined;
  onPointerEnter?: (event: unknown) => void;
}

const SHOW_AFTER_MS = 350;
/** Time to move from what is described into the text, which stays while the pointer is on it. */
const HIDE_AFTER_MS = 150;

/**
 * Text beside its child while that is hovered or focused. The child is a single element that takes
 * pointer and focus events. The structure is the same without a text, so that a control which is
 * turned off and on again keeps its focus.
 */
export function Tooltip({
  text,
  children,
}: {
  readonly text: string | undefined;
  readonly children: ReactElement<Describable>;
}): ReactElement {
  const id = useId();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const some = text !== undefined && text !== '';

  const show = (target: Element, wait: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(target), wait);
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  return (
    <span
      className="tooltip-anchor"
      onPointerEnter={(event) => {
        if (anchor === null) show(event.currentTarget.firstElementChild ?? event.currentTarget, SHOW_AFTER_MS);
        else clearTimeout(timer.current);
      }}
      onPointerLeave={() => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setAnchor(null), HIDE_AFTER_MS);
      }}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show(event.target, 0);
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide();
      }}
    >
      {cloneElement(children, { 'aria-describedby': children.props['aria-describedby'] ?? (some ? id : undefined) })}
      {some ? (
        <span id={id} hidden>
          {text}
        </span>
      ) : null}
      {anchor === null || !some ? null : createPortal(<Bubble text={text} anchor={anchor} />, layerOf(anchor))}
    </span>
  );
}

/** An open modal dialog is above all else in the page, so its tooltips have to be inside it. */
const layerOf = (anchor: Element): Element => anchor.closest('dialog, [popover]') ?? document.body;

function Bubble({ text, anchor }: { readonly text: string; readonly anchor: Element }): ReactElement {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bubble.current !== null) placeBy(bubble.current, anchor.getBoundingClientRect(), 'middle');
  }, [anchor]);
  return (
    <div ref={bubble} className="tooltip" role="tooltip">
      {text}
    </div>
  );
}
