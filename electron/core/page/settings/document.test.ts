import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultOf } from '../../../../shared/errors.ts';
import { writeDurable } from '../../storage/durable-file.ts';
import { openDocument, type SettingsDocument } from './document.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-screen-'));
  path = join(folder, 'screen-practice');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LIGHT = ['settings', '{"theme":"light"}'] as const;
const open = (): SettingsDocument => openDocument(path, 7);
const valuesOf = ({ feed }: SettingsDocument): Record<string, string> =>
  Object.fromEntries([...feed.rows()].map(({ name, value }) => [name, value]));
const aside = (): string[] => readdirSync(folder).filter((name) => name.includes('.damaged-'));

it('has on disk what it answered for, and nothing else of it is needed', async () => {
  await open().put([LIGHT]);
  expect(valuesOf(open())).toEqual({ settings: '{"theme":"light"}' });
  expect(open().news).toBeNull();
});

it('shows a value at once, and keeps the newest of those that come while it writes', async () => {
  const document = open();
  const puts = [document.put([['symbol', '{"symbol":"S0"}']])];
  await new Promise((resolve) => setImmediate(resolve));
  for (let at = 1; at < 50; at += 1) puts.push(document.put([['symbol', `{"symbol":"S${at}"}`]]));
  expect(document.get('symbol')).toBe('{"symbol":"S49"}');
  await Promise.all(puts);
  expect(valuesOf(open())).toEqual({ symbol: '{"symbol":"S49"}' });
  // The first was under way, and the next write had all the others.
  expect(/^quarterdeck 1 (\d+) /.exec(readFileSync(path, 'utf8'))?.[1]).toBe('2');
});

describe('damage', () => {
  /** Both copies, as a damaged disk leaves them. */
  const spoil = (raw: Buffer): void => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const copy of [path, `${path}.copy`]) writeFileSync(copy, raw);
  };

  it('at any byte never stops a start, is told of, and leaves the file', async () => {
    await open().put([LIGHT, ['symbol', '{"symbol":"SPOT_ETH_USDT"}']]);
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 0x55;
      for (const raw of [flipped, whole.subarray(0, at)]) {
        spoil(raw);
        const document = open();
        expect(document.news, `byte ${at}`).toContain('begin anew');
        expect(valuesOf(document)).toEqual({});
        expect(readFileSync(`${path}.damaged-7`)).toEqual(raw);
      }
    }
    await open().put([LIGHT]);
    expect(valuesOf(open())).toEqual({ settings: LIGHT[1] });
  });

  it('of one copy costs nothing', async () => {
    await open().put([LIGHT]);
    writeFileSync(path, 'x');
    expect(valuesOf(open())).toEqual({ settings: LIGHT[1] });
    expect(aside()).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', 'null'],
  ])('by another hand, %s, is put aside', (_what, text) => {
    writeDurable(path, text, 1);
    const document = open();
    expect(document.news).toContain('begin anew');
    expect(aside()).toEqual(['screen-practice.damaged-7', 'screen-practice.damaged-7.copy']);
  });

  it('in one value leaves the others, and is told of once', async () => {
    const stored = {
      settings: LIGHT[1],
      chart: '{"interval":"7 parsecs","lines":false}',
      symbol: '{"symbol":5}',
      layout: `{"grid":${'['.repeat(60_000)},"panels":{}}`,
      __proto__x: '{}',
      secret: '"no name of ours"',
      keys: 5,
    };
    writeDurable(path, JSON.stringify(stored), 3);
    const document = open();
    expect(valuesOf(document)).toEqual({ settings: LIGHT[1], chart: '{"lines":false}' });
    expect(document.news).toContain('cannot be read in part (Chart, Symbol, Layout, __proto__x, secret, Keys)');
    expect(JSON.parse(readFileSync(`${path}.damaged-7`, 'utf8'))).toEqual(stored);
    await document.settle();
    expect(open().news).toBeNull();
  });
});

it('holds a value that cannot be written, says so, and writes it when it can again', async () => {
  const document = open();
  await document.put([LIGHT]);
  // Where the disk is full, too, the first thing that fails is the temporary file.
  mkdirSync(`${path}.new`);
  const fault = await document.put([['settings', '{"theme":"dark"}']]).catch(faultOf);
  expect(fault).toMatchObject({ kind: 'NotAllowed', policy: 'journal' });
  expect(fault).toMatchObject({ reason: expect.stringContaining('The settings of this screen cannot be written') });
  expect(document.get('settings')).toBe('{"theme":"dark"}');
  expect(valuesOf(open())).toEqual({ settings: LIGHT[1] });
  rmSync(`${path}.new`, { recursive: true });
  await document.settle();
  expect(valuesOf(open())).toEqual({ settings: '{"theme":"dark"}' });
});
