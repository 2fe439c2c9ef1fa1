import { beforeEach, expect, it, vi } from 'vitest';
import type { PageSettingName } from '../../../shared/settings/page-settings.ts';

/** What the core keeps, and the windows that it tells of it. */
const core = new Map<string, string>();
const windows: ((name: string, json: string) => void)[] = [];

beforeEach(() => {
  core.clear();
  windows.length = 0;
});

const FIRST = { theme: 'dark', sizes: { left: 1, right: 2 } };
type Sizes = { theme: string; sizes: { left?: number; right?: number } };

/** A window of its own: what it changes goes to the core, which tells the others. */
async function openWindow(name: PageSettingName = 'settings') {
  vi.resetModules();
  const { createKept } = await import('./kept.ts');
  const { fillKept, sendKeptTo } = await import('./kept-values.ts');
  for (const [each, json] of core) fillKept(each, json);
  const hear = (each: string, json: string): void => fillKept(each, json);
  windows.push(hear);
  sendKeptTo((each, json) => {
    core.set(each, json);
    for (const other of windows) if (other !== hear) other(each, json);
  });
  return createKept<Sizes>(`quarterdeck.${name}`, FIRST);
}

it('writes what was changed and nothing else, also inside of a field', async () => {
  const older = await openWindow();
  const newer = await openWindow();
  newer.setState({ theme: 'light', sizes: { left: 1, right: 9 } });
  older.setState({ sizes: { left: 5, right: 9 } });
  expect(newer.getState()).toEqual({ theme: 'light', sizes: { left: 5, right: 9 } });
  expect((await openWindow()).getState()).toEqual(newer.getState());
  expect(JSON.parse(core.get('settings') ?? '')).toEqual({ theme: 'light', sizes: { left: 5, right: 9 } });
  newer.setState({ sizes: { left: 1 } });
  expect((await openWindow()).getState()).toEqual({ theme: 'light', sizes: { left: 1 } });
});

it('keeps nothing of what nobody chose, so that it follows a later version', async () => {
  const window = await openWindow();
  window.setState({ theme: 'light' });
  expect(core).toEqual(new Map([['settings', '{"theme":"light"}']]));
});

it.each(['null', '[]', '5', '"light"'])('begins as at first where what was kept is no settings: %s', async (json) => {
  core.set('settings', json);
  expect((await openWindow()).getState()).toEqual(FIRST);
});

it('takes what comes after it was made, and sends none of it back', async () => {
  const window = await openWindow();
  const sent = vi.fn();
  const { fillKept, sendKeptTo } = await import('./kept-values.ts');
  sendKeptTo(sent);
  fillKept('settings', '{"theme":"light"}');
  expect(window.getState()).toEqual({ ...FIRST, theme: 'light' });
  expect(sent).not.toHaveBeenCalled();
});
