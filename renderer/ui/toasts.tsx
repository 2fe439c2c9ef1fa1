import type { ReactElement } from 'react';
import { closeToast, useToasts } from '../state/notices.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icons.tsx';

const ICONS = { info: 'info', success: 'check', warning: 'warning', danger: 'warning' } as const;

/** The corner where passing lines appear. It never takes the focus. */
export function Toasts(): ReactElement {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className="toasts" role="log" aria-label="Notices" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={`toast toast-${toast.level}`}>
          <Icon name={ICONS[toast.level]} />
          <div className="toast-text">
            <p>{toast.text}</p>
            {toast.more === undefined ? null : <p className="toast-more">{toast.more}</p>}
          </div>
          <IconButton icon="close" size="small" label="Close notice" onClick={() => closeToast(toast.id)} />
        </div>
      ))}
    </div>
  );
}
