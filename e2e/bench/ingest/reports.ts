import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Messages a second of the paced ones. */
export const RATE = 2_000;

/**
 * Sends so many execution reports over a socket: as fast as they are taken, about a thousand orders that stay open; or
 * paced, about one order after the other, each filled by its tenth report.
 */
const SERVER = `
import { WebSocketServer } from 'ws';
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
const text = (n, order, step, status) =>
  '{"topic":"executionreport","ts":' + (1752049062500 + n) + ',"data":{"mt":0,"s":"PERP_BTC_USDT","cid":' + (1752049062 + order) + ',"oid":' + (1954766344355779000n + BigInt(order)) + ',"t":"LIMIT","sd":"BUY","ps":"BOTH","sx":"1.0000","px":"64210.5","tid":' + n + ',"esx":"0.05","epx":"64210.5","f":"0.003","fa":"USDT","tesx":"0.' + (10 + step * 5) + '","aepx":"64210.5","ss":"' + status + '","rs":"","tg":"default","tf":"0.003","tfc":"USDT","tr":"0","trc":"USDT","vsx":"1.0000","ts":' + (1752049062496 + n) + ',"ro":false,"mk":true,"lv":10,"m":"CROSS","rpi":false}}';
const ofThousand = (n) => text(n, n % 1000, Math.floor(n / 1000) % 10, 'PARTIAL_FILLED');
const ofAnother = (n) => text(n, Math.floor(n / 10), n % 10, n % 10 === 9 ? 'FILLED' : 'PARTIAL_FILLED');
server.on('connection', (socket, request) => {
  const paced = request.url.includes('paced'), frame = paced ? ofAnother : ofThousand;
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

/** Execution reports from a process of its own. */
export interface Reports {
  readonly fast: (frames: number) => string;
  readonly paced: (frames: number) => string;
  end(): Promise<void>;
}

/** Starts it; `fast` and `paced` give the address of a stream of so many frames. */
export async function startReports(): Promise<Reports> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const address = `ws://127.0.0.1:${line.toString().trim()}`;
  return {
    fast: (frames) => `${address}/?frames=${frames}`,
    paced: (frames) => `${address}/paced?frames=${frames}`,
    end: async () => {
      child.kill();
      await once(child, 'close');
    },
  };
}
