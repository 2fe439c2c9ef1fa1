import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../../build/page/page-source.ts';
import type { Cleanup } from './cleanup.ts';

export interface ElectronRun {
  /** Path of the runtime's program. */
  readonly runtime: string;
  readonly dataFolder: string;
  readonly seed: number;
}

/**
 * Builds the program and runs it in Electron until its window is closed.
 *
 * @returns its exit code.
 */
export async function runElectron(run: ElectronRun, cleanup: Cleanup, stopped: Promise<void>): Promise<number> {
  const building = spawn(process.execPath, [join(ROOT, 'build/package/bundle.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [built] = await once(building, 'close');
  if (built !== 0) throw new Error('The program cannot be built.');
  process.stdout.write('Quarterdeck opens in Electron. Ctrl+C stops it.\n');
  // Chromium refuses to run as root with its sandbox.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const electron = spawn(run.runtime, [...asRoot, ROOT, '--data-dir', run.dataFolder, '--seed', String(run.seed)], {
    stdio: 'inherit',
  });
  const ended = new Promise<number>((resolve, reject) => {
    electron.on('error', (error) => reject(new Error(`Electron does not start: ${error.message}`)));
    electron.on('exit', (code) => resolve(code ?? 1));
  });
  cleanup.add(async () => {
    if (electron.exitCode === null && electron.signalCode === null) electron.kill('SIGTERM');
    await ended.catch(() => undefined);
  });
  return Promise.race([ended, stopped.then(() => 0)]);
}
