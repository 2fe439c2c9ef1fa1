import { createKept } from '../../state/kept/kept.ts';

const useStored = createKept<{ readonly locked: boolean }>('quarterdeck.layout-lock', { locked: false });

/** Whether the panels stay where they are. Kept for each profile. */
export const useLayoutLocked = (): boolean => useStored((state) => state.locked);

/** The same at a press of a key. */
export const isLayoutLocked = (): boolean => useStored.getState().locked;

export function lockLayout(locked: boolean): void {
  useStored.setState({ locked });
}

/** Why the layout cannot be reset, or undefined when it can. */
export const whyNoReset = (locked: boolean): string | undefined => (locked ? 'The layout is locked' : undefined);
