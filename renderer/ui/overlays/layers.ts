import { create } from 'zustand';

/** Modal dialogs that are open, the topmost last. All outside of it is out of reach for keys, pointer and screen readers. */
const useModals = create<{ readonly open: readonly HTMLElement[] }>(() => ({ open: [] }));

/**
 * Opens a dialog above everything else.
 *
 * @returns its close.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  useModals.setState(({ open }) => ({ open: [...open, dialog] }));
  return () => {
    useModals.setState(({ open }) => ({ open: open.filter((each) => each !== dialog) }));
    dialog.close();
  };
}

/** The topmost modal dialog, or null: what has to be reached at all times goes into it. */
export const useTopModal = (): HTMLElement | null => useModals(({ open }) => open.at(-1) ?? null);
