import type { ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { closeToast, closeToasts, isLoud, useNoticeList, type Notice } from '../../state/notices.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { useFocusBack } from '../focus/focus-back.ts';
import { Icon } from '../controls/icons.tsx';
import { useTopModal } from './layers.ts';

export const NOTICE_ICONS = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  danger: 'warning',
  alarm: 'warning',
} as const;
/** More lines that stay would cover the screen: older ones are counted. */
const MOST_LOUD = 4;

/**
 * The corner where notices appear. It never takes the focus. While a question is open it stands inside of that:
 * everything outside is inert then, below the backdrop and not spoken.
 */
export function Toasts({ locked }: { readonly locked: boolean }): ReactElement {
  const all = useNoticeList((state) => state.toasts);
  // Who is locked out reads nothing of orders and money; an alarm cannot wait.
  const toasts = locked ? all.filter(({ level }) => level === 'alarm') : all;
  const layer = useTopModal() ?? document.body;
  const loud = toasts.filter(isLoud);
  const hidden = loud.length - MOST_LOUD;
  const back = useFocusBack<HTMLDivElement>();
  return createPortal(
    <div {...back} className="toasts">
      {hidden > 0 ? (
        <div className="toast toast-danger">
          <p className="toast-text">and {hidden} more in “Notices”</p>
          <Button size="small" onClick={closeToasts}>
            Close all
          </Button>
        </div>
      ) : null}
      {loud.slice(-MOST_LOUD).map((toast) => (
        <div key={toast.id} role="alert">
          <Toast toast={toast} />
        </div>
      ))}
      <div className="toasts-passing" role="log" aria-label="Notices" aria-live="polite">
        {toasts.map((toast) => (isLoud(toast) ? null : <Toast key={toast.id} toast={toast} />))}
      </div>
    </div>,
    layer,
  );
}

function Toast({ toast }: { readonly toast: Notice }): ReactElement {
  return (
    <div className={`toast toast-${toast.level}`}>
      <Icon name={NOTICE_ICONS[toast.level]} />
      <div className="toast-text">
        <p>{toast.text}</p>
        {toast.more === undefined ? null : <p className="toast-more">{toast.more}</p>}
      </div>
      <IconButton icon="close" size="small" label="Close notice" onClick={() => closeToast(toast.id)} />
    </div>
  );
}
