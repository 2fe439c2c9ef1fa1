import { expect, it } from 'vitest';
import { refuseDownloads } from './downloads.ts';
import { limitNavigation } from './navigation.ts';
import { refuseNewWindows } from '../window/new-windows.ts';
import { PAGE_ADDRESS } from './origin.ts';
import { recoverPage } from '../window/recover.ts';
import { refuseRequests } from './requests.ts';
import { holdSingleInstance } from '../window/single-instance.ts';
import { fires, preventable } from '../testing/events.ts';
import { HOSTILE_ADDRESSES } from '../testing/hostile-addresses.ts';
import { refuseWebviews } from './webview.ts';

const NAVIGATIONS = ['will-navigate', 'will-frame-navigate', 'will-redirect'];

function navigation(): { readonly fire: (name: string, event: unknown) => void; readonly stops: () => number } {
  const { on, fire } = fires();
  let stops = 0;
  limitNavigation({ on, stop: () => void (stops += 1) });
  return { fire, stops: () => stops };
}

it.each(NAVIGATIONS)('%s leads to the page and nowhere else', (name) => {
  const { fire } = navigation();
  const home = preventable({ url: PAGE_ADDRESS, isMainFrame: true });
  fire(name, home);
  expect(home.prevented()).toBe(false);
  for (const url of HOSTILE_ADDRESSES) {
    const away = preventable({ url, isMainFrame: true });
    fire(name, away);
    expect(away.prevented(), url).toBe(true);
  }
});

it('lets no frame inside the page go anywhere, not even to the page', () => {
  const { fire } = navigation();
  const inside = preventable({ url: PAGE_ADDRESS, isMainFrame: false });
  fire('will-frame-navigate', inside);
  expect(inside.prevented()).toBe(true);
});

it('stops a navigation that nothing could prevent', () => {
  const { fire, stops } = navigation();
  fire('did-start-navigation', { url: PAGE_ADDRESS });
  expect(stops()).toBe(0);
  for (const url of HOSTILE_ADDRESSES) fire('did-start-navigation', { url });
  expect(stops()).toBe(HOSTILE_ADDRESSES.length);
});

it('opens no window, whatever is asked for', () => {
  let decide: (details: never) => unknown = () => undefined;
  refuseNewWindows({ setWindowOpenHandler: (handler) => (decide = handler) });
  expect(decide({ url: PAGE_ADDRESS, frameName: '', features: '', disposition: 'new-window' } as never)).toEqual({
    action: 'deny',
  });
});

it('attaches no web view', () => {
  const { on, fire } = fires();
  refuseWebviews({ on });
  const event = preventable({});
  fire('will-attach-webview', event, { nodeIntegration: true }, { src: 'https://evil.example' });
  expect(event.prevented()).toBe(true);
});

it("saves no file at the page's wish", () => {
  const { on, fire } = fires();
  refuseDownloads({ on });
  const event = preventable({});
  fire('will-download', event);
  expect(event.prevented()).toBe(true);
});

it('cancels every request that would leave the machine', () => {
  let listener: (details: { url: string }, decide: (answer: { cancel?: boolean }) => void) => void = () => undefined;
  const webRequest = { onBeforeRequest: (next: unknown) => void (listener = next as typeof listener) };
  refuseRequests({ webRequest });
  const cancelled = (url: string): boolean | undefined => {
    let cancel: boolean | undefined;
    listener({ url }, (answer) => (cancel = answer.cancel));
    return cancel;
  };
  for (const url of [
    'https://a.example/',
    'http://127.0.0.1:1/',
    'ws://a/',
    'wss://a/',
    'file:///a',
    'ftp://a/',
    'x',
    'blob:app://terminal/1',
  ])
    expect(cancelled(url), url).toBe(true);
  expect(cancelled('app://terminal/assets/a.js')).toBe(false);
});

it('loads a page that crashed again, but not for ever', () => {
  const { on, fire } = fires();
  let reloads = 0;
  let now = 0;
  recoverPage({ on, reload: () => void (reloads += 1) }, () => now);
  fire('render-process-gone', {}, { reason: 'clean-exit' });
  expect(reloads).toBe(0);
  for (let crash = 0; crash < 10; crash += 1) fire('render-process-gone', {}, { reason: 'crashed' });
  expect(reloads).toBe(5);
  now = 60_000;
  fire('render-process-gone', {}, { reason: 'oom' });
  expect(reloads).toBe(6);
});

it('lets one instance run, which comes to the front when a second is started', () => {
  const { on, fire } = fires();
  let shown = 0;
  const show = (): void => void (shown += 1);
  expect(holdSingleInstance({ requestSingleInstanceLock: () => false, on }, show)).toBe(false);
  expect(holdSingleInstance({ requestSingleInstanceLock: () => true, on }, show)).toBe(true);
  fire('second-instance');
  expect(shown).toBe(1);
});
