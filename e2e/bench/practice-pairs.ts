import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { median, type BenchRow } from './bench.ts';

/**
 * Signed place-and-cancel pairs a second on the practice exchange from another process, beside a bare
 * node:http server that checks the same signature and answers fixed text. The goal is 3,000 pairs a
 * second on two cores, one of which this client uses.
 */
const ROUNDS = 5;
const ROUND_MS = 2_000;
const CONNECTIONS = 16;
const SECRET = 'bench-secret';

const BARE = `
import { createServer } from 'node:http';
import { createHmac, createSecretKey } from 'node:crypto';
const key = createSecretKey(Buffer.from('${SECRET}'));
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { headers, method, url } = request;
    const body = Buffer.concat(chunks);
    const good = createHmac('sha256', key).update(headers['x-api-timestamp'] + method + url).update(body).digest('hex') === headers['x-api-signature'];
    if (method === 'POST') JSON.parse(body.toString());
    const text = JSON.stringify({ success: good, timestamp: Date.now(), data: { orderId: 1954766344355779, clientOrderId: 0, type: 'LIMIT', price: 60000, quantity: 0.001, amount: null, bidAskLevel: null } });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ rest: 'http://127.0.0.1:' + server.address().port, key: 'k', secret: '${SECRET}' })));
`;

interface Server {
  readonly child: ChildProcess;
  readonly pool: Pool;
  readonly key: string;
  readonly secret: KeyObject;
}

async function start(words: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer]; // both servers print one line of JSON when ready
  const { rest, key, secret } = JSON.parse(line.toString()) as { rest: string; key: string; secret: string };
  return {
    child,
    pool: new Pool(rest, { connections: CONNECTIONS, pipelining: 1 }),
    key,
    secret: createSecretKey(Buffer.from(secret)),
  };
}

async function call(
  { pool, key, secret }: Server,
  method: 'POST' | 'DELETE',
  path: string,
  body: string,
): Promise<string> {
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret)
    .update(timestamp + method + path + body)
    .digest('hex');
  const answer = await pool.request({
    method,
    path,
    headers: {
      'x-api-key': key,
      'x-api-timestamp': timestamp,
      'x-api-signature': signature,
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    },
    body: body === '' ? null : body,
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
  return text;
}

const ORDER = '{"symbol":"PERP_BTC_USDT","side":"BUY","type":"LIMIT","price":"60000","quantity":"0.001"}';

async function pairs(server: Server, ms: number): Promise<number> {
  const until = performance.now() + ms;
  let done = 0;
  const walk = async (): Promise<void> => {
    while (performance.now() < until) {
      const placed = await call(server, 'POST', '/v3/trade/order', ORDER);
      const [, id] = /"orderId":(\d+)/.exec(placed) ?? [];
      await call(server, 'DELETE', `/v3/trade/order?orderId=${id}&symbol=PERP_BTC_USDT`, '');
      done += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, walk));
  return (done * 1_000) / (performance.now() - began);
}

export async function run(): Promise<BenchRow[]> {
  const main = fileURLToPath(new URL('../../electron/practice/main.ts', import.meta.url));
  const practice = await start([main, '--port', '0', '--no-limits', '--json']);
  const bare = await start(['--input-type=module', '--eval', BARE]);
  try {
    await pairs(practice, 1_000);
    await pairs(bare, 500);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await pairs(practice, ROUND_MS));
      theirs.push(await pairs(bare, ROUND_MS / 2));
    }
    const subject = median(ours);
    const baseline = median(theirs);
    return [
      {
        name: 'practice: signed place and cancel',
        subject,
        baseline,
        ratio: subject / baseline,
        unit: 'pairs/s',
        note: `goal 3000 pairs/s; rounds ${ours.map((value) => value.toFixed(0)).join(' ')}; more is better`,
      },
    ];
  } finally {
    for (const { child, pool } of [practice, bare]) {
      await pool.close();
      child.kill('SIGTERM');
    }
  }
}
