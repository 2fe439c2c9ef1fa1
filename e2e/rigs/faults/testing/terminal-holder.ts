import { createSecretKey } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { Profile } from '../../../../electron/core/storage/settings.ts';
import { openJournal, type Journal } from '../../../../electron/core/storage/journal.ts';
import { createTerminal } from '../../../../electron/core/session/terminal.ts';
import { realWorld } from '../../../../electron/core/world/world.ts';

/**
 * A process that runs a terminal, for tests that kill or stop it. It is told everything as JSON on its
 * command line, but for the secret, which is the first line of standard input; each further line is one order
 * to place, as the contract takes it, or `show`. It answers in lines of JSON.
 */
export interface HolderOptions {
  readonly profile: Profile;
  readonly key: string;
  readonly folder: string;
  /** Where it kills itself around the next order. */
  readonly killAt: KillPoint | null;
}

/** `in journal` comes with how many µs after the writing began. */
export type KillPoint = 'before journal' | 'after journal' | 'after answer' | { readonly inJournalAfter: number };

const { profile, key, folder, killAt } = JSON.parse(process.argv[2] ?? '{}') as HolderOptions; // written by the test
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const die = (): void => void process.kill(process.pid, 'SIGKILL');

/** Kills the process from another thread, so long after it is told to. */
const KILLER = `
const { workerData, parentPort } = require('node:worker_threads');
parentPort.postMessage('ready');
Atomics.wait(workerData.flag, 0, 0);
const end = process.hrtime.bigint() + BigInt(workerData.after) * 1000n;
while (process.hrtime.bigint() < end);
process.kill(process.pid, 'SIGKILL');
`;
const flag = new Int32Array(new SharedArrayBuffer(4));
if (typeof killAt === 'object' && killAt !== null) {
  const killer = new Worker(KILLER, { eval: true, workerData: { flag, after: killAt.inJournalAfter } });
  await new Promise((resolve) => killer.once('message', resolve));
}

function deadly(journal: Journal): Journal {
  return {
    ...journal,
    begin(entry) {
      if (killAt === 'before journal') die();
      if (typeof killAt === 'object' && killAt !== null) {
        Atomics.store(flag, 0, 1);
        Atomics.notify(flag, 0);
      }
      journal.begin(entry);
      if (killAt === 'after journal') die();
    },
  };
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { value: secret } = await lines.next();
const world = realWorld();
try {
  const terminal = createTerminal({
    world: {
      ...world,
      http: {
        close: world.http.close,
        async send(request) {
          const answer = await world.http.send(request);
          if (killAt === 'after answer' && request.method === 'POST' && request.url.endsWith('/v3/trade/order')) die();
          return answer;
        },
      },
    },
    profile,
    credentials: { key, secret: createSecretKey(Buffer.from(String(secret))) },
    dataDir: folder,
    version: '0.0.0',
    openJournal: (...where) => {
      const opened = openJournal(...where);
      return { ...opened, journal: deadly(opened.journal) };
    },
  });
  terminal.start();
  const rows = (feed: 'instruments' | 'connection' | 'orders' | 'commands'): object[] => [
    ...(terminal.feed(feed, '')?.rows() ?? []),
  ];
  const isLive = (): boolean =>
    rows('instruments').length > 0 &&
    rows('connection').some((row) => 'id' in row && row.id === 'private' && 'state' in row && row.state === 'live');
  while (!isLive()) await new Promise((resolve) => setTimeout(resolve, 10));
  say({ ready: true });
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
    if (line.value === 'show') say({ orders: rows('orders'), commands: rows('commands'), live: isLive() });
    else
      void terminal.ask('orders.place', JSON.parse(line.value)).then(
        (outcome) => say({ outcome }),
        (error: unknown) => say({ refused: String(error) }),
      );
  }
  await terminal.stop();
} catch (error) {
  say({ failed: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  process.stdin.destroy();
}
