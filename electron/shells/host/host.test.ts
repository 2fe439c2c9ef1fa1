import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { Port } from '../../../shared/wire/wire.ts';
import { enter, knock, newNonce } from './testing/page-key.ts';
import { requestText, sendRaw, type RawAnswer } from './testing/raw-http.ts';
import { startHost, type Host } from './host.ts';
import type { PageFiles } from '../electron/page/page-files.ts';

const PAGE = '<meta name="csp-nonce" content="" /><h1>the page</h1>';
const pages: PageFiles = new Map([
  ['/', { type: 'text/html; charset=utf-8', body: Buffer.from(PAGE) }],
  ['/assets/a.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from('1') }],
]);

interface Served {
  readonly port: Port;
  readonly session: string;
  readonly texts: string[];
  closed: string | null;
}

let host: Host;
let port: number;
let served: Served[];
let refused: string[];
let keysRefused: string[];
beforeEach(async () => {
  served = [];
  refused = [];
  keysRefused = [];
  host = await startHost({
    port: 0,
    pages,
    serve: (pipe, session) => {
      const one: Served = { port: pipe, session, texts: [], closed: null };
      served.push(one);
      pipe.onText((text) => {
        one.texts.push(text);
        pipe.send(`heard ${text.slice(0, 20)}`);
      });
      pipe.onClose((reason) => (one.closed = reason));
    },
    onRefusal: ({ reason }) => refused.push(reason),
    onKeyRefused: (reason) => keysRefused.push(reason),
  });
  port = Number(new URL(host.origin).port);
});
afterEach(() => host.close());

const token = (): string => new URL(host.newAddress()).hash.replace('#token=', '');

async function page(key: string): Promise<WebSocket> {
  const socket = await enter(host.origin, key);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

const heardBy = (socket: WebSocket): Promise<string> =>
  new Promise((resolve) => socket.once('message', (data) => resolve(String(data))));
const closeOf = (socket: WebSocket): Promise<number> => new Promise((resolve) => socket.once('close', resolve));
const last = (): Served => {
  const one = served.at(-1);
  if (one === undefined) throw new Error('nothing is served');
  return one;
};

describe('the page', () => {
  it('is served with every header that keeps it to itself', async () => {
    const response = await fetch(`${host.origin}/`);
    expect(response.status).toBe(200);
    const nonce = /content="([\w-]{22})"/.exec(await response.text())?.[1];
    expect(nonce).toBeDefined();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    const policy = response.headers.get('content-security-policy');
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${host.origin}`,
      `style-src ${host.origin} 'nonce-${nonce}'`,
      `img-src ${host.origin} data:`,
      `font-src ${host.origin}`,
      `connect-src ws://127.0.0.1:${port}/bridge`,
      "worker-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });

  it('has another nonce at every load', async () => {
    const bodies = await Promise.all([1, 2, 3].map(async () => (await fetch(`${host.origin}/`)).text()));
    expect(new Set(bodies).size).toBe(3);
  });

  it('answers HEAD without a body', async () => {
    const response = await fetch(`${host.origin}/assets/a.js`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '1', '']);
  });
});

/** Requests that are all refused; `HOST` and `PORT` stand for the right ones. */
const HOSTILE: readonly (readonly [string, string, readonly string[], readonly number[]])[] = [
  ...[
    'localhost:PORT',
    'LOCALHOST:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1:PORT1',
    '127.0.0.1.:PORT',
    '127.1:PORT',
    '0.0.0.0:PORT',
    '[::1]:PORT',
    '2130706433:PORT',
    '0x7f.0.0.1:PORT',
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1:PORT.evil.example',
    '127.0.0.1:PORT@evil.example',
    'evil.example@127.0.0.1:PORT',
    '127.0.0.1:PORT, evil.example',
    'rebound.127.0.0.1.nip.io:PORT',
    '',
  ].map((name) => [`the host name ${JSON.stringify(name)}`, 'GET /', [`Host: ${name}`], [403, 400]] as const),
  ['no host name', 'GET /', [], [403, 400]],
  ['two host names', 'GET /', ['Host: HOST', 'Host: evil.example'], [403, 400]],
  ['two host names, ours last', 'GET /', ['Host: evil.example', 'Host: HOST'], [403, 400]],
  ['a foreign name in the address', 'GET http://evil.example/', ['Host: HOST'], [404]],
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'].map(
    (method) => [`the method ${method}`, `${method} /`, ['Host: HOST', 'Content-Length: 0'], [405]] as const,
  ),
  ['the method CONNECT', 'CONNECT 127.0.0.1:22', ['Host: HOST'], [0, 405]],
  ['a method that is none', 'GARBAGE /', ['Host: HOST'], [0]],
  ['the wish for a service worker', 'GET /assets/a.js', ['Host: HOST', 'Service-Worker: script'], [403]],
  ['a worker as its end', 'GET /assets/a.js', ['Host: HOST', 'Sec-Fetch-Dest: serviceworker'], [403]],
  ['a body', 'GET /', ['Host: HOST', 'Content-Length: 5'], [400]],
  ['a body in pieces', 'GET /', ['Host: HOST', 'Transfer-Encoding: chunked'], [400]],
  ['two lengths', 'GET /', ['Host: HOST', 'Content-Length: 0', 'Content-Length: 5'], [0, 400]],
  ['a length and pieces', 'GET /', ['Host: HOST', 'Content-Length: 0', 'Transfer-Encoding: chunked'], [0, 400]],
  ['a header of 100 kB', 'GET /', ['Host: HOST', `X: ${'a'.repeat(100_000)}`], [0, 431]],
  ['a folded header', 'GET /', ['Host: HOST', ' folded: x'], [0, 400, 403]],
  ['a NUL in a header', 'GET /', ['Host: HOST', 'X: a\u0000b'], [0, 400]],
  ...[
    '/index.html',
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/%252e%252e/package.json',
    '/..\\package.json',
    '/assets/../../package.json',
    '/assets/..;/a.js',
    '//etc/passwd',
    '/etc/passwd',
    '/assets',
    '/assets/',
    '/assets/a.js/',
    '/assets/a.js.',
    '/assets/a.js%00.html',
    '/assets/A.JS',
    '/assets/a.js::$DATA',
    '/assets/a.js?x',
    '/?token=x',
    '/.git/config',
    '/bridge',
    '/__proto__',
    '/constructor',
    '/toString',
    `/${'a'.repeat(4_000)}`,
  ].map((path) => [`the path ${path.slice(0, 40)}`, `GET ${path}`, ['Host: HOST'], [404]] as const),
];

const filled = (text: string): string => text.replaceAll('HOST', `127.0.0.1:${port}`).replaceAll('PORT', String(port));

describe('a hostile request', () => {
  it.each(HOSTILE)('with %s is refused and told nothing', async (_name, line, headers, statuses) => {
    const text = requestText(filled(line), [...headers.map(filled), 'Connection: close']);
    const answer = await sendRaw(port, text);
    expect(statuses).toContain(answer.status);
    expect(answer.body).toBe('');
    expect(answer.head).not.toMatch(/access-control/i);
    expect((await fetch(`${host.origin}/`)).status).toBe(200);
  });

  it('never gets a header that opens the page to another origin', async () => {
    const headers = { Origin: 'http://evil.example', 'Access-Control-Request-Private-Network': 'true' };
    const response = await fetch(`${host.origin}/`, { headers });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('that never ends is ended', async () => {
    const slow = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(slow.status === 0 || slow.status === 408).toBe(true);
  }, 90_000);

  it('in a crowd leaves the host alive', async () => {
    const crowd = await Promise.all(
      Array.from(
        { length: 1_000 },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect({ port, host: '127.0.0.1' });
            socket.on('error', () => resolve(socket));
            socket.on('connect', () => resolve(socket));
          }),
      ),
    );
    for (const socket of crowd) socket.destroy();
    await expect.poll(async () => (await fetch(`${host.origin}/`).catch(() => null))?.status).toBe(200);
  });
});

describe('the socket', () => {
  const upgrade = (...headers: string[]): string =>
    requestText('GET /bridge', [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    ]);

  it('carries text both ways for whoever holds the launch token', async () => {
    const socket = await page(token());
    expect(socket.protocol).toBe('qd.v2');
    expect(socket.extensions).toBe('');
    const answer = heardBy(socket);
    socket.send('hello');
    expect(await answer).toBe('heard hello');
    expect(host.occupied()).toBe(true);
    const ended = closeOf(socket);
    socket.close();
    await ended;
    await expect.poll(() => last().closed).not.toBeNull();
    expect(host.occupied()).toBe(false);
  });

  it('takes a launch token once, and then the session key that replaced it', async () => {
    const first = token();
    await page(first);
    expect(await enter(host.origin, first)).toBe(4001);
    expect(keysRefused).toEqual(['spent']);
    await page(last().session);
    expect(served).toHaveLength(2);
  });

  it('forgets the old session key once the page has shown that it got the new one', async () => {
    const socket = await page(token());
    const { session } = last();
    socket.send('hello');
    socket.send('listen');
    await expect.poll(() => last().texts).toHaveLength(2);
    const again = await page(session);
    again.send('hello');
    again.send('listen');
    await expect.poll(() => last().texts).toHaveLength(2);
    expect(await enter(host.origin, session)).toBe(4002);
    expect(keysRefused).toEqual(['replaced']);
  });

  it.each([
    ['no origin', []],
    ['the origin null', ['Origin: null']],
    ['a foreign origin', ['Origin: http://evil.example']],
    ['the origin of another port', ['Origin: http://127.0.0.1:1']],
    ['the origin without a port', ['Origin: http://127.0.0.1']],
    ['the name localhost as origin', ['Origin: http://localhost:PORT']],
    ['an encrypted origin', ['Origin: https://HOST']],
    ['an origin that begins like ours', ['Origin: http://HOST.evil.example']],
    ['an origin that ends like ours', ['Origin: http://evil.example/http://HOST']],
    ['the origin of a file', ['Origin: file://']],
    ['the origin of an extension', ['Origin: chrome-extension://abcdefghijklmnop']],
    ['two origins', ['Origin: http://HOST', 'Origin: http://evil.example']],
  ])('with %s is refused, although it has the right token, and does not use it up', async (_name, headers) => {
    const key = token();
    const text = upgrade('Host: HOST', ...headers, `Sec-WebSocket-Protocol: qd.v2, qd.key.${key.slice(0, 22)}`);
    expect((await sendRaw(port, filled(text))).status).toBe(403);
    expect(served).toHaveLength(0);
    await page(key);
  });

  it.each(['evil.example', 'localhost:PORT', '127.0.0.1:1', ''])('under the name %j is refused', async (name) => {
    const text = upgrade(
      `Host: ${name}`,
      'Origin: http://HOST',
      `Sec-WebSocket-Protocol: qd.v2, qd.key.${token().slice(0, 22)}`,
    );
    expect((await sendRaw(port, filled(text))).status).toBe(403);
    expect(served).toHaveLength(0);
  });

  it.each([
    ['no key', 'qd.v2'],
    ['an empty id', 'qd.v2, qd.key.'],
    ['the id first', 'qd.key.ID, qd.v2'],
    ['the id alone', 'qd.key.ID'],
    ['another version', 'qd.v1, qd.key.ID'],
    ['one more protocol', 'qd.v2, qd.key.ID, qd.v1'],
    ['the id twice', 'qd.v2, qd.key.ID, qd.key.ID'],
    ['a longer id', 'qd.v2, qd.key.IDx'],
    ['an id of 7 kB', `qd.v2, qd.key.${'A'.repeat(7_000)}`],
    ['the id in another case', 'qd.v2, QD.KEY.ID'],
    ['the whole key', 'qd.v2, qd.key.TOKEN'],
    ['the whole key as before', 'qd.v1, qd.auth.TOKEN'],
  ])('with %s is refused', async (_name, protocols) => {
    const text = upgrade(
      'Host: HOST',
      'Origin: http://HOST',
      `Sec-WebSocket-Protocol: ${protocols.replaceAll('TOKEN', token()).replaceAll('ID', token().slice(0, 22))}`,
    );
    expect((await sendRaw(port, filled(text))).status).toBe(401);
    expect(served).toHaveLength(0);
  });

  it('closes at once on a key that it never made, and says that it is unknown', async () => {
    expect(await enter(host.origin, 'A'.repeat(65))).toBe(4003);
    expect([keysRefused, served]).toEqual([['unknown'], []]);
  });

  it.each([
    ['nothing that is a challenge', ['hello']],
    ['a frame of the core', ['{"t":"hello","wire":2,"contract":"x"}']],
    ['a challenge that is too short', ['{"t":"challenge","nonce":"AAAA"}']],
    ['a challenge with something beside it', [JSON.stringify({ t: 'challenge', nonce: newNonce(), more: 1 })]],
    ['two challenges', [1, 2].map(() => JSON.stringify({ t: 'challenge', nonce: newNonce() }))],
    [
      'a guessed proof',
      [
        JSON.stringify({ t: 'challenge', nonce: newNonce() }),
        JSON.stringify({ t: 'page-proof', proof: 'A'.repeat(43) }),
        '{"t":"hello","wire":2,"contract":"x"}',
      ],
    ],
  ])('lets nobody in who names a key and says %s', async (_name, frames) => {
    const key = token();
    const socket = await knock(host.origin, key);
    if (typeof socket === 'number') throw new Error(String(socket));
    const ended = closeOf(socket);
    for (const frame of frames) socket.send(frame);
    expect(await ended).toBe(4004);
    expect([keysRefused, served]).toEqual([['unproved'], []]);
    expect(host.occupied()).toBe(false);
    // The key was not used up by it.
    await page(key);
  });

  it('does not wait for a proof for ever', async () => {
    const socket = await knock(host.origin, token());
    if (typeof socket === 'number') throw new Error(String(socket));
    expect(host.occupied()).toBe(false);
    expect(await closeOf(socket)).toBe(4004);
  }, 30_000);

  it('takes no key from a cookie, a header or the address', async () => {
    const key = token();
    const text = requestText(`GET /bridge?token=${key}`, [
      'Host: HOST',
      'Origin: http://HOST',
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Cookie: token=${key}; session=${key}`,
      `Authorization: Bearer ${key}`,
    ]);
    expect((await sendRaw(port, filled(text))).status).toBe(404);
    const atPath = upgrade('Host: HOST', 'Origin: http://HOST', `Cookie: token=${key}`, `Authorization: Bearer ${key}`);
    expect((await sendRaw(port, filled(atPath))).status).toBe(401);
  });

  it.each(['POST /bridge', 'GET /', 'GET /bridge/', 'GET /other'])('is not at %s', async (line) => {
    const text = upgrade(
      'Host: HOST',
      'Origin: http://HOST',
      `Sec-WebSocket-Protocol: qd.v2, qd.key.${token().slice(0, 22)}`,
    );
    const answer: RawAnswer = await sendRaw(port, filled(text).replace('GET /bridge', line));
    expect([404, 405]).toContain(answer.status);
    expect(served).toHaveLength(0);
  });

  it('closes on a frame above one mebibyte, on bytes, and goes on serving', async () => {
    const large = await page(token());
    large.send('x'.repeat((1 << 20) + 1));
    expect(await closeOf(large)).toBe(1009);
    const binary = await page(token());
    binary.send(Buffer.from([1, 2, 3]));
    expect(await closeOf(binary)).toBe(1003);
    const exact = await page(token());
    const answer = heardBy(exact);
    exact.send('x'.repeat(1 << 20));
    expect(await answer).toMatch(/^heard x/);
  });

  it.each([
    ['a frame without a mask', Buffer.from([0x81, 0x02, 0x68, 0x69])],
    ['a frame with unknown bits', Buffer.from([0xf1, 0x80, 0, 0, 0, 0])],
    ['text that is none', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28])],
    [
      'a length that is not true',
      Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    ],
    ['noise', Buffer.from(Array.from({ length: 200 }, (_, at) => (at * 73) % 256))],
  ])('ends at %s and the host stays', async (_name, bytes) => {
    const head = filled(
      upgrade('Host: HOST', 'Origin: http://HOST', `Sec-WebSocket-Protocol: qd.v2, qd.key.${token().slice(0, 22)}`),
    );
    const answer = await sendRaw(port, Buffer.concat([Buffer.from(head), bytes]));
    expect(answer.status).toBe(101);
    expect(served).toEqual([]);
    expect((await fetch(`${host.origin}/`)).status).toBe(200);

    // The same from a page that was let in: the core hears none of it.
    const socket = await page(token());
    const ended = closeOf(socket);
    // What the library would never write goes to its connection as it is.
    (Reflect.get(socket, '_socket') as Socket).write(bytes);
    await ended;
    expect(last().texts).toEqual([]);
    expect((await fetch(`${host.origin}/`)).status).toBe(200);
  });

  it("gives the core's reason of closing to the page, cut to what a frame carries", async () => {
    const socket = await page(token());
    const reason = new Promise((resolve) => socket.once('close', (_code, text) => resolve(String(text))));
    last().port.close('This terminal was opened in another window. '.repeat(5));
    expect(await reason).toMatch(/^This terminal was opened in another window\./);
  });
});

it('says which port is taken', async () => {
  await expect(startHost({ port, pages, serve: () => undefined })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use.`,
  );
});

it('tells of what it refused', async () => {
  await knock(host.origin, '', { protocols: ['qd.v2'] });
  await sendRaw(port, requestText('GET /', ['Host: evil.example']));
  expect(refused).toEqual(['no key', 'a foreign host']);
});

it('ends every connection when it closes', async () => {
  const socket = await page(token());
  const ended = closeOf(socket);
  await host.close();
  // The page is told that it is over, so that it stops trying.
  expect(await ended).toBe(4010);
  expect(await sendRaw(port, requestText('GET /', ['Host: x']))).toMatchObject({ status: 0 });
});

it('ends although somebody who was refused keeps his half of the connection open', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  const upgrade = `GET /bridge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade`;
  socket.write(`${upgrade}\r\nOrigin: http://elsewhere.example\r\n\r\n`);
  const refusal: unknown = await new Promise((resolve) => socket.once('data', resolve));
  expect(String(refusal)).toContain('403');
  await host.close();
  socket.destroy();
});

describe('the place of the host', () => {
  it('is another port at every start, and never one that the system hands out in order', async () => {
    const more = await Promise.all([1, 2, 3, 4].map(() => startHost({ port: 0, pages, serve: () => undefined })));
    const ports = [host, ...more].map(({ origin }) => Number(new URL(origin).port));
    await Promise.all(more.map((each) => each.close()));
    expect(new Set(ports).size).toBe(5);
    const steps = ports.slice(1).map((each, at) => Math.abs(each - (ports[at] ?? 0)));
    expect(steps.filter((step) => step < 16).length).toBeLessThan(4);
    for (const each of ports) expect([each >= 20_000, each < 61_000]).toEqual([true, true]);
  });

  it('is reached through a door at a fresh port where it was chosen, which clears it first', async () => {
    const chosen = 61_000 + (port % 4_000);
    const fixed = await startHost({ port: chosen, pages, serve: () => undefined });
    try {
      expect(fixed.origin).toBe(`http://127.0.0.1:${chosen}`);
      const address = new URL(fixed.newAddress());
      expect(Number(address.port)).not.toBe(chosen);
      const response = await fetch(address.origin);
      const text = await response.text();
      expect(response.headers.get('content-security-policy')).toContain(`connect-src ${fixed.origin};`);
      const clear = /"(http:[^"]+\/clear\/[\w-]{43})"/.exec(text)?.[1] ?? '';
      const cleared = await fetch(clear);
      expect(cleared.headers.get('clear-site-data')).toBe('"storage", "cache"');
      expect(cleared.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      // A stranger who does not know the path clears nothing.
      const guessed = await fetch(`${fixed.origin}/clear/${'A'.repeat(43)}`);
      expect([guessed.status, guessed.headers.has('clear-site-data')]).toEqual([404, false]);
      for (const wrong of ['/x', '/bridge']) expect((await fetch(`${address.origin}${wrong}`)).status).toBe(404);
    } finally {
      await fixed.close();
    }
    await expect(fetch(fixed.newAddress())).rejects.toThrow();
  });
});
