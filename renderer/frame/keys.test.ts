import { describe, expect, it } from 'vitest';
import { keyFor, keyTable, type Stroke } from './keys.ts';

const stroke = (change: Partial<Stroke>): Stroke => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

describe('the keys of the frame', () => {
  it('opens the palette with Ctrl+K or Cmd+K, also while one types', () => {
    expect(keyFor(stroke({ key: 'k', ctrlKey: true }), true)?.keys).toBe('Ctrl+K');
    expect(keyFor(stroke({ key: 'K', metaKey: true }), false)?.keys).toBe('Ctrl+K');
    expect(keyFor(stroke({ key: 'k' }), false)).toBeUndefined();
  });

  it('leaves signs alone while one types', () => {
    expect(keyFor(stroke({ key: '?', shiftKey: true }), false)?.keys).toBe('?');
    expect(keyFor(stroke({ key: '?', shiftKey: true }), true)).toBeUndefined();
    expect(keyFor(stroke({ key: '/' }), true)).toBeUndefined();
  });

  it('finds the panel keys by the physical key', () => {
    expect(keyFor(stroke({ key: '¡', code: 'Digit1', altKey: true }), true)?.keys).toBe('Alt+1');
    expect(keyFor(stroke({ key: '1', code: 'Digit1' }), false)).toBeUndefined();
    expect(keyFor(stroke({ key: '1', code: 'Digit1', altKey: true, ctrlKey: true }), false)).toBeUndefined();
  });

  it('names each key once', () => {
    const names = keyTable.map((entry) => entry.keys);
    expect(new Set(names).size).toBe(names.length);
  });
});
