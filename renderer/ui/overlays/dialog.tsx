import { useId, useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { isOfThePressBefore } from './answer-guard.ts';
import { IconButton } from '../controls/button.tsx';
import { focusFirst } from '../focus/focus.ts';
import { openModal } from './layers.ts';

/**
 * A modal question. The platform's dialog keeps the focus inside and gives it back; Esc answers
 * "no". The element that should have the focus first carries `data-autofocus`; the press that asked presses
 * nothing in it, however often it comes.
 */
export function Dialog(props: {
  readonly title: string;
  onClose(): void;
  readonly children: ReactNode;
  /** Buttons, the safe one first. */
  readonly footer?: ReactNode;
  readonly width?: 'narrow' | 'wide';
  readonly tone?: 'danger' | undefined;
}): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const title = useId();
  const content = useId();
  const askedAt = useRef(0);
  const { onClose } = props;
  useLayoutEffect(() => {
    const close = dialog.current === null ? undefined : openModal(dialog.current);
    askedAt.current = performance.now();
    if (body.current !== null) focusFirst(body.current);
    return close;
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${props.width ?? 'narrow'}${props.tone === undefined ? '' : ` dialog-${props.tone}`}`}
      aria-labelledby={title}
      // A question is spoken whole: its yes has the focus, and says neither price nor account.
      aria-describedby={props.footer === undefined ? undefined : content}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClickCapture={(event) => {
        if (isOfThePressBefore(event.detail, event.timeStamp - askedAt.current)) event.stopPropagation();
      }}
      onPointerDown={(event) => {
        // The backdrop belongs to the dialog element itself; its content lies in the children.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div ref={body} className="dialog-body" tabIndex={-1}>
        <header className="dialog-head">
          <h2 id={title}>{props.title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        <div className="dialog-content" id={content}>
          {props.children}
        </div>
        {props.footer === undefined ? null : <footer className="dialog-foot">{props.footer}</footer>}
      </div>
    </dialog>
  );
}
