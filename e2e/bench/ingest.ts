import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebSocket } from 'ws';
import type { OrderRow } from '../../shared/contract.ts';
import { parseLossless } from '../../shared/json.ts';
import { readPrivate } from '../../shared/v3/topics.ts';
import { openLink } from '../../electron/core/exchange/stream-link.ts';
import { createFeed } from '../../electron/core/feeds.ts';
import { createLives } from '../../electron/core/orders/lives.ts';
import { createOwnOrders } from '../../electron/core/orders/own-orders.ts';
import { createTakeReport } from '../../electron/core/orders/take-report.ts';
import { realWorld } from '../../electron/core/world.ts';
import { median, type BenchRow } from './bench.ts';

/**
 * Execution reports into the core (socket, lossless parse, reading, own-order book, lives, feed) beside a bare
 * `ws` with JSON.parse, sent as fast as they are taken by a process of its own; the lossless parser beside
 * JSON.parse; and the heap under 2,000 messages a second. BENCH_HEAP_SECONDS sets how long that is watched.
 */
const FRAMES = 60_000;
const ROUNDS = 5;
const HEAP_SECONDS = Number(process.env['BENCH_HEAP_SECONDS'] ?? 60);
const RATE = 2_000;

/** Frames about a thousand orders that fill and are forgotten. */
const SERVER = `
import { WebSocketServer } from 'ws';
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
const frame = (n) => {
  const order = n % 1000, step = Math.floor(n / 1000) % 10;
  return '{"topic":"executionreport","ts":' + (1752049062500 + n) + ',"data":{"mt":0,"s":"PERP_BTC_USDT","cid":' + (1752049062 + order) + ',"oid":' + (1954766344355779000n + BigInt(order)) + ',"t":"LIMIT","sd":"BUY","ps":"BOTH","sx":"1.0000","px":"64210.5","tid":' + n + ',"esx":"0.05","epx":"64210.5","f":"0.003","fa":"USDT","tesx":"0.' + (10 + step * 5) + '","aepx":"64210.5","ss":"PARTIAL_FILLED","rs":"","tg":"default","tf":"0.003","tfc":"USDT","tr":"0","trc":"USDT","vsx":"1.0000","ts":' + (1752049062496 + n) + ',"ro":false,"mk":true,"lv":10,"m":"CROSS","rpi":false}}';
};
server.on('connection', (socket, request) => {
  const paced = request.url.includes('paced');
  let sent = 0;
  const most = Number(new URL(request.url, 'ws://x').searchParams.get('frames'));
  const from = performance.now();
  const timer = setInterval(() => {
    const due = paced ? ((performance.now() - from) / 1000) * ${RATE} : most;
    while (sent < Math.min(due, most) && socket.bufferedAmount < 4_000_000) { socket.send(frame(sent)); sent += 1; }
    if (sent >= most) clearInterval(timer);
  }, 1);
  socket.on('close', () => clearInterval(timer));
  socket.on('message', () => socket.send('{"cmd":"PONG","ts":1752049062500}'));
});
server.on('listening', () => console.log(server.address().port));
`;

export async function run(): Promise<BenchRow[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const address = `ws://127.0.0.1:${line.toString().trim()}`;
  try {
    return [await speed(address), parsers(), await heap(address)];
  } finally {
    await end(child);
  }
}

async function speed(address: string): Promise<BenchRow> {
  const cores: number[] = [];
  const bares: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bares.push(await bare(`${address}/?frames=${FRAMES}`));
    cores.push(await core(`${address}/?frames=${FRAMES}`, FRAMES));
  }
  const subject = FRAMES / (median(cores) / 1000);
  const baseline = FRAMES / (median(bares) / 1000);
  return {
    name: 'ingest of execution reports',
    subject,
    baseline,
    ratio: subject / baseline,
    unit: 'frames/s',
    note: 'goal 0.5 of a bare ws with JSON.parse; more is better',
  };
}

function bare(url: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    let count = 0;
    let from = 0;
    socket.on('message', (data: Buffer) => {
      if (count === 0) from = performance.now();
      const frame = JSON.parse(data.toString()) as { topic: string }; // the server's own
      if (frame.topic === 'executionreport') count += 1;
      if (count < FRAMES) return;
      socket.terminate();
      resolve(performance.now() - from);
    });
  });
}

/** The way of a report in the core, put together as the terminal does. Resolves with ms from the first to the last. */
function core(url: string, frames: number, whileRunning: () => void = () => undefined): Promise<number> {
  const world = realWorld();
  const orders = createOwnOrders(createFeed<OrderRow>('id'), () => false, createLives(world.clock));
  const take = createTakeReport(orders, { heard: () => undefined });
  return new Promise((resolve, reject) => {
    let count = 0;
    let from = 0;
    const link = openLink(world, url, {
      onOpen: () => undefined,
      onFrame: (frame) => {
        if (count === 0) from = performance.now();
        const read = readPrivate(frame);
        if (!read.ok) return reject(new Error(read.reason));
        if (read.message.kind === 'executionreport') take(read.message.report);
        count += 1;
        whileRunning();
        if (count < frames) return;
        link.close();
        void world.http.close();
        resolve(performance.now() - from);
      },
      onRefused: (reason) => reject(new Error(reason)),
      onQuiet: () => undefined,
      onEnd: (why) => reject(new Error(why)),
    });
  });
}

const REPORT =
  '{"topic":"executionreport","ts":1752049062500,"data":{"mt":0,"s":"PERP_BTC_USDT","cid":1752049062,"oid":1954766344355779056,"t":"LIMIT","sd":"BUY","ps":"BOTH","sx":"0.2500","px":"64210.5","tid":77,"esx":"0.10","epx":"64210.5","f":"0.003","fa":"USDT","tesx":"0.10","aepx":"64210.5","ss":"PARTIAL_FILLED","rs":"","tg":"default","tf":"0.003","tfc":"USDT","tr":"0","trc":"USDT","vsx":"0.25","ts":1752049062496,"ro":false}}';

function parsers(): BenchRow {
  const time = (parse: (text: string) => unknown): number => {
    const from = performance.now();
    for (let i = 0; i < 50_000; i += 1) parse(REPORT);
    return (performance.now() - from) / 50;
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    theirs.push(time(JSON.parse));
    ours.push(time(parseLossless));
  }
  return {
    name: `lossless JSON of a ${REPORT.length}-byte report`,
    subject: median(ours),
    baseline: median(theirs),
    ratio: median(ours) / median(theirs),
    unit: 'µs',
    note: 'goal 1.5 times JSON.parse',
  };
}

async function heap(address: string): Promise<BenchRow> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // what the flag brings
  const frames = HEAP_SECONDS * RATE;
  let count = 0;
  let early = 0;
  await core(`${address}/paced?frames=${frames}`, frames, () => {
    count += 1;
    if (count !== Math.floor(frames / 5)) return;
    collect();
    early = process.memoryUsage().heapUsed;
  });
  collect();
  const late = process.memoryUsage().heapUsed;
  return {
    name: `heap over ${HEAP_SECONDS} s at ${RATE} messages/s (at the end beside after a fifth)`,
    subject: late / 1e6,
    baseline: early / 1e6,
    ratio: late / early,
    unit: 'MB',
    note: 'flat is 1',
  };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'close');
}
