import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MOST_SETTING_CHARS, MOST_SETTINGS_CHARS } from '../../../../shared/contract/page-settings.ts';
import { faultOf, type Fault } from '../../../../shared/errors.ts';
import { createPageSettings, type PageSettings } from './page-settings.ts';

let folder = '';
let profiles: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-screens-'));
  profiles = ['practice', 'p-1'];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (): PageSettings =>
  createPageSettings({ folder, clock: { now: () => Date.UTC(2026, 0, 2) }, profiles: () => profiles });
const valuesOf = (settings: PageSettings, profile: string): Record<string, string> =>
  Object.fromEntries([...settings.feed(profile).rows()].map(({ name, value }) => [name, value]));
const put = (settings: PageSettings, name: string, value: string, profile = 'practice') =>
  settings.answers['pageSettings.put']({ profile, name, value });
const refusal = async (answer: unknown): Promise<Fault> =>
  Promise.resolve(answer).then(() => {
    throw new Error('it was not refused');
  }, faultOf);

it('keeps each profile apart', async () => {
  const settings = open();
  await put(settings, 'deadman', '{"seconds":"900","mode":"once"}');
  expect(valuesOf(settings, 'p-1')).toEqual({});
  await put(settings, 'settings', '{"theme":"light"}', 'p-1');
  const again = open();
  expect(valuesOf(again, 'practice')).toEqual({ deadman: '{"seconds":"900","mode":"once"}' });
  expect(valuesOf(again, 'p-1')).toEqual({ settings: '{"theme":"light"}' });
});

it.each([
  ['another name', 'quarterdeck', '{}', 'name'],
  ['a name of the language', '__proto__', '{}', 'name'],
  ['no JSON', 'settings', '{"theme":', 'value'],
  ['a value of another kind', 'settings', '{"theme":"pink"}', 'value'],
  ['a list in the place of fields', 'symbol', '["PERP_BTC_USDT"]', 'value'],
  ['what is nested without end', 'columns', `{"of":${'[1,'.repeat(20_000)}`, 'value'],
  ['what is too long', 'templates', `{"templates":["${'x'.repeat(MOST_SETTING_CHARS)}"]}`, 'value'],
])('refuses %s', async (_what, name, value, path) => {
  const settings = open();
  expect(await refusal(put(settings, name, value))).toMatchObject({ kind: 'InvalidInput', problems: [{ path }] });
  expect(valuesOf(settings, 'practice')).toEqual({});
  expect(readdirSync(folder)).toEqual([]);
});

it('refuses a profile that is not there, and shows none', async () => {
  const settings = open();
  expect(await refusal(put(settings, 'symbol', '{}', 'p-2'))).toMatchObject({ problems: [{ path: 'profile' }] });
  expect(await refusal(put(settings, 'symbol', '{}', '../x'))).toMatchObject({ problems: [{ path: 'profile' }] });
  expect(valuesOf(settings, 'p-2')).toEqual({});
});

it('keeps no more than so much of a profile', async () => {
  const settings = open();
  const big = JSON.stringify({ templates: ['x'.repeat(MOST_SETTING_CHARS - 100)] });
  const rest = 'x'.repeat(MOST_SETTINGS_CHARS - MOST_SETTING_CHARS - 500);
  await put(settings, 'templates', big);
  await put(settings, 'layout', JSON.stringify({ grid: { of: rest }, panels: {} }));
  const more = JSON.stringify({ of: { fills: { order: ['x'.repeat(90)], hidden: Array(15).fill('x'.repeat(90)) } } });
  expect(await refusal(put(settings, 'history-columns', more))).toMatchObject({ problems: [{ path: 'value' }] });
  await put(settings, 'templates', '{"templates":[]}');
  await put(settings, 'history-columns', more);
});

it('takes over what the browser kept, of all profiles or of one, and nothing over what was chosen since', async () => {
  const settings = open();
  const takeOver = settings.answers['pageSettings.takeOver'];
  await put(settings, 'symbol', '{"symbol":"SPOT_ETH_USDT"}', 'p-1');
  expect(await takeOver({ profile: null, name: 'symbol', value: '{"symbol":"PERP_ETH_USDT"}' })).toEqual({
    taken: true,
  });
  expect(await takeOver({ profile: 'p-1', name: 'layout-lock', value: '{"locked":true}' })).toEqual({ taken: true });
  expect(await takeOver({ profile: 'gone', name: 'layout-lock', value: '{"locked":true}' })).toEqual({ taken: false });
  expect(await takeOver({ profile: null, name: 'other', value: '{}' })).toEqual({ taken: false });
  const partly = '{"theme":"light","density":7}';
  expect(await takeOver({ profile: null, name: 'settings', value: partly })).toEqual({ taken: true });
  expect(await takeOver({ profile: null, name: 'settings', value: '{"theme":"dark"}' })).toEqual({ taken: false });
  expect(valuesOf(open(), 'practice')).toEqual({
    symbol: '{"symbol":"PERP_ETH_USDT"}',
    settings: '{"theme":"light"}',
  });
  expect(valuesOf(open(), 'p-1')).toEqual({
    symbol: '{"symbol":"SPOT_ETH_USDT"}',
    'layout-lock': '{"locked":true}',
    settings: '{"theme":"light"}',
  });
});

it('imports into one profile what it exported of another, and says what was not taken', async () => {
  const settings = open();
  await put(settings, 'settings', '{"theme":"light"}');
  await put(settings, 'favourites', '{"symbols":["SPOT_ETH_USDT"]}');
  await put(settings, 'chart', '{"lines":false}', 'p-1');
  const exported = await settings.answers['pageSettings.export']({ profile: 'practice' });
  expect(exported.path).toBe(join(folder, 'exports', 'settings-2026-01-02T00-00-00-000Z.json'));
  const text = readFileSync(exported.path, 'utf8');
  const take = (file: string) => settings.answers['pageSettings.import']({ profile: 'p-1', text: file });
  expect(await take(text)).toEqual({ taken: ['Theme, density, times and sounds', 'Stars'], left: [] });
  const all = {
    settings: '{"theme":"light"}',
    favourites: '{"symbols":["SPOT_ETH_USDT"]}',
    chart: '{"lines":false}',
  };
  expect(valuesOf(open(), 'p-1')).toEqual(all);
  const hostile = {
    format: 'quarterdeck settings',
    version: 1,
    settings: { chart: { interval: 'x', fills: false }, keys: [1], zoom: {}, favourites: { symbols: [5] } },
  };
  expect(await take(JSON.stringify(hostile))).toEqual({
    taken: ['Chart'],
    left: ['Chart (interval)', 'Keys', 'zoom', 'Stars'],
  });
  for (const wrong of ['', '{}', '[]', JSON.stringify({ ...hostile, version: 2 }), '['.repeat(100_000)])
    expect(await refusal(take(wrong))).toMatchObject({ problems: [{ path: 'text' }] });
});

it('forgets a profile that was removed', async () => {
  const settings = open();
  await put(settings, 'symbol', '{"symbol":"X"}', 'p-1');
  profiles = ['practice'];
  await settings.forget('p-1');
  expect(readdirSync(folder)).toEqual([]);
});
