import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHostSettings } from '../start/host-settings.ts';
import { openSettings, type OpenedSettings } from './settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): OpenedSettings => openHostSettings(folder);

it('keeps values between two runs, for their owner alone', () => {
  open().store.set('profiles', [{ id: 'a.b' }]);
  expect(open().store.get('profiles')).toEqual([{ id: 'a.b' }]);
  expect(open().store.get('nothing')).toBeUndefined();
  expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600);
});

it('starts anew when the file is cut or changed at any byte, and keeps what was there', () => {
  open().store.set('profiles', ['a', 'b']);
  const whole = readFileSync(join(folder, 'settings.json'));
  for (let at = 0; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 0x04;
    for (const damaged of [whole.subarray(0, at), flipped]) {
      writeFileSync(join(folder, 'settings.json'), damaged);
      const opened = open();
      opened.store.set('after', true);
      expect(opened.store.get('after')).toBe(true);
      if (opened.setAside !== null) expect(readFileSync(opened.setAside)).toEqual(damaged);
    }
  }
});

it('does not read a dot in a key as a path', () => {
  const { store } = open();
  store.set('a.b', 1);
  expect([store.get('a.b'), store.get('a')]).toEqual([1, undefined]);
});

it('goes on with the settings of the last good start when the file is torn, and says so', () => {
  const profiles = [{ id: 'main' }];
  open().store.set('profiles', profiles);
  open();
  writeFileSync(join(folder, 'settings.json'), '{"profiles": [{"i');
  const torn = open();
  expect(torn.store.get('profiles')).toEqual(profiles);
  expect(torn.news).toContain('The settings were damaged. Those of the last good start are used');
  expect(readFileSync(torn.setAside ?? '', 'utf8')).toBe('{"profiles": [{"i');
  expect(open().news).toBeNull();
});

it('says in a sentence that they cannot be written, and changes nothing then', () => {
  const full = openSettings(folder, () => ({
    get: () => 5,
    set: () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  }));
  expect(() => full.store.set('lockAfterMinutes', 10)).toThrow(
    expect.objectContaining({
      fault: {
        kind: 'NotAllowed',
        policy: 'journal',
        reason: 'The settings cannot be written (ENOSPC: no space left on device, write). What was there is unchanged.',
      },
    }),
  );
  expect(full.store.get('lockAfterMinutes')).toBe(5);
});
