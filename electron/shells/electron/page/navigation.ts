import type { WebContents } from 'electron';
import { isPage } from './origin.ts';

/** What an event of navigation says and can be told. */
interface Navigation {
  readonly url: string;
  readonly isMainFrame?: boolean;
  preventDefault(): void;
}

/**
 * Keeps every web contents on the one page: a link, a redirect, a dropped file or a script of an attacker
 * leads nowhere. Checklist item 13.
 */
export function limitNavigation(contents: Pick<WebContents, 'on' | 'stop'>): void {
  const stay = (event: Navigation): void => {
    if (!isPage(event.url) || event.isMainFrame === false) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  // The last line: this event cannot be prevented, but what it has begun can be stopped.
  contents.on('did-start-navigation', (event: { readonly url: string }) => {
    if (!isPage(event.url)) contents.stop();
  });
}
