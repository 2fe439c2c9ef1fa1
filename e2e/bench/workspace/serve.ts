import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { WebSocketServer } from 'ws';
import type { BookRow, OrderRow } from '../../../shared/contract/contract.ts';
import { FaultError } from '../../../shared/errors.ts';
import { serveBridge, type BridgeTerminal } from '../../../electron/core/page/bridge.ts';
import { createFeed } from '../../../electron/core/page/feeds.ts';
import { realWorld } from '../../../electron/core/world/world.ts';
import { startHost } from '../../../electron/shells/host/host.ts';
import { readPageFiles } from '../../../electron/shells/electron/page/page-files.ts';
import { createLoad, PULSE_MS, SYMBOL, type Load } from './load.ts';
import { stillFeeds } from './still-feeds.ts';

/*
 * A process that feeds one page: the terminal's over its host and bridge, or the bare one over a plain
 * socket. Prints the address in one line.
 */
const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    pages: { type: 'string' },
    orders: { type: 'string' },
    updates: { type: 'string' },
    books: { type: 'string' },
  },
});
const load: Load = {
  orders: Number(values.orders),
  updates: Number(values.updates),
  books: Number(values.books),
};
const pages = await readPageFiles(values.pages ?? '');
const source = createLoad(load);

/** Hands out changes at the load's pace, however late a timer is. */
function drive(orders: (rows: readonly OrderRow[]) => void, book: (row: BookRow) => void): void {
  const from = performance.now();
  let pulses = 0;
  let books = 0;
  setInterval(() => {
    const passed = performance.now() - from;
    while (pulses * PULSE_MS < passed) {
      pulses += 1;
      orders(source.pulse());
    }
    while ((books * 1000) / load.books < passed) {
      books += 1;
      book(source.book());
    }
  }, PULSE_MS);
}

async function terminal(): Promise<string> {
  const world = realWorld();
  const feeds = stillFeeds();
  const orders = createFeed<OrderRow>('id');
  const books = createFeed<BookRow>('id');
  orders.put(...source.orders());
  books.put(source.book());
  drive(
    (rows) => orders.put(...rows),
    (row) => books.put(row),
  );
  const bridge: BridgeTerminal = {
    clock: world.clock,
    ask: (name) => {
      if (name === 'terminal.time') return Promise.resolve({ local: Date.now(), offset: 0 });
      if (name === 'market.candles') return Promise.resolve({ candles: source.candles() });
      return Promise.reject(
        new FaultError({ kind: 'NotAllowed', policy: 'unsupported', reason: 'Not in this benchmark.' }),
      );
    },
    feed: (name, key) =>
      name === 'orders'
        ? orders
        : name === 'book' && key === SYMBOL
          ? books
          : (feeds[name] ?? createFeed<{ id: string }>('id')),
    takeSession: () => undefined,
  };
  const host = await startHost({
    port: 0,
    pages,
    serve: (port, session) =>
      serveBridge(port, bridge, {
        shell: { name: 'browser', keychain: false, nativeDialogs: false, notifications: false },
        session,
      }),
  });
  return host.newAddress();
}

/** The same rows as one text a frame of the screen, as simply as it can be done. */
async function bare(): Promise<string> {
  const server = createServer((request, response) => {
    const file = pages.get(request.url ?? '/');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    const waiting = new Map<string, OrderRow>();
    let newest: BookRow | null = null;
    socket.send(JSON.stringify({ all: source.orders() }));
    drive(
      (rows) => {
        for (const row of rows) waiting.set(row.id, row);
      },
      (row) => (newest = row),
    );
    setInterval(() => {
      if (waiting.size === 0 && newest === null) return;
      socket.send(JSON.stringify({ orders: [...waiting.values()], book: newest }));
      waiting.clear();
      newest = null;
    }, 16);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Listening on a port, so the address is no path.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

console.log(await (values.kind === 'bare' ? bare() : terminal()));
