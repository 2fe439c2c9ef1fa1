import { create } from 'zustand';

/** What the frame has opened above the panels; one at a time. */
export type Opened =
  | 'arm'
  | 'palette'
  | 'keys'
  | 'cancel-all'
  | 'settings'
  | 'connection'
  | 'limits'
  | 'notices'
  | 'symbol'
  | 'account';

const useStore = create<{ readonly opened: Opened | null }>(() => ({ opened: null }));

export const useOpened = (which: Opened): boolean => useStore((state) => state.opened === which);

export function open(which: Opened): void {
  useStore.setState({ opened: which });
}

/** Closes this one; another that was opened meanwhile stays. */
export function close(which: Opened): void {
  if (useStore.getState().opened === which) useStore.setState({ opened: null });
}

export function toggle(which: Opened): void {
  if (useStore.getState().opened === which) close(which);
  else open(which);
}
