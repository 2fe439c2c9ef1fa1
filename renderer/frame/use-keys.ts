import { useEffect } from 'react';
import { typesNothing } from '../state/chords.ts';
import { entryFor, useChangedKeys } from '../state/key-bindings.ts';
import { keyTable } from '../state/key-table.ts';
import { runKey } from './key-runs.ts';

/** Runs what the keys mean. */
export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (event.getModifierState('AltGraph')) return;
      const found = entryFor(event, keyTable, useChangedKeys.getState().changed);
      if (found === null) return;
      if (isTyping(event.target) && !typesNothing(found.binding.chord)) return;
      // A question on the screen is answered first.
      if (document.querySelector('dialog[open]:not([data-palette])') !== null) return;
      event.preventDefault();
      runKey(found.entry);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
