import { create } from 'zustand';

/** Of the profiles that this page has asked about since it was loaded. */
const useLocks = create<Readonly<Record<string, boolean>>>(() => ({}));

const storageKey = (profile: string): string => `quarterdeck.layout-lock.${profile}`;

const storedLock = (profile: string): boolean => localStorage.getItem(storageKey(profile)) !== null;

/** Whether the panels of a profile stay where they are. Kept for each profile on this machine. */
export const useLayoutLocked = (profile: string | undefined): boolean =>
  useLocks((locks) => profile !== undefined && (locks[profile] ?? storedLock(profile)));

/** The same at a press of a key. */
export const isLayoutLocked = (profile: string): boolean => useLocks.getState()[profile] ?? storedLock(profile);

export function lockLayout(profile: string, locked: boolean): void {
  if (locked) localStorage.setItem(storageKey(profile), 'locked');
  else localStorage.removeItem(storageKey(profile));
  useLocks.setState({ [profile]: locked });
}

/** Why the layout cannot be reset, or undefined when it can. */
export const whyNoReset = (locked: boolean): string | undefined => (locked ? 'The layout is locked' : undefined);
