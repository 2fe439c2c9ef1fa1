import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The Electron package brings its runtime only when it is first asked for, from a place that not every
 * machine reaches.
 */

/** Path of the runtime's program, or null where it has not been fetched. Starts nothing. */
export function findRuntime(electronPackage: string): string | null {
  try {
    const program = join(electronPackage, 'dist', readFileSync(join(electronPackage, 'path.txt'), 'utf8'));
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/** The version that the package would fetch; "none" where there is no package. */
export function runtimeVersion(electronPackage: string): string {
  try {
    const description: unknown = JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8'));
    return typeof description === 'object' && description !== null && 'version' in description
      ? String(description.version)
      : 'none';
  } catch {
    return 'none';
  }
}

export interface FetchBounds {
  /** Given up when for this long nothing is said and no file grows. */
  readonly silenceMs: number;
  readonly totalMs: number;
}

const BOUNDS: FetchBounds = { silenceMs: 20_000, totalMs: 900_000 };
const LOOK_MS = 500;

/**
 * Runs the package's own installer once.
 *
 * @param electronPackage folder of the package.
 * @returns null when the runtime is there afterwards, else one line that says why not.
 */
export async function fetchRuntime(electronPackage: string, bounds: FetchBounds = BOUNDS): Promise<string | null> {
  // A download says nothing while it runs: its own folder for temporary files shows that it grows.
  const temporary = mkdtempSync(join(tmpdir(), 'quarterdeck-runtime-'));
  const installer = spawn(process.execPath, [join(electronPackage, 'install.js')], {
    env: { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let said = '';
  const hear = (chunk: Buffer): void => void (said = `${said}${chunk.toString()}`.slice(-4_000));
  installer.stdout.on('data', hear);
  installer.stderr.on('data', hear);
  try {
    const reason = await new Promise<string | null>((resolve) => {
      const began = performance.now();
      let changed = began;
      let seen = '';
      const looking = setInterval(() => {
        const now = performance.now();
        const sight = `${said.length} ${sizeOf(temporary)} ${sizeOf(join(electronPackage, 'dist'))}`;
        if (sight !== seen) changed = now;
        seen = sight;
        if (now - changed > bounds.silenceMs) resolve(`nothing came for ${Math.round(bounds.silenceMs / 1000)} s`);
        else if (now - began > bounds.totalMs) resolve('it took too long');
      }, LOOK_MS);
      installer.on('error', (error) => resolve(error.message));
      installer.on('close', (code) => resolve(code === 0 ? null : (firstLine(said) ?? `it ended with ${code}`)));
      installer.on('close', () => clearInterval(looking));
    });
    if (reason !== null) return reason;
    return findRuntime(electronPackage) === null ? 'the installer left no runtime' : null;
  } finally {
    killGroup(installer.pid);
    rmSync(temporary, { recursive: true, force: true });
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Bytes of all files below a folder; 0 where there is none. Files may come and go meanwhile. */
function sizeOf(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
    }
  } catch {
    return bytes;
  }
  return bytes;
}

function firstLine(text: string): string | null {
  const line = text.split('\n').find((each) => each.trim() !== '');
  return line === undefined ? null : line.trim().slice(0, 200);
}
