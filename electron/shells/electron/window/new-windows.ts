import type { WebContents } from 'electron';

/** No page opens a window: not by script, not by a link with a target, not by a shift-click. Checklist item 14. */
export function refuseNewWindows(contents: Pick<WebContents, 'setWindowOpenHandler'>): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
