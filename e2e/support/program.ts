import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice } from '../../electron/practice/server.ts';
import type { Paces } from '../../electron/core/world/paces.ts';
import { writeKept, type KeptSettings } from './kept-settings.ts';

/** The whole program as a user starts it, on the loopback host, in a data folder of its own. */
export interface Program {
  /** The address to open, its one-time token included. */
  readonly address: string;
  readonly dataFolder: string;
  readonly pid: number;
  /** The practice exchange's admin interface, where it was started with `--practice-admin`. */
  readonly admin: string | null;
  /** Types a line at the terminal that it was started from. */
  type(line: string): void;
  /** Everything that it printed so far. */
  output(): string;
  /** Ends it as Ctrl+C would and waits until it is gone. Removes the data folder unless it was given. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would; the data folder stays. */
  kill(): Promise<void>;
}

export interface ProgramOptions {
  readonly args?: readonly string[];
  /** A folder to go on with; by default a new one that is removed at the end. */
  readonly dataFolder?: string;
  /** What the profile Practice has kept before. */
  readonly settings?: KeptSettings;
  /** Profiles beside Practice, as the core's settings have them. */
  readonly profiles?: readonly object[];
  /** How often the core reads, hurried: ms by the names of `electron/core/world/paces.ts`. */
  readonly paces?: Partial<Paces>;
}

const ROOT = join(import.meta.dirname, '../..');
/** Compiled modules, kept from start to start. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'quarterdeck-e2e');
const START_TIMEOUT_MS = 60_000;

/** The product's own, which no test changes. */
const SEED = 1;
let past: Promise<string> | null = null;

/**
 * A state of the practice exchange before its first order: to make up its past at each start takes longer than all
 * else of that start.
 */
function pastOfExchange(): Promise<string> {
  past ??= mkdtemp(join(tmpdir(), 'quarterdeck-past-')).then(async (folder) => {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const stateFile = join(folder, 'state');
    await (await startPractice({ seed: SEED, stateFile })).close();
    return stateFile;
  });
  return past;
}

/**
 * Starts the program with `--browser --no-open --port 0` and waits for the line with its address.
 * Rejects with what was printed when it ends early or says nothing for a minute.
 */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'quarterdeck-e2e-')));
  if (options.dataFolder === undefined)
    await copyFile(await pastOfExchange(), join(dataFolder, `practice-${SEED}.state`));
  if (options.settings !== undefined) writeKept(dataFolder, options.settings);
  if (options.profiles !== undefined)
    await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ profiles: options.profiles }));
  const child = spawn(
    process.execPath,
    [
      'electron/shells/start/start.ts',
      '--browser',
      '--no-open',
      '--port',
      '0',
      '--data-dir',
      dataFolder,
      ...(options.args ?? []),
    ],
    {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: COMPILED,
        ...(options.paces === undefined ? {} : { QUARTERDECK_TEST_PACES: JSON.stringify(options.paces) }),
      },
    },
  );
  const exited = once(child, 'exit');
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the program said no address in time:\n${printed}`)),
      START_TIMEOUT_MS,
    );
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S*#token=[\w-]+/.exec(printed);
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[0]);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the program ended with ${code}:\n${printed}`));
    });
  }).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  if (child.pid === undefined) throw new Error('the program has no process');
  const end = async (signal: 'SIGINT' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    address,
    dataFolder,
    pid: child.pid,
    admin: /admin interface: (http:\S+)/.exec(printed)?.[1] ?? null,
    type: (line) => void child.stdin.write(`${line}\n`),
    output: () => printed,
    stop: async () => {
      await end('SIGINT');
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
  };
}
