import { panels } from '../../panels.ts';
import type { Binding } from './chords.ts';

/** What a key does, and the keys that it has until a person chooses others. */
export interface KeyEntry {
  readonly id: string;
  readonly what: string;
  readonly group: KeyGroup;
  /** Null for one that has no keys at first. */
  readonly first: Binding | null;
}

/**
 * `arm`: arms and locks the trading keys. `trade`: adds risk, and needs them armed. `safe`: takes risk away, and
 * works at once, armed or not, wherever the focus is. `frame` and `template`: send nothing.
 */
export type KeyGroup = 'arm' | 'trade' | 'safe' | 'template' | 'frame';

/** Keys that send something are known by their place on the keyboard, the others by the sign they type. */
export const byPlace = (group: KeyGroup): boolean => group !== 'frame' && group !== 'template';

/** What also works while one types must not type. */
export const worksWhileTyping = (group: KeyGroup): boolean => group === 'safe' || group === 'arm';

export const KEY_GROUPS: readonly { readonly group: KeyGroup; readonly title: string; readonly meaning: string }[] = [
  {
    group: 'arm',
    title: 'Arming',
    meaning: 'Locking works at once, wherever the focus is. Trading keys begin locked in every window.',
  },
  {
    group: 'trade',
    title: 'Trading keys',
    meaning: 'Only while armed, never while you type or a question is open. What the ticket asks is still asked.',
  },
  {
    group: 'safe',
    title: 'Cancel and close',
    meaning: 'At once and without a question, armed or not, wherever the focus is.',
  },
  {
    group: 'template',
    title: 'Templates',
    meaning: 'They fill the ticket and send nothing. The star in the ticket saves one.',
  },
  { group: 'frame', title: 'Screen', meaning: 'Nothing is sent by these.' },
];

const keys = (chord: string): Binding => ({ chord, label: chord });

/** Every key of the program, in the order in which they are listed. The first nine panels get Alt+1 to Alt+9. */
export const keyTable: readonly KeyEntry[] = [
  { id: 'arm', what: 'Arm or lock the trading keys', group: 'arm', first: keys('F8') },
  { id: 'send', what: 'Send the order of the ticket', group: 'trade', first: keys('F9') },
  { id: 'cancel-symbol', what: 'Cancel the open orders of the symbol; algo orders stay', group: 'safe', first: null },
  { id: 'close-position', what: 'Close the position of the symbol at market', group: 'safe', first: null },
  { id: 'halve-position', what: 'Close half of the position of the symbol at market', group: 'safe', first: null },
  { id: 'buy', what: 'Ticket: buy side', group: 'frame', first: null },
  { id: 'sell', what: 'Ticket: sell side', group: 'frame', first: null },
  { id: 'bid', what: 'Ticket: price to the best bid', group: 'frame', first: null },
  { id: 'ask', what: 'Ticket: price to the best ask', group: 'frame', first: null },
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
