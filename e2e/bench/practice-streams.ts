import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { percentile, type BenchRow } from './bench.ts';

/**
 * 200 clients, each on 100 public topics of the practice exchange in its wild preset: how late frames
 * arrive (time of arrival less the `ts` in the frame, both on one machine), at the beginning and at the
 * end of the run. A delay that grows would show as a ratio well above 1.
 */
const CLIENTS = 200;
const WARM_MS = 3_000;
const PART_MS = 4_000;
const PARTS = 4;

const SYMBOLS = ['PERP_BTC_USDT', 'PERP_ETH_USDT', 'PERP_SOL_USDT', 'SPOT_BTC_USDT', 'SPOT_ETH_USDT'];
const KINDS = [
  'trade@S',
  'bbo@S',
  'bborpi@S',
  'orderbook10@S',
  'orderbookupdate@S@50',
  'orderbookupdate@S@200',
  'orderbookupdate@S@500',
  'orderbookupdaterpi@S@50',
  'ticker@S',
  'markprice@S',
  ...'1m 3m 5m 15m 30m 1h 4h 1d 1w 1M'.split(' ').map((interval) => `kline@S@${interval}`),
];
const TOPICS = SYMBOLS.flatMap((symbol) => KINDS.map((kind) => kind.replace('S', symbol)));

export async function run(): Promise<BenchRow[]> {
  const main = fileURLToPath(new URL('../../electron/practice/main.ts', import.meta.url));
  const words = [main, '--port', '0', '--no-limits', '--json', '--preset', 'wild', '--past', '0'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const sockets: WebSocket[] = [];
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]; // one line of JSON when ready
    const { publicStream } = JSON.parse(line.toString()) as { publicStream: string };
    let frames = 0;
    let delays: number[] = [];
    for (let i = 0; i < CLIENTS; i += 1) {
      const socket = new WebSocket(publicStream, { perMessageDeflate: false });
      sockets.push(socket);
      await once(socket, 'open');
      for (let from = 0; from < TOPICS.length; from += 10)
        socket.send(JSON.stringify({ id: '1', cmd: 'SUBSCRIBE', params: TOPICS.slice(from, from + 10) }));
      socket.on('message', (message: Buffer) => {
        frames += 1;
        // Every 16th frame is enough to know the delay, and keeps this client out of the figure.
        if (frames % 16 !== 0) return;
        const at = message.indexOf('"ts":');
        if (at !== -1) delays.push(Date.now() - Number(message.toString('latin1', at + 5, at + 18)));
      });
    }
    const parts: { readonly p50: number; readonly p99: number; readonly rate: number }[] = [];
    await passed(WARM_MS);
    for (let part = 0; part < PARTS; part += 1) {
      frames = 0;
      delays = [];
      await passed(PART_MS);
      parts.push({ p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), rate: (frames * 1_000) / PART_MS });
    }
    const [first] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined) return [];
    const open = sockets.filter((socket) => socket.readyState === WebSocket.OPEN).length;
    return [
      {
        name: 'practice: delay of a frame, 200 clients on 100 topics (p99, end of the run beside its start)',
        subject: last.p99,
        baseline: first.p99,
        ratio: last.p99 / Math.max(1, first.p99),
        unit: 'ms',
        note: `p50 ${parts.map(({ p50 }) => p50).join(' ')} ms; ${last.rate.toFixed(0)} frames/s in all; ${open} of ${CLIENTS} still open; less is better`,
      },
    ];
  } finally {
    for (const socket of sockets) socket.terminate();
    child.kill('SIGTERM');
  }
}

/** Lets the other side work for a while; a benchmark measures time, so here it has to pass. */
const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
