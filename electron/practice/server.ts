import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { DEFAULT_ACCOUNTS } from './accounts/accounts.ts';
import { readAccountsFile } from './accounts/accounts-file.ts';
import { startAdmin } from './admin/admin.ts';
import { adminCalls } from './admin/calls.ts';
import { newFaults } from './admin/faults.ts';
import { newArrivals } from './admin/received.ts';
import { catchUp } from './engine/clock/catch-up.ts';
import { chance, fraction } from './engine/random.ts';
import type { Venue } from './engine/venue.ts';
import { answer } from './http/answer.ts';
import type { Desk } from './http/call.ts';
import type { ApiKey } from './http/keys.ts';
import { newLimiter, noLimits } from './http/limits.ts';
import { newListener } from './http/listener.ts';
import { newListenKeys } from './accounts/listen-keys.ts';
import { readReplay, startReplay } from './market/replay.ts';
import { planMood } from './market/mood.ts';
import { openVenue, resumeVenue } from './market/opening.ts';
import type { KnownKey, PracticeAddresses, PracticeOptions, PresetName } from './options.ts';
import { responder } from './http/respond.ts';
import { newKeeper } from './state/keeper.ts';
import { checkStatePath, readState, writeState } from './state/state-file.ts';
import { newHub } from './stream/hub.ts';
import { openStreams } from './stream/upgrade.ts';
import { UnusableState } from './state/unusable-state.ts';

const BUSY_PUMP_MS = 10;
const IDLE_PUMP_MS = 50;

export interface Practice extends PracticeAddresses {
  /** Every key of every account. */
  readonly keys: readonly KnownKey[];
  readonly venue: Venue;
  close(): Promise<void>;
}

/**
 * Starts a practice exchange in this thread. Rejects with one line of reason when it cannot: a port
 * that is taken, a file that is wrong.
 *
 * @param realNow milliseconds that never go back; tests pass their own to let hours go by.
 * @param say words for whoever runs the exchange: that its state is not being kept, and is again.
 */
