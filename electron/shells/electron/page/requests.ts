import type { Session } from 'electron';
import { PAGE_SCHEME } from './origin.ts';

/** Schemes of the page itself and of the inspector, which only a person opens. */
const LOCAL: ReadonlySet<string> = new Set([`${PAGE_SCHEME}:`, 'devtools:', 'data:']);

/**
 * Cancels every request of a page that would leave the machine. The content security policy forbids them
 * already; this holds for what it does not cover (prefetch, icons, a page that is not ours). Checklist item 1.
 */
export function refuseRequests(session: { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> }): void {
  session.webRequest.onBeforeRequest((details, decide) => {
    const url = URL.parse(details.url);
    decide({ cancel: url === null || !LOCAL.has(url.protocol) });
  });
}
