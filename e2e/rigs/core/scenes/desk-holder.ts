import { createSecretKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Sealed } from '../../../../shared/contract/profiles.ts';
import { openActivity } from '../../../../electron/core/commands/activity/activity.ts';
import { createTableExport } from '../../../../electron/core/page/table-export.ts';
import { createSession } from '../../../../electron/core/session/session.ts';
import { connectExchange } from '../../../../electron/core/exchange/connect.ts';
import { openVault } from '../../../../electron/core/storage/vault.ts';
import { createTerminal } from '../../../../electron/core/session/terminal.ts';
import { realWorld } from '../../../../electron/core/world/world.ts';

/**
 * A process that runs the desk of a folder on its profile "main", for the test that looks into it from
 * outside. A command a line on standard input; each answer is one line of JSON. No secret is in a command.
 */
const [, , folder = ''] = process.argv;
const stored: Record<string, unknown> = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'));
const activity = openActivity(folder, realWorld().clock);
const nowhere = 'http://127.0.0.1:9';
const desk = createSession({
  tables: createTableExport(folder, realWorld().clock),
  world: realWorld(),
  settings: {
    get: (name) => stored[name],
    set: (name, value) => {
      stored[name] = value;
      writeFileSync(join(folder, 'settings.json'), JSON.stringify(stored));
    },
  },
  dataFolder: folder,
  vault: openVault(folder, null),
  keychain: null,
  activity,
  builtIn: {
    profile: {
      id: 'practice',
      name: 'Practice',
      environment: 'practice',
      viewOnly: false,
      rest: nowhere,
      publicStream: 'ws://127.0.0.1:9',
      privateStream: 'ws://127.0.0.1:9',
    },
    credentials: { key: 'none', secret: createSecretKey(Buffer.from('worth nothing')) },
  },
  openTerminal: (profile, credentials) =>
    createTerminal({ world: realWorld(), profile, credentials, dataDir: folder, version: '0.0.0', activity }),
  trial: { world: realWorld, connect: connectExchange },
  kdf: { cost: 2 ** 10, blockSize: 8, parallel: 1 },
});
await desk.start();

const heard: unknown[] = [];
const ask = async (name: string, input: unknown): Promise<unknown> => {
  const answer = await desk.ask(name, input).catch((error: unknown) => String(error));
  heard.push(answer);
  return answer;
};

const commands: Readonly<Record<string, (argument: string) => unknown>> = {
  sealing: () => ask('desk.sealingKey', {}),
  unlock: (sealed) => ask('desk.unlock', { passphrase: JSON.parse(sealed) as Sealed }), // parsed by the contract
  setKey: (input) => ask('profiles.setKey', JSON.parse(input)),
  state: () => [...(desk.feed('connection', '')?.rows() ?? [])],
  order: (input) => ask('orders.place', JSON.parse(input)),
  export: () => ask('activity.export', { kinds: [], results: [], text: '' }),
  lock: () => ask('desk.lock', {}),
  report: () => process.report.writeReport(join(folder, 'report.json')),
  heard: () => heard,
  collect: async () => {
    // Freed key material is wiped when the collector ends the KeyObject, some turns after it is dropped.
    for (let turn = 0; turn < 20; turn += 1) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return {};
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const at = line.indexOf(' ');
  const name = at === -1 ? line : line.slice(0, at);
  const answer = await commands[name]?.(at === -1 ? '' : line.slice(at + 1));
  process.stdout.write(`${JSON.stringify(answer ?? null)}\n`);
}
await desk.stop();