export async function startPractice(
  options: PracticeOptions = {},
  realNow: () => number = () => performance.now(),
  say: (words: string) => void = (words) => void process.stderr.write(`${words}\n`),
): Promise<Practice> {
  const { port = 0, seed = 1, speed = 1, limits = true, startTime = Date.now(), latencyMs = 0, stateFile } = options;
  const { forms = 'live', saysReplaced = false } = options;
  // Before the past is made, which takes long enough for a clock to be visibly late.
  const startedAt = realNow();
  const { venue, keys } = open(options, startTime);
  // A clock that was set back since it was kept must not let it stand still until it is as late again.
  const from = Math.max(startTime, venue.now);
  let leapt = 0;
  const exchangeNow = (): number => Math.floor(from + leapt + (realNow() - startedAt) * speed);
  const [first] = keys;
  if (first === undefined) throw new Error('The first account has no key.');
  if (stateFile !== undefined) checkStatePath(stateFile);

  const hub = newHub(venue, realNow, forms, saysReplaced);
  venue.outlet = hub.outlet;
  const listenKeys = newListenKeys((key) => hub.cut(key));
  const desk: Desk = {
    forms,
    skewMs: 0,
    maintenance: 0,
    lagMs: 0,
    frozenBooks: null,
    observers: new Set(),
    keys: new Map(keys.map((known) => [known.key, known])),
    newListenKey: (account) => listenKeys.issue(account, venue.now),
    streamedBook(symbol, depth, rpi) {
      const memo = hub.bookMemo(symbol, depth, rpi);
      return memo === null ? null : { at: memo.ts, bids: [...memo.bids], asks: [...memo.asks] };
    },
  };

  const keeper =
    stateFile === undefined ? null : newKeeper(() => writeState(stateFile, venue, desk.keys.values()), say, realNow());
  const luck = chance(seed, 'latency and faults');
  const limiter = limits ? newLimiter() : noLimits;
  const faults = newFaults(() => fraction(luck));
  const arrivals = options.adminPort === undefined ? null : newArrivals();
  const server = newListener(
    responder(
      (request) => {
        catchUp(venue, exchangeNow(), realNow);
        const reply = answer(venue, desk, limiter, request, realNow());
        hub.flush();
        return reply;
      },
      faults,
      arrivals,
      () => (latencyMs === 0 ? 0 : latencyMs * (1 + fraction(luck))),
      ({ headers }) => desk.observers.has(String(headers['x-api-key'])),
    ),
  );
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 65_536 });
  openStreams(server, sockets, hub, (key) => listenKeys.accountOf(key), limits ? realNow : null);
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new Error(
          taken ? `Port ${port} on 127.0.0.1 is in use.` : `Cannot listen on 127.0.0.1:${port}: ${error.message}`,
        ),
      );
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  // A server that listens on TCP has an AddressInfo for its address.
  const { port: taken } = server.address() as AddressInfo;
  const host = `127.0.0.1:${taken}`;
  const shut = (): Promise<void> =>
    new Promise((resolve) => {
      hub.close();
      sockets.close();
      server.close(() => resolve());
      for (const socket of connections) socket.destroy();
    });
  const admin =
    options.adminPort === undefined || arrivals === null
      ? null
      : await startAdmin(
          options.adminPort,
          adminCalls({
            venue,
            desk,
            hub,
            faults,
            arrivals,
            leap: (ms) => {
              leapt += ms;
              catchUp(venue, exchangeNow(), realNow);
            },
            rest: () => `http://${host}`,
            unkept: () => keeper?.trouble() ?? null,
            expireListenKeys: () => listenKeys.expire(Number.MAX_SAFE_INTEGER),
          }),
        ).catch(async (error: unknown) => {
          await shut();
          throw error;
        });

  let timer: NodeJS.Timeout | null = null;
  const pump = (): void => {
    catchUp(venue, exchangeNow(), realNow);
    listenKeys.expire(venue.now);
    hub.pump();
    hub.flush();
    keeper?.look(realNow());
    timer = setTimeout(pump, hub.busy() ? BUSY_PUMP_MS : IDLE_PUMP_MS);
  };
  pump();

  let closing: Promise<void> | null = null;
  return {
    rest: `http://${host}`,
    publicStream: `ws://${host}/v3/public`,
    privateStream: `ws://${host}/v3/private`,
    key: first.key,
    secret: first.secret,
    keys: keys.map(({ key, secret, account, permissions }) => ({ account: account.name, permissions, key, secret })),
    ...(admin === null ? {} : { admin: admin.address }),
    venue,
    close() {
      closing ??= (async () => {
        if (timer !== null) clearTimeout(timer);
        await Promise.all([shut(), admin?.close()]);
        if (stateFile !== undefined) writeState(stateFile, venue, desk.keys.values());
      })();
      return closing;
    },
  };
}

/** The venue of the state file where there is one, else a new one. */
function open(options: PracticeOptions, now: number): { readonly venue: Venue; readonly keys: readonly ApiKey[] } {
  const { seed = 1, preset = 'calm', pastDays = 10, accountsFile, stateFile, replayFile } = options;
  const trades = replayFile === undefined ? null : readReplay(replayFile);
  const accounts = accountsFile === undefined ? DEFAULT_ACCOUNTS : readAccountsFile(accountsFile);
  const kept = stateFile === undefined ? null : goOn(stateFile, now, preset);
  const opened = kept ?? openVenue(seed, now, preset, pastDays, accounts);
  if (trades !== null) startReplay(opened.venue, trades);
  for (const { mood, afterMs } of options.moods ?? []) planMood(opened.venue, mood, afterMs);
  return opened;
}

/** The venue of a state file, taken up again; null where there is none. */
function goOn(stateFile: string, now: number, preset: PresetName): ReturnType<typeof readState> {
  try {
    const kept = readState(stateFile);
    if (kept !== null) resumeVenue(kept.venue, now, preset);
    return kept;
  } catch (error) {
    throw new UnusableState(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
