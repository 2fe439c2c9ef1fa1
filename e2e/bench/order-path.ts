import { spawn } from 'node:child_process';
import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { OrderRow } from '../../shared/contract/contract.ts';
import { createCommands } from '../../electron/core/commands/commands.ts';
import { connectExchange } from '../../electron/core/exchange/connect.ts';
import { sign } from '../../electron/core/exchange/rest/sign.ts';
import { createFeed } from '../../electron/core/page/feeds.ts';
import { createNotices } from '../../electron/core/commands/notices.ts';
import { createClientIds } from '../../electron/core/orders/client-ids.ts';
import { createPolls } from '../../electron/core/commands/polls.ts';
import { createOwnOrders } from '../../electron/core/orders/book/own-orders.ts';
import { createPlacing } from '../../electron/core/orders/place.ts';
import { realJudge } from '../../electron/core/risk-limits/testing/real-judge.ts';
import { createWaitingSends } from '../../electron/core/orders/waiting-sends.ts';
import { createOrderReads } from '../../electron/core/orders/book/reads.ts';
import { createSettler } from '../../electron/core/orders/settle.ts';
import type { World } from '../../electron/core/world/ports.ts';
import { createAsk, type Answers } from '../../electron/core/page/requests.ts';
import { openJournal, type Journal } from '../../electron/core/storage/journal.ts';
import { withLateOutcomes } from '../../electron/core/storage/late-outcomes.ts';
import { profileSchema } from '../../electron/core/storage/settings.ts';
import { realWorld } from '../../electron/core/world/world.ts';
import { median, type BenchRow } from './bench.ts';
import { AWAITED, SAME_ORDER } from '../../shared/rules/order-questions.ts';
import { parseLossless } from '../../shared/wire/json.ts';
import { INSTRUMENT } from './workspace/load.ts';
import { orderDraft } from '../../shared/testing/order-draft.ts';

/**
 * A whole order through the core (contract parse, policy, rules, journal, limiter, signature, HTTP, lossless
 * parse, own-order book) beside a bare undici POST of the same bytes, one after the other, to a server in
 * a process of its own. Once with the journal on disk and once without it.
 *
 * The bare request is measured in rounds of its own, where nothing else runs between two of them and it has the
 * processor's caches for itself; this is what the goals compare with. It is measured once more right after
 * each order, in the caches that an order leaves, as any request has them that a program makes now and then.
 *
 * A third bar is the least that any client of the interface does: the bare request with a signature of its own, and
 * its answer read without losing digits. What it takes over the bare one no core can leave out.
 */
const ROUNDS = 40;
const A_ROUND = 50;
/** Of each; a terminal that is open all day has its code compiled. */
const WARM_UP = 5_000;
/** Each has its own budget at the limiter, so that nothing waits for it. */
const SYMBOLS = 600;
const SECRET = createSecretKey(Buffer.from('bench-secret'));

