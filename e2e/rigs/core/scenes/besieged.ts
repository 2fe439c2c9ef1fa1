import { createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../../../shared/contract/contract.ts';
import { openActivity } from '../../../../electron/core/commands/activity/activity.ts';
import { createTableExport } from '../../../../electron/core/page/table-export.ts';
import type { ConfirmMoney } from '../../../../electron/core/transfers/confirm.ts';
import { createSession, type Session } from '../../../../electron/core/session/session.ts';
import { connectExchange } from '../../../../electron/core/exchange/connect.ts';
import type { HttpRequest, World } from '../../../../electron/core/world/ports.ts';
import { Vault } from '../../../../electron/core/storage/vault.ts';
import { createTerminal } from '../../../../electron/core/session/terminal.ts';
import { realWorld } from '../../../../electron/core/world/world.ts';
import { recordingHttp } from './hostile-page.ts';

/** Where an exchange is, and a key of it. */
export interface Known {
  readonly rest: string;
  readonly publicStream: string;
  readonly privateStream: string;
  readonly key: string;
  readonly secret: string;
}

export const PASSPHRASE = 'three short words';
export const SECRET_PROFILE = 'main';

/** A desk with a profile "Main" whose key is in the vault, for what must not be possible. */
export interface Besieged {
  readonly desk: Session;
  readonly folder: string;
  /** Every request that left for an exchange. */
  readonly sent: HttpRequest[];
  /** Those that would change something there. */
  writes(): readonly HttpRequest[];
  /** Texts that nobody outside may ever read. */
  readonly secrets: readonly string[];
  stop(): Promise<void>;
}

/** Opens it on "Main", which is then locked, or on practice. */
export async function besiege(
  built: Known,
  main: Known,
  part: {
    readonly open?: 'main' | 'practice';
    readonly environment?: Environment;
    readonly viewOnly?: boolean;
    /** Asked outside of the page about money. */
    readonly person?: ConfirmMoney;
  } = {},
): Promise<Besieged> {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-besieged-'));
  const vault = Vault.open(join(folder, 'vault'), null);
  await vault.create(Buffer.from(PASSPHRASE), { cost: 2 ** 10, blockSize: 8, parallel: 1 });
  vault.put(SECRET_PROFILE, main.key, Buffer.from(main.secret));
  vault.lock();
  const { environment = 'live', viewOnly = false } = part;
  const { rest, publicStream, privateStream } = main;
  const profile = { id: SECRET_PROFILE, name: 'Main', environment, rest, publicStream, privateStream, viewOnly };
  const stored = new Map<string, unknown>([
    ['profiles', [profile]],
    ['activeProfile', part.open === 'main' ? SECRET_PROFILE : 'practice'],
  ]);
  const sent: HttpRequest[] = [];
  const world = (): World => ({ ...realWorld(), http: recordingHttp(sent) });
  const activity = openActivity(folder, realWorld().clock);
  const { key, secret, ...places } = built;
  const desk = createSession({
    tables: createTableExport(folder, realWorld().clock),
    world: realWorld(),
    settings: { get: (name) => stored.get(name), set: (name, value) => void stored.set(name, value) },
    dataFolder: folder,
    vault,
    keychain: null,
    activity,
    builtIn: {
      profile: {
        id: 'practice',
        name: 'Practice',
        environment: 'practice',
        viewOnly: false,
        rest: places.rest,
        publicStream: places.publicStream,
        privateStream: places.privateStream,
      },
      credentials: { key, secret: createSecretKey(Buffer.from(secret)) },
    },
    openTerminal: (chosen, credentials, bookKey) =>
      createTerminal({
        world: world(),
        profile: chosen,
        credentials,
        bookKey,
        confirmMoney: part.person ?? null,
        dataDir: folder,
        version: '0.0.0',
        activity,
      }),
    trial: { world, connect: connectExchange },
    kdf: { cost: 2 ** 10, blockSize: 8, parallel: 1 },
  });
  await desk.start();
  return {
    desk,
    folder,
    sent,
    writes: () => sent.filter(({ method, url }) => method !== 'GET' && !url.includes('/v3/account/listenKey')),
    secrets: [main.secret, PASSPHRASE, secret].flatMap((text) => [
      text,
      Buffer.from(text).toString('hex'),
      Buffer.from(text).toString('base64'),
    ]),
    stop: async () => {
      await desk.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
