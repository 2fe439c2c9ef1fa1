import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { WebSocketServer } from 'ws';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { FaultError } from '../../../shared/errors.ts';
import { serveBridge, type BridgeTerminal } from '../../../electron/core/page/bridge.ts';
import { createFeed } from '../../../electron/core/page/feeds.ts';
import { realWorld } from '../../../electron/core/world/world.ts';
import { startHost } from '../../../electron/shells/host/host.ts';
import { readPageFiles } from '../../../electron/shells/electron/page/page-files.ts';
import { MARKET } from '../workspace/load.ts';
import { stillFeeds } from '../workspace/still-feeds.ts';
import { changesOf, forestRows } from './load.ts';

/* A process that feeds one page with a forest. Prints the address in one line; what it is sent begins with a line on its input. */
const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    pages: { type: 'string' },
    nodes: { type: 'string' },
    depth: { type: 'string' },
    updates: { type: 'string' },
    prices: { type: 'string' },
    among: { type: 'string', default: '' },
  },
});
const pages = await readPageFiles(values.pages ?? '');
const rows = forestRows({ nodes: Number(values.nodes), depth: Number(values.depth) });
const changes = changesOf(rows, values.among === '' ? rows.length : Number(values.among));
const PULSE_MS = 20;

/** Hands out changes at the load's pace, however late a timer is. */
function drive(nodes: (changed: readonly AlgoRow[]) => void, market: (price: string) => void): void {
  const from = performance.now();
  let told = 0;
  let priced = 0;
  setInterval(() => {
    const passed = (performance.now() - from) / 1000;
    const due = Math.floor(passed * Number(values.updates)) - told;
    if (due > 0) {
      told += due;
      nodes(changes.nodes(due));
    }
    if (priced / Number(values.prices) < passed) {
      priced += 1;
      market(changes.market());
    }
  }, PULSE_MS);
}

async function terminal(): Promise<string> {
  const still = stillFeeds();
  const algo = createFeed<AlgoRow>('id');
  const market = createFeed<typeof MARKET>('symbol');
  algo.put(...rows);
  market.put(MARKET);
  drive(
    (changed) => algo.put(...changed),
    (last) => market.put({ ...MARKET, last: last as typeof MARKET.last, mark: last as typeof MARKET.mark }), // made as decimals
  );
  const bridge: BridgeTerminal = {
    clock: realWorld().clock,
    ask: (name) =>
      name === 'terminal.time'
        ? Promise.resolve({ local: Date.now(), offset: 0 })
        : Promise.reject(
            new FaultError({ kind: 'NotAllowed', policy: 'unsupported', reason: 'Not in this benchmark.' }),
          ),
    feed: (name) =>
      name === 'algoOrders' ? algo : name === 'market' ? market : (still[name] ?? createFeed<{ id: string }>('id')),
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

/** The same rows as flat as they come. */
async function bare(): Promise<string> {
  const server = createServer((request, response) => {
    const file = pages.get(request.url ?? '/');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    const waiting = new Map<string, AlgoRow>();
    socket.send(JSON.stringify({ all: rows }));
    drive(
      (changed) => {
        for (const row of changed) waiting.set(row.id, row);
      },
      () => undefined,
    );
    setInterval(() => {
      if (waiting.size === 0) return;
      socket.send(JSON.stringify({ changed: [...waiting.values()] }));
      waiting.clear();
    }, 16);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Listening on a port, so the address is no path.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

console.log(await (values.kind === 'bare' ? bare() : terminal()));
