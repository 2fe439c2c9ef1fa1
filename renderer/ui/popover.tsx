import { useEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';
import { placeBy } from './place.ts';

/**
 * A box beside its anchor that closes on Esc or a press elsewhere. Built on the platform's popover,
 * which lies above everything and gives the focus back.
 */
export function Popover(props: {
  /** Accessible name. */
  readonly label: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly align?: 'start' | 'middle' | 'end';
  readonly className?: string;
  onClose(): void;
  readonly children: ReactNode;
}): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const { anchor, align = 'start', onClose } = props;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const place = (): void => {
      if (anchor.current !== null) placeBy(element, anchor.current.getBoundingClientRect(), align);
    };
    element.showPopover();
    place();
    const sized = new ResizeObserver(place);
    sized.observe(element);
    window.addEventListener('resize', place);
    return () => {
      sized.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [anchor, align]);
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={props.label}
      className={`popover ${props.className ?? ''}`}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      {props.children}
    </div>
  );
}
