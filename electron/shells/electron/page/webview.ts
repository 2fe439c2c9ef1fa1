import type { WebContents } from 'electron';

/** No page holds another page, whatever options it asks for. Checklist items 11 and 12. */
export function refuseWebviews(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
