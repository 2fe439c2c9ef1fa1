import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { startProgram } from '../support/program.ts';
import { expect, test } from '../support/terminal.ts';

/* The loopback host, as browsers and strangers meet it. */

const orderEntry = { name: 'Order entry' } as const;
const LOST = 'Disconnected from the terminal.';

test('the token leaves the address at once, and a reload keeps the session', async ({ page, program }) => {
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.reload();
  await page.getByRole('region', orderEntry).waitFor();
  await expect(page.getByText(LOST, { exact: true })).toBeHidden();
  expect(program.output().trimEnd().split('\n')).toHaveLength(1);
});

test('an address that was used opens nothing for somebody else', async ({ page, program, browser }) => {
  await expect(page.getByText(LOST, { exact: true })).toBeHidden();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(program.address);
  await expect(stranger.getByText(LOST, { exact: true })).toBeVisible();
  await expect(stranger.getByRole('complementary', { name: 'Core' })).toContainText(
    'This address was opened before, and works once.',
  );
  await expect(stranger.getByRole('button', { name: 'Try now', exact: true })).toBeVisible();
  await expect(page.getByText(LOST, { exact: true })).toBeHidden();
  await expect.poll(program.output).toContain('An address that was opened before was opened again');
  await stranger.context().close();
});

test('a window of an earlier start says so and stops trying', async ({ page, program }) => {
  await program.stop();
  await expect(page.getByRole('complementary', { name: 'Core' })).toContainText(
    'Quarterdeck has ended. Start it again',
  );
  await expect(page.getByRole('button', { name: 'Try now', exact: true })).toBeVisible();
});

test('a window whose start was killed obeys nobody who has taken its port', async ({ page, program }) => {
  const { port } = new URL(page.url());
  await program.kill();
  const said: string[] = [];
  let loads = 0;
  page.on('framenavigated', () => (loads += 1));
  const thief = createServer((_request, response) => response.end('<!doctype html><title>Thief</title>'));
  const sockets = new WebSocketServer({ server: thief, handleProtocols: () => 'qd.v2' });
  sockets.on('connection', (socket) => {
    socket.on('message', (text) => said.push(String(text)));
    socket.send('{"t":"reload","reason":"x"}');
  });
  await new Promise<void>((resolve) => thief.listen(Number(port), '127.0.0.1', resolve));
  await expect(page.getByRole('complementary', { name: 'Core' })).toContainText(
    'Another program answers at this address',
    { timeout: 30_000 },
  );
  await expect(page.getByRole('button', { name: 'Try now', exact: true })).toBeVisible();
  expect(loads).toBe(0);
  // It learned that there is a window, and nothing else.
  expect(said.map((text) => Object.keys(JSON.parse(text) as object))).toEqual(said.map(() => ['t', 'nonce']));
  thief.closeAllConnections();
  await new Promise((resolve) => thief.close(resolve));
});

test('a service worker that was left at a chosen port is gone before the page opens', async ({ browser }, info) => {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const thief = createServer(({ url }, response) => {
    const script = `self.addEventListener('install', () => self.skipWaiting());
      self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
      self.addEventListener('fetch', (event) => event.respondWith(new Response('<h1>Thief</h1>' , { headers: { 'Content-Type': 'text/html' } })));`;
    const isScript = url === '/sw.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>Before</title>');
  });
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  const place = thief.address();
  if (place === null || typeof place === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${place.port}`;
  await tab.goto(origin);
  await tab.evaluate(async () => {
    localStorage.setItem('quarterdeck.settings', '{}');
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  await tab.goto(origin);
  await expect(tab.getByRole('heading', { name: 'Thief' })).toBeVisible();
  thief.closeAllConnections();
  await new Promise((resolve) => thief.close(resolve));

  const program = await startProgram({ args: ['--port', String(place.port)], dataFolder: info.outputPath('data') });
  try {
    await tab.goto(program.address);
    await tab.getByRole('region', orderEntry).waitFor();
    expect(new URL(tab.url()).origin).toBe(origin);
    expect(await tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    expect(await tab.evaluate(() => localStorage.length)).toBe(0);
  } finally {
    await program.stop();
    await context.close();
  }
});

test('a tab with a copied key takes the session over, and the first one does not take it back', async ({
  page,
  context,
}) => {
  const key = await page.evaluate(() => sessionStorage.getItem('quarterdeck.session'));
  const copy = await context.newPage();
  await copy.addInitScript((copied) => {
    if (copied !== null && sessionStorage.getItem('quarterdeck.session') === null)
      sessionStorage.setItem('quarterdeck.session', copied);
  }, key);
  await copy.goto(page.url());
  await copy.getByRole('region', orderEntry).waitFor();
  await expect(page.getByText(LOST, { exact: true })).toBeVisible();
  // It tries again by itself, is refused, and stays so.
  await expect(page.getByRole('complementary', { name: 'Core' })).toContainText(
    'This terminal was opened in another window',
  );
  await page.getByRole('button', { name: 'Try now', exact: true }).click();
  await expect(page.getByText(LOST, { exact: true })).toBeVisible();
  await expect(copy.getByText(LOST, { exact: true })).toBeHidden();
});

test('a page of another program of this machine gets neither the socket nor the page', async ({ program, browser }) => {
  const { origin, hash } = new URL(program.address);
  const other = createServer((_request, response) => response.end('<!doctype html><title>another program</title>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(`http://127.0.0.1:${address.port}/`);
  const got = await stranger.evaluate(
    async ([host, token]) => {
      const socket = await new Promise((resolve) => {
        const opened = new WebSocket(`${host.replace('http', 'ws')}/bridge`, ['qd.v2', `qd.key.${token.slice(0, 22)}`]);
        opened.addEventListener('open', () => resolve('open'));
        opened.addEventListener('error', () => resolve('refused'));
      });
      const fetched = await fetch(host).then(
        () => 'read',
        () => 'refused',
      );
      const framed = await new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.addEventListener('load', () => {
          try {
            resolve(frame.contentDocument?.title ?? 'refused');
          } catch {
            resolve('refused');
          }
        });
        frame.src = host;
        document.body.append(frame);
      });
      const script = await new Promise((resolve) => {
        const element = document.createElement('script');
        element.addEventListener('load', () => resolve('ran'));
        element.addEventListener('error', () => resolve('refused'));
        element.src = host;
        document.head.append(element);
      });
      return { socket, fetched, framed, script };
    },
    [origin, hash.replace('#token=', '')] as const,
  );
  expect(got).toEqual({ socket: 'refused', fetched: 'refused', framed: 'refused', script: 'refused' });
  await context.close();
  await new Promise((resolve) => other.close(resolve));

  // The token was not used up by the refusal.
  const own = await (await browser.newContext()).newPage();
  await own.goto(program.address);
  await own.getByRole('region', orderEntry).waitFor();
  await expect(own.getByText(LOST, { exact: true })).toBeHidden();
  await own.context().close();
});

