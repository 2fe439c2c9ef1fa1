import { randomBytes } from 'node:crypto';
import type { Protocol } from 'electron';
import { contentPolicy, PAGE_HEADERS } from './content-policy.ts';
import { PAGE_ORIGIN, PAGE_SCHEME } from './origin.ts';
import { DOCUMENT, withNonce, type PageFiles } from './page-files.ts';

/**
 * Makes `app:` a scheme with an origin, secure as https is. Must run before the app is ready.
 * Checklist items 7 and 18.
 */
export function registerScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: PAGE_SCHEME,
      privileges: {
        standard: true,
        secure: true,
        codeCache: true,
        bypassCSP: false,
        allowServiceWorkers: false,
        supportFetchAPI: false,
        corsEnabled: false,
      },
    },
  ]);
}

/** Serves the page's files under `app://terminal`, with the content security policy as a header. */
export function servePages(protocol: Pick<Protocol, 'handle'>, pages: PageFiles): void {
  protocol.handle(PAGE_SCHEME, (request) => answerPage(request, pages));
}

/** Looks an address up in the list of files made at start; anything else is not there. */
export function answerPage(request: Pick<Request, 'method' | 'url'>, pages: PageFiles): Response {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: PAGE_HEADERS });
  const prefix = `${PAGE_ORIGIN}/`;
  const path = request.url.startsWith(prefix) ? request.url.slice(PAGE_ORIGIN.length) : null;
  const file = path === null ? undefined : pages.get(path);
  if (file === undefined) return new Response(null, { status: 404, headers: PAGE_HEADERS });
  const nonce = randomBytes(16).toString('base64url');
  const body = path === DOCUMENT ? withNonce(file, nonce) : file.body;
  return new Response(new Uint8Array(body), {
    headers: {
      ...PAGE_HEADERS,
      'Content-Type': file.type,
      'Content-Security-Policy': contentPolicy({ origin: PAGE_ORIGIN, socket: null, nonce }),
    },
  });
}
