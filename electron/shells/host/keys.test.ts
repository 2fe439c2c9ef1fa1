import { expect, it } from 'vitest';
import { createHostKeys } from './keys.ts';

it('lets a launch token in once', () => {
  const keys = createHostKeys();
  const token = keys.launchToken();
  expect(keys.admit(token)).not.toBeNull();
  expect(keys.admit(token)).toBeNull();
});

it('makes keys of 256 bits that never repeat', () => {
  const keys = createHostKeys();
  const seen = new Set<string>();
  for (let round = 0; round < 50; round += 1) {
    const token = keys.launchToken();
    const session = keys.admit(token)?.session ?? '';
    for (const key of [token, session]) {
      expect(Buffer.from(key, 'base64url')).toHaveLength(32);
      expect(seen.has(key)).toBe(false);
      seen.add(key);
    }
  }
});

it('forgets an unused launch token when a new one is made', () => {
  const keys = createHostKeys();
  const first = keys.launchToken();
  const second = keys.launchToken();
  expect(keys.admit(first)).toBeNull();
  expect(keys.admit(second)).not.toBeNull();
});

it('takes the old session key until the page has shown that it received the new one', () => {
  const keys = createHostKeys();
  const first = keys.admit(keys.launchToken());
  first?.confirm();
  const session = first?.session ?? '';

  const lost = keys.admit(session); // the page never saw this answer
  const again = keys.admit(session);
  expect(lost).not.toBeNull();
  expect(again).not.toBeNull();

  again?.confirm();
  expect(keys.admit(session)).toBeNull();
  expect(keys.admit(again?.session ?? '')).not.toBeNull();
});

it('ends every earlier session key when a new launch token is used', () => {
  const keys = createHostKeys();
  const old = keys.admit(keys.launchToken());
  old?.confirm();
  const later = keys.admit(keys.launchToken());
  expect(keys.admit(old?.session ?? '')).toBeNull();
  later?.confirm();
  expect(keys.admit(later?.session ?? '')).not.toBeNull();
});

it('does not let a connection that was overtaken confirm itself', () => {
  const keys = createHostKeys();
  const old = keys.admit(keys.launchToken());
  const later = keys.admit(keys.launchToken());
  later?.confirm();
  old?.confirm();
  expect(keys.admit(old?.session ?? '')).toBeNull();
  expect(keys.admit(later?.session ?? '')).not.toBeNull();
});

it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(100_000), '\u0000'])('refuses a key that it never made (%#)', (key) => {
  const keys = createHostKeys();
  keys.launchToken();
  expect(keys.admit(key)).toBeNull();
});
