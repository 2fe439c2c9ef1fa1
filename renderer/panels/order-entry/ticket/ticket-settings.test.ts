import { beforeEach, expect, it, vi } from 'vitest';

const core = new Map<string, string>();
const windows: ((name: string, json: string) => void)[] = [];
beforeEach(() => {
  core.clear();
  windows.length = 0;
});

/** A window of its own over the core that all of them share. */
async function openWindow() {
  vi.resetModules();
  const { fillKept, sendKeptTo } = await import('../../../state/kept/kept-values.ts');
  for (const [name, json] of core) fillKept(name, json);
  windows.push(fillKept);
  sendKeptTo((name, json) => {
    core.set(name, json);
    for (const other of windows) if (other !== fillKept) other(name, json);
  });
  return import('./ticket-settings.ts');
}

it('keeps what one window chose when an older one changes something else', async () => {
  const old = await openWindow();
  const fresh = await openWindow();
  fresh.changeConfirm('live', { mode: 'large', largeFrom: '500' });
  fresh.changePositionTimes('2');
  old.changeConfirm('practice', { mode: 'off' });
  old.showAdvanced(false);

  const next = (await openWindow()).useTicketSettings.getState();
  expect(next.confirm.live).toMatchObject({ mode: 'large', largeFrom: '500' });
  expect(next.confirm.practice).toMatchObject({ mode: 'off' });
  expect(next).toMatchObject({ advanced: false, positionTimes: '2' });
});
