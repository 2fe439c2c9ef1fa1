import { randomBytes } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { DEFAULT_ACCOUNTS } from './accounts.ts';
import { readAccountsFile } from './accounts-file.ts';
import { advance } from './engine/advance.ts';
import type { Account } from './engine/account.ts';
import type { Venue } from './engine/venue.ts';
import { answer } from './http/answer.ts';
import type { Desk } from './http/call.ts';
import { newLimiter, noLimits } from './http/limits.ts';
import { newListener } from './http/listener.ts';
import { openVenue } from './opening.ts';
import type { KnownKey, PracticeAddresses, PracticeOptions } from './options.ts';
import { newHub } from './stream/hub.ts';
import { openStreams } from './stream/upgrade.ts';

const LISTEN_KEY_MS = 24 * 3_600_000;
const BUSY_PUMP_MS = 10;
const IDLE_PUMP_MS = 50;

export interface Practice extends PracticeAddresses {
  /** Every key of every account. */
  readonly keys: readonly KnownKey[];
  readonly venue: Venue;
  close(): Promise<void>;
}

/**
 * Starts a practice exchange in this thread. Rejects with one line of reason when the port cannot be had.
 *
 * @param realNow milliseconds that never go back; tests pass their own to let hours go by.
 */
export async function startPractice(
  options: PracticeOptions = {},
  realNow: () => number = () => performance.now(),
): Promise<Practice> {
  const { port = 0, seed = 1, speed = 1, preset = 'calm', limits = true, startTime = Date.now() } = options;
  const accounts = options.accountsFile === undefined ? DEFAULT_ACCOUNTS : readAccountsFile(options.accountsFile);
  const startedAt = realNow();
  const exchangeNow = (): number => Math.floor(startTime + (realNow() - startedAt) * speed);

  const { venue, keys } = openVenue(seed, startTime, preset, options.pastDays ?? 10, accounts);
  const [first] = keys;
  if (first === undefined) throw new Error('The first account has no key.');
  const hub = newHub(venue, realNow);
  venue.outlet = hub.outlet;
  const listenKeys = new Map<string, { readonly account: Account; readonly expiresAt: number }>();
  const desk: Desk = {
    keys: new Map(keys.map((known) => [known.key, known])),
    newListenKey(account) {
      for (const [old, { account: owner }] of listenKeys) {
        if (owner !== account) continue;
        listenKeys.delete(old);
        hub.cut(old);
      }
      const authKey = randomBytes(24).toString('base64url');
      const expiredTime = venue.now + LISTEN_KEY_MS;
      listenKeys.set(authKey, { account, expiresAt: expiredTime });
      return { authKey, expiredTime };
    },
    streamedBook(symbol, depth, rpi) {
      const memo = hub.bookMemo(symbol, depth, rpi);
      return memo === null ? null : { at: memo.ts, bids: [...memo.bids], asks: [...memo.asks] };
    },
  };
  const expire = (): void => {
    for (const [text, { expiresAt }] of listenKeys) {
      if (expiresAt > venue.now) continue;
      listenKeys.delete(text);
      hub.cut(text);
    }
  };

  const limiter = limits ? newLimiter() : noLimits;
  const server = newListener((request) => {
    advance(venue, exchangeNow());
    const reply = answer(venue, desk, limiter, request, realNow());
    hub.flush();
    return reply;
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 65_536 });
  openStreams(server, sockets, hub, (text) => listenKeys.get(text)?.account ?? null, limits ? realNow : null);

  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `Port ${port} on 127.0.0.1 is in use.`
            : `Cannot listen on 127.0.0.1:${port}: ${error.message}`,
        ),
      );
    });
    server.listen(port, '127.0.0.1', resolve);
  });

  let lastPump = realNow();
  const timer = setInterval(() => {
    if (!hub.busy() && realNow() - lastPump < IDLE_PUMP_MS) return;
    lastPump = realNow();
    advance(venue, exchangeNow());
    expire();
    hub.pump();
    hub.flush();
  }, BUSY_PUMP_MS);

  // A server that listens on TCP has an AddressInfo for its address.
  const { port: taken } = server.address() as AddressInfo;
  const host = `127.0.0.1:${taken}`;
  let closing: Promise<void> | null = null;
  return {
    rest: `http://${host}`,
    publicStream: `ws://${host}/v3/public`,
    privateStream: `ws://${host}/v3/private`,
    key: first.key,
    secret: first.secret,
    keys: keys.map(({ key, secret, account, permissions }) => ({ account: account.name, permissions, key, secret })),
    venue,
    close() {
      closing ??= new Promise((resolve) => {
        clearInterval(timer);
        hub.close();
        sockets.close();
        server.close(() => resolve());
        for (const socket of connections) socket.destroy();
      });
      return closing;
    },
  };
}
