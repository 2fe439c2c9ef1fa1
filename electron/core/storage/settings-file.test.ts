import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareSettingsFile } from './settings-file.ts';
import { openProfiles } from './settings.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-settings-'));
  path = join(folder, 'config.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PROFILE = {
  id: 'main',
  name: 'Main',
  environment: 'live',
  rest: 'https://api.exchange.example',
  publicStream: 'wss://wss.exchange.example/v3/public',
  privateStream: 'wss://wss.exchange.example/v3/private',
  viewOnly: false,
} as const;
/** Opens the settings as a start of the program does. */
function start() {
  const state = prepareSettingsFile(path, 7);
  return { state, profiles: openProfiles(new Conf({ cwd: folder })) };
}

test('a first start finds nothing, and the next one what was kept', () => {
  const first = start();
  expect(first.state).toEqual({ setAside: null, restored: false });
  first.profiles.save(PROFILE);
  expect(start().profiles.read()).toEqual({ profiles: [PROFILE], refused: [] });
});

test('fault 46: cut or flipped at any byte, it starts: with what it held, or saying what was refused or put aside', () => {
  start().profiles.save(PROFILE);
  start();
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 4;
    for (const bad of [whole.subarray(0, at), flipped]) {
      writeFileSync(path, bad);
      const { state, profiles } = start();
      const { profiles: read, refused } = profiles.read();
      const kept = readFileSync(path, 'utf8');
      if (state.setAside !== null) {
        expect(readFileSync(state.setAside)).toEqual(bad);
        expect([state.restored, read]).toEqual([true, [PROFILE]]);
        rmSync(state.setAside);
      } else if (refused.length > 0) expect(kept).toContain('damagedProfiles');
      // A flipped letter can leave a file that is whole; nothing else may pass in silence.
      else expect(() => JSON.parse(bad.toString())).not.toThrow();
      writeFileSync(path, whole);
      prepareSettingsFile(path, 8);
    }
  }
});

test('puts a damaged file aside when there is no other, and begins anew', () => {
  writeFileSync(path, '{"profiles": [');
  const { state, profiles } = start();
  expect(state).toEqual({ setAside: `${path}.damaged-7`, restored: false });
  expect(existsSync(`${path}.damaged-7`)).toBe(true);
  expect(profiles.read()).toEqual({ profiles: [], refused: [] });
});
