import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { PAGE_HEADERS } from '../electron/page/content-policy.ts';
import { refuseGet, type Place } from './gate.ts';
import { listen } from './listen.ts';

/** The way in to a host whose port was chosen by a person. */
export interface Door {
  readonly origin: string;
  close(): Promise<void>;
}

/** Where the host forgets what the browser keeps for its origin. The rest of the path is a secret of this start. */
export const CLEAR_PATH = '/clear/';
/** The answer that makes a browser remove its service workers, caches and storage of the origin. */
export const CLEAR_HEADERS = {
  ...PAGE_HEADERS,
  'Clear-Site-Data': '"storage", "cache"',
  // Between ports of an address without a name, browsers know no nearer kin. The path is the secret of this start.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Length': 0,
} as const;

/**
 * Serves one document at a fresh port. It makes the browser forget the host's origin, and only then goes there with the
 * key: a service worker that somebody left at that origin would answer in the host's place and read the key. A request
 * from another origin passes no service worker, and another port of 127.0.0.1 is still the same site.
 *
 * @param target the host's origin.
 * @param clearPath where it forgets.
 */
export async function openDoor(target: string, clearPath: string): Promise<Door> {
  const server = createServer({
    maxHeaderSize: 8192,
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    requireHostHeader: false,
  });
  server.maxConnections = 16;
  const port = await listen(server, 0);
  const place: Place = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` };
  server.on('request', (request, response) => {
    const refusal = refuseGet(request, place);
    if (refusal !== null || request.url !== '/') {
      response.writeHead(refusal?.status ?? 404, { ...PAGE_HEADERS, 'Content-Length': 0, Connection: 'close' });
      response.end();
      return;
    }
    const nonce = randomBytes(16).toString('base64url');
    response.writeHead(200, {
      ...PAGE_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `connect-src ${target}`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    });
    response.end(request.method === 'HEAD' ? undefined : documentFor(target, clearPath, nonce));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return {
    origin: place.origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const documentFor = (target: string, clearPath: string, nonce: string): string => `<!doctype html>
<meta charset="utf-8" />
<title>Quarterdeck</title>
<p id="said">Quarterdeck opens.</p>
<script nonce="${nonce}">
  const key = location.hash;
  history.replaceState(null, '', '/');
  fetch(${JSON.stringify(`${target}${clearPath}`)}, { mode: 'no-cors', credentials: 'include', cache: 'no-store' }).then(
    () => location.replace(${JSON.stringify(`${target}/`)} + key),
    () => {
      document.getElementById('said').textContent =
        'What the browser keeps for this port cannot be cleared. Start again without --port.';
    },
  );
</script>
`;
