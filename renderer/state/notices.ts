import { create } from 'zustand';

/** A passing line in the corner of the window. What must be kept is in the feeds "notices" and "commands". */
export interface Toast {
  readonly id: number;
  readonly level: 'info' | 'success' | 'warning' | 'danger';
  readonly text: string;
  /** Second line: what to do, or the exchange's own words. */
  readonly more?: string | undefined;
}

/** Danger stays until it is closed. */
const SHOWN_MS = { info: 4_000, success: 4_000, warning: 8_000, danger: null } as const;
const MOST = 5;

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

export function notify(level: Toast['level'], text: string, more?: string): void {
  lastId += 1;
  const id = lastId;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { id, level, text, more }].slice(-MOST) }));
  const shown = SHOWN_MS[level];
  if (shown !== null) setTimeout(() => closeToast(id), shown);
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
