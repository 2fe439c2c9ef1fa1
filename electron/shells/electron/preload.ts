import { contextBridge, ipcRenderer } from 'electron';
import { DOWN, UP } from './channels.ts';

/*
 * All that the page gets of Electron: text out, text in. No event, no channel name and no Electron
 * object reaches it. Checklist item 20.
 */
let listener: ((text: string) => void) | null = null;
ipcRenderer.on(DOWN, (_event, text: unknown) => {
  if (typeof text === 'string') listener?.(text);
});

contextBridge.exposeInMainWorld(
  'quarterdeck',
  Object.freeze({
    send: (text: unknown): void => {
      if (typeof text === 'string') ipcRenderer.send(UP, text);
    },
    onText: (next: unknown): void => {
      // The bridge hands functions of the page over as functions of text.
      if (typeof next === 'function') listener = next as (text: string) => void;
    },
  }),
);
