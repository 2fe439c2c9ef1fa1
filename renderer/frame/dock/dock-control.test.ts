import type { DockviewApi } from 'dockview-react';
import { expect, test, vi } from 'vitest';
import { attachDock, showPanel } from './dock-control.ts';

test('a panel that is asked for before there is a dock is opened once there is one, and once only', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const shown: string[] = [];
  // Only what the control calls to bring a panel to the front.
  const dock = {
    getPanel: (id: string) => ({ api: { setActive: () => shown.push(id) } }),
  } as unknown as DockviewApi;
  showPanel('activity');
  expect(shown).toEqual([]);
  attachDock(dock)();
  expect(shown).toEqual(['activity']);
  attachDock(dock)();
  expect(shown).toEqual(['activity']);
  vi.unstubAllGlobals();
});
