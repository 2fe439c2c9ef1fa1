import { createSecretKey } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import program from '../../../package.json' with { type: 'json' };
import { openActivity, type Activity } from '../../core/commands/activity/activity.ts';
import { createTableExport } from '../../core/page/table-export.ts';
import { connectExchange } from '../../core/exchange/connect.ts';
import { oneAtATime } from '../../core/session/outside.ts';
import { createSession, type Session } from '../../core/session/session.ts';
import type { ConfirmMoney } from '../../core/transfers/confirm.ts';
import type { Confirm } from '../../core/session/question.ts';
import type { SettingsStore } from '../../core/storage/settings.ts';
import type { Paces } from '../../core/world/paces.ts';
import { openVault, type Keychain } from '../../core/storage/vault.ts';
import { createTerminal } from '../../core/session/terminal.ts';
import { realWorld } from '../../core/world/world.ts';
import type { PracticeAddresses } from '../../practice/options.ts';
import { UnusableState } from '../../practice/state/unusable-state.ts';
import { startPracticeWorker, type RunningPractice, type WorkerStart } from '../../practice/start-worker.ts';

/** What both shells start the terminal with. */
export interface Composition {
  readonly dataFolder: string;
  readonly settings: SettingsStore;
  /** The platform's, where it is a real one. */
  readonly keychain: Keychain | null;
  /** Asks outside of the page; null where the shell cannot. */
  readonly confirm: Confirm | null;
  /** Asks about a withdrawal outside of the page; null where the shell cannot, and then there are none. */
  readonly confirmMoney: ConfirmMoney | null;
  /** The market of the embedded practice exchange. */
  readonly seed: number;
  /** Port of the practice exchange's admin interface; none is opened when it is left out. */
  readonly practiceAdmin?: number | null;
  /** Where the practice exchange's thread was bundled to. */
  readonly practiceEntry?: string;
  /** What is to be known of the settings' file, for the record; null when there is nothing. */
  readonly settingsNews?: string | null;
  /** Reports of earlier runs that ended in a defect; told in the record. */
  readonly crashes: readonly string[];
  /** Where the thread of the archive was bundled to. */
  readonly archiveEntry?: string;
  /** How often things are read; the product's where left out. */
  readonly paces?: Paces;
  /** Told when the practice exchange ended without being asked to. */
  readonly onPracticeLost: () => void;
}

/** The desk with everything that it needs, started. */
export interface ComposedDesk {
  readonly desk: Session;
  /** Address of the practice exchange's admin interface. */
  readonly practiceAdmin: string | null;
  /** Stops the core and then the practice exchange; calling it again waits for the same end. */
  stop(): Promise<void>;
}

/** Builds and starts the desk and its embedded practice exchange; the same for every shell. */
export async function composeDesk(composition: Composition): Promise<ComposedDesk> {
  const {
    dataFolder,
    settings,
    settingsNews = null,
    keychain,
    confirm,
    confirmMoney,
    seed,
    practiceAdmin = null,
    practiceEntry,
    crashes,
    archiveEntry,
    paces,
    onPracticeLost,
  } = composition;
  const entry = practiceEntry === undefined ? {} : { entry: practiceEntry };
  const practice = await startPracticeIn(dataFolder, {
    seed,
    ...entry,
    ...(practiceAdmin === null ? {} : { adminPort: practiceAdmin }),
  });
  const world = realWorld();
  const activity = openActivity(dataFolder, world.clock);
  const outside = oneAtATime({ confirm, confirmMoney }, world.clock);
  for (const path of crashes) activity.note(crashNote(path));
  if (settingsNews !== null) activity.note(programNote('program.settings', 'warning', settingsNews, ''));
  const desk = createSession({
    tables: createTableExport(dataFolder, world.clock),
    world,
    activity,
    confirm: outside.confirm,
    settings,
    dataFolder,
    vault: openVault(dataFolder, keychain),
    keychain: keychain?.backend ?? null,
    builtIn: practiceAccount(practice.addresses),
    openTerminal: (profile, credentials, bookKey, news, kept) =>
      createTerminal({
        world: realWorld(),
        connect: connectExchange,
        dataDir: dataFolder,
        archiveEntry,
        paces,
        activity,
        version: program.version,
        profile,
        credentials,
        bookKey,
        news,
        kept,
        confirmMoney: outside.confirmMoney,
      }),
    trial: { world: realWorld, connect: connectExchange },
  });
  try {
    await desk.start();
  } catch (error) {
    await practice.stop();
    throw error;
  }
  let stopping: Promise<void> | null = null;
  practice.onWords((words) => activity.note(programNote('program.practice', 'warning', words, '')));
  practice.onExit(() => {
    if (stopping === null) onPracticeLost();
  });
  return {
    desk,
    practiceAdmin: practice.addresses.admin ?? null,
    stop: () => (stopping ??= desk.stop().finally(() => practice.stop())),
  };
}

/** An entry of the record about the program itself. */
const programNote = (
  name: string,
  result: 'noted' | 'warning',
  summary: string,
  answer: string,
): Parameters<Activity['note']>[0] => ({
  kind: 'profile',
  by: 'program',
  profile: 'practice',
  environment: 'practice',
  name,
  symbol: null,
  summary,
  result,
  answer,
});

const CRASHED = 'An earlier run ended in an error of the program. What was on its way is settled with the exchange.';
/** An entry for a run that ended in a defect. */
const crashNote = (path: string): Parameters<Activity['note']>[0] =>
  programNote('program.crashed', 'noted', CRASHED, `A report without secrets: ${path}`);

/** The account of the embedded exchange, whose key and secret are made up and worth nothing. */
function practiceAccount(addresses: PracticeAddresses): Parameters<typeof createSession>[0]['builtIn'] {
  const { rest, publicStream, privateStream, key, secret } = addresses;
  return {
    profile: {
      id: 'practice',
      name: 'Practice',
      environment: 'practice',
      viewOnly: false,
      rest,
      publicStream,
      privateStream,
    },
    credentials: { key, secret: createSecretKey(Buffer.from(secret)) },
  };
}

/** What was traded for practice is kept between two runs; a state that cannot be read is put aside. */
async function startPracticeIn(dataFolder: string, start: WorkerStart): Promise<RunningPractice> {
  const stateFile = join(dataFolder, `practice-${start.seed}.state`);
  const begin = (): Promise<RunningPractice> => startPracticeWorker({ ...start, stateFile });
  try {
    return await begin();
  } catch (error) {
    if (!(error instanceof UnusableState)) throw error;
    renameSync(stateFile, `${stateFile}.set-aside-${Date.now()}`);
    return begin();
  }
}
