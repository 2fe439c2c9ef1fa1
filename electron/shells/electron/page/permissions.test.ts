import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGE_ADDRESS } from './origin.ts';
import { refusePermissions } from './permissions.ts';
import { HOSTILE_ADDRESSES } from '../testing/hostile-addresses.ts';

/** Every permission that this version of Electron knows by name, as its own types write them. */
function knownPermissions(): string[] {
  const types = readFileSync(
    join(dirname(createRequire(import.meta.url).resolve('electron/package.json')), 'electron.d.ts'),
    'utf8',
  );
  const lists = [...types.matchAll(/permission: ((?:'[\w-]+' ?\| ?)+'[\w-]+')/g)].map(([, list = '']) => list);
  return [...new Set(lists.flatMap((list) => [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name)))];
}

type Decide = (granted: boolean) => void;
interface Asked {
  request: (contents: null, permission: string, decide: Decide, details: object) => void;
  check: (contents: null, permission: string, origin: string, details: object) => boolean;
  device: (details: object) => boolean;
  screen: (request: object, decide: (streams: object) => void) => void;
}

function asked(): Asked {
  const kept: Partial<Asked> = {};
  const keep = (name: keyof Asked) => (handler: unknown) => void Object.assign(kept, { [name]: handler });
  refusePermissions({
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setDisplayMediaRequestHandler: keep('screen'),
  });
  return kept as Asked; // all four were set, or the calls below fail
}

function granted(permission: string, details: object): readonly boolean[] {
  const { request, check } = asked();
  let answer: boolean | null = null;
  request(null, permission, (given) => (answer = given), details);
  if (answer === null) throw new Error('no decision');
  return [answer, check(null, permission, 'app://terminal', details)];
}

const onPage = { isMainFrame: true, requestingUrl: PAGE_ADDRESS };

it('grants the page the one permission that it needs, of all that there are', () => {
  const all = knownPermissions();
  expect(all.length).toBeGreaterThan(15);
  expect(all).toContain('geolocation');
  for (const permission of [...all, 'yet-to-be-invented', '', '__proto__']) {
    const expected = permission === 'clipboard-sanitized-write';
    expect(granted(permission, onPage), permission).toEqual([expected, expected]);
  }
});

it.each(HOSTILE_ADDRESSES)('grants nothing to %j', (requestingUrl) => {
  expect(granted('clipboard-sanitized-write', { isMainFrame: true, requestingUrl })).toEqual([false, false]);
});

it('grants nothing to a frame inside the page', () => {
  expect(granted('clipboard-sanitized-write', { ...onPage, isMainFrame: false })).toEqual([false, false]);
});

it('gives no device and no picture of the screen', () => {
  const { device, screen } = asked();
  expect(device({ deviceType: 'hid', origin: 'app://terminal' })).toBe(false);
  let streams: object | null = {};
  screen({ frame: null }, (given) => (streams = given));
  expect(streams).toBeNull();
});
