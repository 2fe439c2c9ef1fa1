import { useEffect } from 'react';
import { armKeys, asksFirst, isArmed, lockKeys, useArmed } from '../../state/keys/armed.ts';
import { holdFeed, peekFeed } from '../../state/feeds/feeds.ts';
import { bindingOf, entryFor, isRecording, useChangedKeys } from '../../state/keys/key-bindings.ts';
import { keyEntries } from '../../state/keys/key-entries.ts';
import { keyTable } from '../../state/keys/key-table.ts';
import { notify } from '../../state/notices.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { meaningOf, type Where } from './key-meaning.ts';
import { runKey } from './key-runs.ts';
import { close, open } from '../dock/open.ts';

/** Runs what the keys mean, once a press: a key that is held does nothing more. */
export function useKeys(): void {
  useEffect(() => {
    const letGo = (['orders', 'positions', 'account', 'instruments'] as const).map((feed) => holdFeed(feed));
    const early = (event: KeyboardEvent): void => press(event, true);
    const late = (event: KeyboardEvent): void => press(event, false);
    // What takes risk away comes before any field, grid or dialog that could keep its key.
    window.addEventListener('keydown', early, { capture: true });
    window.addEventListener('keydown', late);
    return () => {
      window.removeEventListener('keydown', early, { capture: true });
      window.removeEventListener('keydown', late);
      for (const release of letGo) release();
    };
  }, []);
}

function press(event: KeyboardEvent, early: boolean): void {
  if (isRecording() || event.defaultPrevented || event.isComposing || event.getModifierState('AltGraph')) return;
  const found = entryFor(event, keyEntries(), useChangedKeys.getState().changed);
  if (found === null) return;
  const { entry, binding } = found;
  const where = whereNow(event);
  const first = entry.group === 'safe' || (entry.group === 'arm' && where.armed);
  if (first !== early) return;
  const meaning = meaningOf(entry, binding, where);
  if (meaning.kind === 'nothing') return;
  event.preventDefault();
  if (event.repeat) return;
  if (meaning.kind === 'stopped') notify('warning', STOPPED[meaning.by], whatToDo(meaning.by));
  else if (entry.group === 'arm') armOrLock(where.armed);
  else {
    if (entry.group === 'trade') armKeys(Date.now(), useSettings.getState().armedMinutes);
    runKey(entry);
  }
}

function whereNow(event: KeyboardEvent): Where {
  const within = (selector: string): boolean =>
    event.target instanceof Element && event.target.closest(selector) !== null;
  return {
    typing: within('input, textarea, select, [contenteditable]'),
    question: document.querySelector('dialog[open]:not([data-palette])') !== null,
    dialog: document.querySelector('dialog[open]') !== null || within('[role="dialog"]'),
    armed: isArmed(useArmed.getState(), Date.now()),
  };
}

const STOPPED = {
  lock: 'Trading keys are locked: nothing was sent.',
  typing: 'Trading keys are ignored while you type: nothing was sent.',
  dialog: 'Trading keys are ignored while a question or box is open: nothing was sent.',
} as const;

function whatToDo(by: keyof typeof STOPPED): string | undefined {
  const arm = keyTable.find(({ id }) => id === 'arm');
  const label = arm === undefined ? null : bindingOf(arm, useChangedKeys.getState().changed)?.label;
  if (by === 'lock') return label === undefined || label === null ? undefined : `${label} arms them.`;
  return by === 'typing' ? 'Enter sends from a field of the ticket.' : undefined;
}

/** Locks at once, or arms, after a question where one is due. */
export function armOrLock(armed: boolean): void {
  if (armed) {
    lockKeys();
    return;
  }
  const terminal = peekFeed('terminal').get('terminal');
  const why = whyNotArmed(terminal);
  if (why !== undefined || terminal === undefined) notify('warning', why ?? '');
  else if (asksFirst(useArmed.getState(), terminal.environment)) open('arm');
  else armKeys(Date.now(), useSettings.getState().armedMinutes);
}

/** The answer to that question. */
export function armNow(): void {
  armKeys(Date.now(), useSettings.getState().armedMinutes);
  close('arm');
}

/** Why keys cannot trade now. */
export function whyNotArmed(
  terminal: { readonly locked: boolean; readonly viewOnly: boolean } | undefined,
): string | undefined {
  if (terminal === undefined) return 'The account is not known yet.';
  if (terminal.viewOnly) return 'This profile is view only: keys cannot trade.';
  return terminal.locked ? 'The terminal is locked: keys cannot trade.' : undefined;
}
