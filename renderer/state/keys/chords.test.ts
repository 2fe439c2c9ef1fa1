import { describe, expect, it, test } from 'vitest';
import { chordOf, labelOf, typesNothing, whyNotBindable, type Stroke } from './chords.ts';

const stroke = (change: Partial<Stroke>): Stroke => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

describe('the keys of a stroke', () => {
  test.each([
    [{ key: 'k', code: 'KeyK', ctrlKey: true }, 'Ctrl+K'],
    [{ key: 'K', code: 'KeyK', metaKey: true }, 'Ctrl+K'],
    [{ key: 'B', code: 'KeyB', shiftKey: true }, 'Shift+B'],
    [{ key: 'b', code: 'KeyB' }, 'B'],
    [{ key: '?', code: 'Slash', shiftKey: true }, '?'],
    [{ key: '?', code: 'Minus', shiftKey: true }, '?'],
    [{ key: 'F6', code: 'F6', shiftKey: true }, 'Shift+F6'],
    [{ key: '¡', code: 'Digit1', altKey: true }, 'Alt+1'],
    [{ key: 'л', code: 'KeyK', ctrlKey: true }, 'Ctrl+K'],
    [{ key: ' ', code: 'Space', ctrlKey: true }, 'Ctrl+Space'],
  ])('%j are %s by their sign', (change, chord) => {
    expect(chordOf(stroke(change), false)).toBe(chord);
  });

  test.each([
    [{ key: 'z', code: 'KeyY' }, 'Y', 'Z'],
    [{ key: 'Z', code: 'KeyY', shiftKey: true }, 'Shift+Y', 'Shift+Z'],
    [{ key: '!', code: 'Digit1', shiftKey: true }, 'Shift+1', 'Shift+1'],
    [{ key: 'ß', code: 'Minus' }, '-', '-'],
    [{ key: 'F9', code: 'F9' }, 'F9', 'F9'],
  ])('%j are %s by their place and read %s', (change, chord, label) => {
    expect(chordOf(stroke(change), true)).toBe(chord);
    expect(labelOf(stroke(change), true)).toBe(label);
  });

  it('are none while only modifiers are down, or for a dead key', () => {
    expect(chordOf(stroke({ key: 'Control', code: 'ControlLeft', ctrlKey: true }), false)).toBeNull();
    expect(chordOf(stroke({ key: 'Shift', code: 'ShiftLeft', shiftKey: true }), true)).toBeNull();
    expect(chordOf(stroke({ key: 'Dead', code: 'Quote' }), false)).toBeNull();
  });
});

test('keys that type nothing mean the same while one types', () => {
  expect(['Ctrl+K', 'Alt+1', 'F9', 'Shift+F6'].every(typesNothing)).toBe(true);
  expect(['K', 'Shift+K', '?', 'Fn'].some(typesNothing)).toBe(false);
});

describe('keys that cannot be taken', () => {
  test.each([
    [{ key: 'w', code: 'KeyW', ctrlKey: true }, 'Ctrl+W belongs to the browser: it closes the window.'],
    [{ key: 'F5', code: 'F5' }, 'F5 belongs to the browser: it loads the page anew.'],
    [{ key: '3', code: 'Digit3', ctrlKey: true }, 'Ctrl+3 belongs to the browser: it changes the tab.'],
    [{ key: 'c', code: 'KeyC', ctrlKey: true }, 'Ctrl+C belongs to text fields: one edits with it.'],
    [{ key: 'Enter', code: 'Enter' }, 'Enter belongs to fields and lists: one moves and edits with it.'],
    [
      { key: 'ArrowUp', code: 'ArrowUp', shiftKey: true },
      'Shift+ArrowUp belongs to fields and lists: one moves and edits with it.',
    ],
  ])('%j: %s', (change, reason) => {
    expect(whyNotBindable(stroke(change), false)).toBe(reason);
  });

  it('are those that type, for what works while one types', () => {
    const b = stroke({ key: 'b', code: 'KeyB' });
    expect(whyNotBindable(b, false)).toBeNull();
    expect(whyNotBindable(b, true)).toContain('types a character');
    expect(whyNotBindable(stroke({ key: 'b', code: 'KeyB', altKey: true }), true)).toBeNull();
  });

  it('are not taken from the table by a name that every object has', () => {
    expect(whyNotBindable(stroke({ key: 'constructor', code: 'constructor' }), false)).toBeNull();
  });
});
