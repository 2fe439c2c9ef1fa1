import { describe, expect, it } from 'vitest';
import type { Stroke } from './chords.ts';
import { bindingOf, entryFor, propose, whyNoReset, type ChangedKeys } from './key-bindings.ts';
import { keyTable, type KeyEntry } from './key-table.ts';

const stroke = (change: Partial<Stroke>): Stroke => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});
const CTRL_K = stroke({ key: 'k', code: 'KeyK', ctrlKey: true });
const CTRL_M = stroke({ key: 'm', code: 'KeyM', ctrlKey: true });

function entry(id: string): KeyEntry {
  const found = keyTable.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no key ${id}`);
  return found;
}
const meant = (pressed: Stroke, changed: ChangedKeys = {}): string | undefined =>
  entryFor(pressed, keyTable, changed)?.entry.id;

describe('the keys of the program', () => {
  it('are named once each, and so are their first keys', () => {
    const ids = keyTable.map(({ id }) => id);
    const chords = keyTable.flatMap(({ first }) => (first === null ? [] : [first.chord]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(chords).size).toBe(chords.length);
  });

  it('open the palette with Ctrl+K or Cmd+K', () => {
    expect(meant(CTRL_K)).toBe('palette');
    expect(meant(stroke({ key: 'K', code: 'KeyK', metaKey: true }))).toBe('palette');
    expect(meant(stroke({ key: 'k', code: 'KeyK' }))).toBeUndefined();
  });

  it('go to a panel by the place of the digit, with Alt alone', () => {
    expect(meant(stroke({ key: '¡', code: 'Digit1', altKey: true }))).toBe('panel order-entry');
    expect(meant(stroke({ key: '1', code: 'Digit1', altKey: true, ctrlKey: true }))).toBeUndefined();
  });

  it('are those that a person chose instead of the first ones', () => {
    const changed: ChangedKeys = { palette: { chord: 'Ctrl+M', label: 'Ctrl+M' }, symbol: null };
    expect(meant(CTRL_M, changed)).toBe('palette');
    expect(meant(CTRL_K, changed)).toBeUndefined();
    expect(meant(stroke({ key: '/', code: 'Slash' }), changed)).toBeUndefined();
    expect(bindingOf({ id: 'constructor', first: null }, changed)).toBeNull();
  });
});

describe('keys that are pressed for an entry', () => {
  it('wait for more than modifiers', () => {
    const ctrl = stroke({ key: 'Control', code: 'ControlLeft', ctrlKey: true });
    expect(propose(ctrl, entry('palette'), keyTable, {})).toEqual({ kind: 'unfinished' });
  });

  it('are taken when nothing else has them, also those that it has already', () => {
    const binding = { chord: 'Ctrl+M', label: 'Ctrl+M' };
    expect(propose(CTRL_M, entry('palette'), keyTable, {})).toEqual({ kind: 'taken', binding });
    expect(propose(CTRL_K, entry('palette'), keyTable, {})).toMatchObject({ kind: 'taken' });
  });

  it('are refused with the name of what has them', () => {
    expect(propose(CTRL_K, entry('symbol'), keyTable, {})).toEqual({
      kind: 'refused',
      reason: 'Ctrl+K is already the key of “Command palette”.',
    });
    const changed: ChangedKeys = { palette: { chord: 'Ctrl+M', label: 'Ctrl+M' } };
    expect(propose(CTRL_K, entry('symbol'), keyTable, changed)).toMatchObject({ kind: 'taken' });
    expect(propose(CTRL_M, entry('symbol'), keyTable, changed)).toMatchObject({ kind: 'refused' });
  });

  it('are refused when they belong to the browser', () => {
    const close = stroke({ key: 'w', code: 'KeyW', ctrlKey: true });
    expect(propose(close, entry('palette'), keyTable, {})).toMatchObject({ kind: 'refused' });
  });
});

it('does not give first keys back that another entry has by now', () => {
  const changed: ChangedKeys = { palette: null, symbol: { chord: 'Ctrl+K', label: 'Ctrl+K' } };
  expect(whyNoReset(entry('palette'), keyTable, changed)).toBe('Ctrl+K is now the key of “Choose a symbol”.');
  expect(whyNoReset(entry('palette'), keyTable, { palette: null })).toBeNull();
});
