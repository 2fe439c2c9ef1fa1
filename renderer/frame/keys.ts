import { useEffect } from 'react';
import { panels } from '../panels.ts';
import { showPanel, stepGroup, stepTab } from './dock-control.ts';
import { open, toggle } from './open.ts';

/** One key of the frame, as shown and as recognised. Keys that trade are not here: they are armed apart. */
export interface KeyEntry {
  readonly keys: string;
  readonly what: string;
  readonly matches: (event: Stroke) => boolean;
  /** Whether it also works while one types. */
  readonly whileTyping: boolean;
  run(): void;
}

/** The part of a keyboard event that decides. */
export type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const plain = (event: Stroke): boolean => !event.ctrlKey && !event.metaKey && !event.altKey;

/** Panels in the order of the table get Alt+1 to Alt+9; by physical key, as Alt types other signs on some keyboards. */
const panelKeys: readonly KeyEntry[] = panels.slice(0, 9).map((panel, index) => ({
  keys: `Alt+${index + 1}`,
  what: `Go to ${panel.title}`,
  matches: (event) =>
    event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.code === `Digit${index + 1}`,
  whileTyping: true,
  run: () => showPanel(panel.id),
}));

export const keyTable: readonly KeyEntry[] = [
  {
    keys: 'Ctrl+K',
    what: 'Command palette',
    matches: (event) =>
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k',
    whileTyping: true,
    run: () => toggle('palette'),
  },
  {
    keys: '/',
    what: 'Choose a symbol',
    matches: (event) => plain(event) && event.key === '/',
    whileTyping: false,
    run: () => open('symbol'),
  },
  {
    keys: '?',
    what: 'Show the keys',
    matches: (event) => plain(event) && event.key === '?',
    whileTyping: false,
    run: () => open('keys'),
  },
  {
    keys: 'F6',
    what: 'Next group of panels',
    matches: (event) => plain(event) && event.key === 'F6' && !event.shiftKey,
    whileTyping: true,
    run: () => stepGroup(1),
  },
  {
    keys: 'Shift+F6',
    what: 'Previous group of panels',
    matches: (event) => plain(event) && event.key === 'F6' && event.shiftKey,
    whileTyping: true,
    run: () => stepGroup(-1),
  },
  {
    keys: 'Ctrl+]',
    what: 'Next tab of the group',
    matches: (event) => event.ctrlKey && !event.altKey && event.key === ']',
    whileTyping: true,
    run: () => stepTab(1),
  },
  {
    keys: 'Ctrl+[',
    what: 'Previous tab of the group',
    matches: (event) => event.ctrlKey && !event.altKey && event.key === '[',
    whileTyping: true,
    run: () => stepTab(-1),
  },
  ...panelKeys,
];

/** Keys that other parts give; listed so that the list is whole. */
export const otherKeys: readonly { readonly keys: string; readonly what: string }[] = [
  { keys: '↑ ↓', what: 'In a price or quantity: one tick or lot; ten with Shift' },
  { keys: 'Enter', what: 'In a cell that can be edited: begin, and send; Esc drops what was typed' },
  { keys: 'Esc', what: 'Close a dialog or box; never touches an order' },
];

/** The entry that a stroke means, if any. */
export function keyFor(event: Stroke, typing: boolean): KeyEntry | undefined {
  return keyTable.find((entry) => (entry.whileTyping || !typing) && entry.matches(event));
}

export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      // A question on the screen is answered first.
      if (document.querySelector('dialog[open]:not([data-palette])') !== null) return;
      const entry = keyFor(event, typing);
      if (entry === undefined) return;
      event.preventDefault();
      entry.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
