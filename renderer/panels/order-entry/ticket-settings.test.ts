import { beforeEach, expect, it, vi } from 'vitest';

/** A window of its own over the storage that all of them share. */
async function openWindow() {
  vi.resetModules();
  return import('./ticket-settings.ts');
}

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', { localStorage: storage });
});

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
