import { beforeEach, expect, it, vi } from 'vitest';
import { createKept } from './kept.ts';

const kept = new Map<string, string>();
const storage = { getItem: (name: string) => kept.get(name) ?? null, setItem: vi.fn() };

beforeEach(() => {
  kept.clear();
  storage.setItem.mockReset().mockImplementation((name: string, text: string) => void kept.set(name, text));
  vi.stubGlobal('localStorage', storage);
});

const FIRST = { theme: 'dark', sizes: { left: 1, right: 2 } };
const open = () => createKept<{ theme: string; sizes: { left?: number; right?: number } }>('test', FIRST);

it('writes what was changed and nothing else, also inside of a field', () => {
  const [older, newer] = [open(), open()];
  newer.setState({ theme: 'light', sizes: { left: 1, right: 9 } });
  older.setState({ sizes: { left: 5, right: 2 } });
  expect(open().getState()).toEqual({ theme: 'light', sizes: { left: 5, right: 9 } });
  newer.setState({ sizes: { left: 1 } });
  expect(open().getState()).toEqual({ theme: 'light', sizes: { left: 5 } });
});

it.each(['', 'null', '[]', '{"version":1}', '{"state":{"theme":"light"},"version":2}', '{"state'])(
  'begins as at first where what was kept cannot be read: %s',
  (text) => {
    kept.set('test', text);
    expect(open().getState()).toEqual(FIRST);
  },
);

it('holds a choice that cannot be kept until the window closes', () => {
  storage.setItem.mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const settings = open();
  expect(() => settings.setState({ theme: 'light' })).not.toThrow();
  expect(settings.getState().theme).toBe('light');
});
