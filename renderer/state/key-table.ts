import { panels } from '../panels.ts';
import type { Binding } from './chords.ts';

/** What a key does, and the keys that it has until a person chooses others. */
export interface KeyEntry {
  readonly id: string;
  readonly what: string;
  readonly group: KeyGroup;
  /** Null for one that has no keys at first. */
  readonly first: Binding | null;
}

/** Frame keys are known by the sign they type; the others by their place on the keyboard. */
export type KeyGroup = 'frame';

export const byPlace = (group: KeyGroup): boolean => group !== 'frame';

const keys = (chord: string): Binding => ({ chord, label: chord });

/** Every key of the program, in the order in which they are listed. The first nine panels get Alt+1 to Alt+9. */
export const keyTable: readonly KeyEntry[] = [
  { id: 'palette', what: 'Command palette', group: 'frame', first: keys('Ctrl+K') },
  { id: 'symbol', what: 'Choose a symbol', group: 'frame', first: keys('/') },
  { id: 'keys', what: 'Show the keys', group: 'frame', first: keys('?') },
  { id: 'next-group', what: 'Next group of panels', group: 'frame', first: keys('F6') },
  { id: 'previous-group', what: 'Previous group of panels', group: 'frame', first: keys('Shift+F6') },
  { id: 'next-tab', what: 'Next tab of the group', group: 'frame', first: keys('Ctrl+]') },
  { id: 'previous-tab', what: 'Previous tab of the group', group: 'frame', first: keys('Ctrl+[') },
  { id: 'cancel-all', what: 'Cancel all, after one question', group: 'frame', first: null },
  { id: 'lock-layout', what: 'Lock or unlock the layout', group: 'frame', first: null },
  ...panels.map((panel, index): KeyEntry => ({
    id: `panel ${panel.id}`,
    what: `Go to ${panel.title}`,
    group: 'frame',
    first: index < 9 ? keys(`Alt+${index + 1}`) : null,
  })),
];

/** Keys that stay as they are; listed so that the list is whole. */
export const fixedKeys: readonly { readonly keys: string; readonly what: string }[] = [
  { keys: '↑ ↓', what: 'In a price or quantity: one tick or lot; ten with Shift' },
  { keys: 'Enter', what: 'In a cell that can be edited: begin, and send; Esc drops what was typed' },
  { keys: 'Esc', what: 'Close a dialog or box; never touches an order' },
];
