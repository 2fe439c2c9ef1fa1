import { describe, expect, test } from 'vitest';
import { openProfiles, profileSchema, type SettingsStore } from './settings.ts';

const LIVE = {
  id: 'main',
  name: 'Main account',
  environment: 'live',
  rest: 'https://api.exchange.example',
  publicStream: 'wss://wss.exchange.example/v3/public',
  privateStream: 'wss://wss.exchange.example/v3/private',
  viewOnly: false,
} as const;

function memory(kept: Record<string, unknown> = {}): SettingsStore & { readonly kept: Record<string, unknown> } {
  return {
    kept,
    get: (key) => kept[key],
    set: (key, value) => {
      kept[key] = value;
    },
  };
}

describe('an address', () => {
  test.each([
    'http://api.exchange.example',
    'HTTP://api.exchange.example',
    'ws://api.exchange.example',
    'wss://api.exchange.example',
    'https://localhost@evil.example',
    'https://user:word@api.exchange.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'https://api.exchange.example?x=1',
    'https://api.exchange.example#x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'api.exchange.example',
    '',
  ])('of REST is refused: %s', (rest) => {
    expect(profileSchema.safeParse({ ...LIVE, rest }).success).toBe(false);
  });

  test.each(['ws://wss.exchange.example/v3/public', 'https://wss.exchange.example/v3/public', 'wss://a@b.example'])(
    'of a stream is refused: %s',
    (publicStream) => {
      expect(profileSchema.safeParse({ ...LIVE, publicStream }).success).toBe(false);
    },
  );

  test.each(['http://127.0.0.1:7080', 'http://localhost:7080', 'http://[::1]:7080', 'https://127.0.0.1:7080'])(
    'on this machine may be plain: %s',
    (rest) => {
      expect(profileSchema.parse({ ...LIVE, rest }).rest).toBe(rest);
    },
  );

  test('loses the slash at its end', () => {
    expect(profileSchema.parse({ ...LIVE, rest: 'https://api.exchange.example/' }).rest).toBe(LIVE.rest);
  });
});

describe('the profiles', () => {
  test('are kept, replaced and removed', () => {
    const profiles = openProfiles(memory());
    profiles.save(LIVE);
    profiles.save({ ...LIVE, id: 'second', viewOnly: true });
    profiles.save({ ...LIVE, name: 'Renamed' });
    expect(profiles.read().profiles.map(({ id, name }) => [id, name])).toEqual([
      ['main', 'Renamed'],
      ['second', 'Main account'],
    ]);
    profiles.remove('main');
    expect(profiles.read().profiles.map(({ id }) => id)).toEqual(['second']);
  });

  test('refuse a profile that does not fit, and keep what was there', () => {
    const profiles = openProfiles(memory());
    profiles.save(LIVE);
    expect(() => profiles.save({ ...LIVE, rest: 'http://evil.example' })).toThrow();
    expect(profiles.read().profiles).toEqual([LIVE]);
  });

  test.each([
    ['a list with a bad one', [LIVE, { ...LIVE, id: 'x', rest: 'ftp://x' }], 1],
    ['two of one id', [LIVE, LIVE], 1],
    ['text', 'profiles', 0],
    ['null', null, 0],
    ['numbers', [1, 2], 0],
  ])('read from %s: what is whole stays, the rest is put aside and said', (_what, stored, whole) => {
    const store = memory({ profiles: stored });
    const { profiles, refused } = openProfiles(store).read();
    expect(profiles).toHaveLength(whole);
    expect(refused.length).toBeGreaterThan(0);
    expect(store.kept['damagedProfiles']).toHaveLength(refused.length);
    expect(openProfiles(store).read()).toEqual({ profiles, refused: [] });
  });
});

test('what cannot be read and cannot be put aside keeps nobody from the rest, and is not lost by a later change', () => {
  const store = memory({ profiles: [LIVE, 'damaged'] });
  let full = true;
  const { set } = store;
  const half = {
    ...store,
    set(key: string, value: unknown) {
      if (full) throw new Error('the disk is full');
      set(key, value);
    },
  };
  const profiles = openProfiles(half);
  expect(profiles.read().profiles).toEqual([LIVE]);
  expect(() => profiles.save({ ...LIVE, name: 'Renamed' })).toThrow('full');
  full = false;
  profiles.save({ ...LIVE, name: 'Renamed' });
  expect(store.kept).toMatchObject({ profiles: [{ name: 'Renamed' }], damagedProfiles: ['damaged'] });
});