test('nothing that is put into the page runs or reaches the outside', async ({ page }) => {
  let arrived = 0;
  // Chromium may connect ahead of a frame that is then refused; no request ever follows.
  const outside = createServer((_request, response) => {
    arrived += 1;
    response.end('1');
  });
  outside.on('upgrade', (_request, socket) => {
    arrived += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const address = outside.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const tried = await page.evaluate(async (port) => {
    const evil = `http://127.0.0.1:${port}`;
    // It says yes and is blocked afterwards, so that only its arrival counts.
    navigator.sendBeacon(`${evil}/beacon`);
    const outcome = async (attempt: () => unknown): Promise<string> => {
      try {
        await attempt();
        return 'allowed';
      } catch {
        return 'refused';
      }
    };
    const loads = (element: HTMLElement): Promise<void> =>
      new Promise((resolve, reject) => {
        element.addEventListener('load', () => resolve());
        element.addEventListener('error', reject);
        document.head.append(element);
        setTimeout(() => reject(new Error('nothing came')), 1_000);
      });
    const make = (name: string, attributes: Record<string, string>): HTMLElement => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    return {
      fetch: await outcome(() => fetch(`${evil}/`)),
      ownFetch: await outcome(() => fetch('/')),
      socket: await outcome(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
            socket.addEventListener('open', resolve);
            socket.addEventListener('error', reject);
          }),
      ),
      eval: await outcome(() => Reflect.get(globalThis, 'eval')('1')),
      function: await outcome(() => new Function('return 1')()),
      timer: await outcome(() => Reflect.apply(setTimeout, globalThis, ['1'])),
      markup: await outcome(() => {
        document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
      }),
      inlineScript: await outcome(() => {
        const script = document.createElement('script');
        script.append('globalThis.wasRun = true');
        document.head.append(script);
        if (Reflect.get(globalThis, 'wasRun') !== true) throw new Error('refused');
      }),
      script: await outcome(() => loads(make('script', { src: `${evil}/x.js` }))),
      style: await outcome(() => loads(make('link', { rel: 'stylesheet', href: `${evil}/x.css` }))),
      prefetch: await outcome(() => loads(make('link', { rel: 'prefetch', href: `${evil}/x` }))),
      image: await outcome(() => loads(make('img', { src: `${evil}/x.png` }))),
      frame: await outcome(() =>
        loads(make('iframe', { src: `${evil}/` })).then(() => Promise.reject(new Error('an error page'))),
      ),
      worker: await outcome(
        () =>
          new Promise((resolve, reject) => {
            const worker = new Worker('/assets/x.js');
            worker.addEventListener('message', resolve);
            worker.addEventListener('error', reject);
          }),
      ),
      serviceWorker: await outcome(() => navigator.serviceWorker.register('/assets/x.js')),
    };
  }, address.port);
  expect(Object.entries(tried).filter(([, end]) => end !== 'refused')).toEqual([]);
  expect(arrived).toBe(0);
  outside.closeAllConnections();
  await new Promise((resolve) => outside.close(resolve));
});