const SERVER = `
import { createServer } from 'node:http';
let orderId = 1954766344355779;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const id = /"clientOrderId":(\\d+)/.exec(body)?.[1] ?? '0';
    orderId += 1;
    const text = '{"success":true,"data":{"orderId":' + orderId + ',"clientOrderId":' + id + ',"type":"LIMIT","price":60000,"quantity":0.01,"amount":0,"bidAskLevel":null},"timestamp":' + Date.now() + '}';
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  });
});
server.keepAliveTimeout = 60000;
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;

export async function run(): Promise<BenchRow[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const rest = line.toString().trim();
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-bench-'));
  const { journal } = openJournal(folder, { profile: 'bench', environment: 'practice' }, Date.now());
  const disk = withLateOutcomes(journal, realWorld().clock, () => undefined);
  try {
    return [
      ...(await compare('without the journal', 'goal 1.15', rest, memoryJournal())),
      ...(await compare('with the journal', 'goal 3; it waits for the disk before the first byte', rest, disk)),
    ];
  } finally {
    disk.close();
    child.kill();
    await once(child, 'close');
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(what: string, note: string, rest: string, journal: Journal): Promise<BenchRow[]> {
  const world = realWorld();
  // What left is kept, so that the bare request sends the same.
  let last: Parameters<World['http']['send']>[0] | null = null;
  const place = placing(rest, journal, {
    ...world,
    http: {
      ...world.http,
      send: (request) => {
        last = request;
        return world.http.send(request);
      },
    },
  });
  const pool = new Pool(rest, { connections: 1, pipelining: 1 });
  const request = async (signed: boolean): Promise<string> => {
    if (last === null) throw new Error('No order was placed before.');
    const { method, url, headers, body } = last;
    const path = url.slice(rest.length);
    const sent = signed ? { ...headers, 'x-api-signature': sign(SECRET, Date.now(), method, path, body) } : headers;
    const answer = await pool.request({ method: method as 'POST', path, headers: sent, body }); // placing is a POST
    return await answer.body.text();
  };
  const bare = async (): Promise<void> => void (await request(false));
  const least = async (): Promise<void> => void parseLossless(await request(true));
  let count = 0;
  const whole = async (): Promise<void> => {
    count += 1;
    const outcome = await place(count);
    if (outcome !== 'accepted') throw new Error(`An order was ${outcome}.`);
  };
  try {
    for (let i = 0; i < WARM_UP; i += 1) {
      await whole();
      await bare();
      await least();
    }
    const inRounds: Times = { whole: [], bare: [] };
    const leasts: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await time(A_ROUND, bare, inRounds.bare);
      await time(A_ROUND, whole, inRounds.whole);
      await time(A_ROUND, least, leasts);
    }
    const inTurns: Times = { whole: [], bare: [] };
    for (let turn = 0; turn < ROUNDS * A_ROUND; turn += 1) {
      await time(1, whole, inTurns.whole);
      await time(1, bare, inTurns.bare);
    }
    return [
      row(`place an order through the core, ${what} (median)`, note, inRounds),
      row(`the same, each bare request right after an order`, 'no goal', inTurns),
      row('a bare request with a signature, its answer read', 'the least of any client', {
        ...inRounds,
        whole: leasts,
      }),
    ];
  } finally {
    await pool.close();
    await world.http.close();
  }
}

interface Times {
  readonly whole: number[];
  readonly bare: number[];
}

function row(name: string, note: string, { whole, bare }: Times): BenchRow {
  const [subject, baseline] = [median(whole), median(bare)];
  return {
    name,
    subject: subject * 1000,
    baseline: baseline * 1000,
    ratio: subject / baseline,
    unit: 'µs',
    note: `${note}; ${whole.length} orders`,
  };
}

async function time(times: number, act: () => Promise<void>, into: number[]): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const from = performance.now();
    await act();
    into.push(performance.now() - from);
  }
}

/** The core's way of an order, put together as the terminal does, without the feeds and reads around it. */
function placing(rest: string, journal: Journal, world: World): (count: number) => Promise<string> {
  const { clock, random } = world;
  const profile = profileSchema.parse({
    id: 'bench',
    name: 'Bench',
    environment: 'practice',
    rest,
    publicStream: 'ws://127.0.0.1:1/stream',
    privateStream: 'ws://127.0.0.1:1/stream',
    viewOnly: false,
  });
  const credentials = { key: 'bench', secret: SECRET };
  const { client, exchangeClock } = connectExchange({
    world,
    profile,
    credentials,
    reconcile: () => Promise.resolve(),
  });
  const notices = createNotices(clock);
  const commands = createCommands(journal, clock, notices);
  const orders = createOwnOrders(createFeed<OrderRow>('id'), journal.hasClientOrderId);
  const polls = createPolls(clock);
  const reads = createOrderReads(client, exchangeClock, clock);
  const settler = createSettler({
    orders,
    commands,
    reads,
    polls,
    clock: exchangeClock,
    notices,
    remainingAlgos: () => Promise.resolve(0),
  });
  const place = createPlacing({
    client,
    orders,
    commands,
    settler,
    journal,
    clock,
    exchangeClock,
    follow: () => undefined,
    nextClientId: createClientIds(clock, random),
    instrument: (symbol) => ({ ...INSTRUMENT, symbol }),
    judge: realJudge({ clock, client, commands, instrument: () => INSTRUMENT, orders: orders.all }).judge,
    waiting: createWaitingSends(clock),
    context: () => ({ accountMode: 'FUTURES', positionMode: 'ONE_WAY', bestBid: null, bestAsk: null }),
  });
  const standing = { profile: 'bench', environment: 'practice', viewOnly: false, locked: false } as const;
  // One answer of the contract is asked for here, and no other.
  const ask = createAsk({ 'orders.place': place } as unknown as Answers, () => standing);
  return async (count) => {
    const outcome = (await ask('orders.place', {
      commandId: crypto.randomUUID(),
      environment: 'practice',
      profile: 'bench',
      // The same order comes again at once: a person would be asked.
      answered: [SAME_ORDER, AWAITED],
      draft: orderDraft({ symbol: `PERP_Q${count % SYMBOLS}_USDT`, price: '60000' }),
    })) as { status: string }; // the contract's outcome
    return outcome.status;
  };
}

/** Keeps what is written in memory alone. */
function memoryJournal(): Journal {
  const ids = new Set<string>();
  return {
    begin: ({ clientOrderId }) => {
      if (clientOrderId !== null) ids.add(clientOrderId);
    },
    finish: () => undefined,
    find: () => null,
    hasClientOrderId: (id) => ids.has(id),
    unsettled: () => [],
    newest: () => [],
    ofOrder: () => [],
    moves: () => [],
    close: () => undefined,
  };
}
