import { useLayoutEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';
import { focusFirst } from '../focus/focus.ts';
import { placeBy } from './place.ts';

/**
 * A box beside its button that closes on Esc, a press elsewhere, or once the focus leaves it. Built on the platform's
 * popover, which lies above everything and gives the focus back.
 */
export function Popover(props: {
  /** Accessible name. */
  readonly label: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly align?: 'start' | 'middle' | 'end';
  readonly className?: string;
  onClose(): void;
  readonly children: ReactNode;
}): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const { anchor, align = 'start', onClose } = props;
  useLayoutEffect(() => {
    const element = box.current;
    const button = anchor.current;
    if (element === null || button === null) return;
    const place = (): void => placeBy(element, button.getBoundingClientRect(), align);
    // Without this a press on the button closes the box first and its click then opens it again. Not
    // within the click that opened it, whose own activation would still act on the box.
    const tie = setTimeout(() => {
      button.popoverTargetElement = element;
      button.popoverTargetAction = 'hide';
    });
    element.showPopover();
    place();
    focusFirst(element);
    const sized = new ResizeObserver(place);
    sized.observe(element);
    window.addEventListener('resize', place);
    return () => {
      clearTimeout(tie);
      if (element.contains(document.activeElement)) button.focus();
      button.popoverTargetElement = null;
      sized.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [anchor, align]);
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      tabIndex={-1}
      aria-label={props.label}
      className={`popover ${props.className ?? ''}`}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Left by Tab: an open box would lie over what has the focus. A question that it asked is above it.
        if (!(relatedTarget instanceof Element) || relatedTarget.closest('dialog') !== null) return;
        if (!currentTarget.contains(relatedTarget) && relatedTarget !== anchor.current) currentTarget.hidePopover();
      }}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      {props.children}
    </div>
  );
}
