import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './page/page-source.ts';

/** How a program ended, with everything that it said. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a program and keeps what it says. */
export function runQuietly(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = ROOT,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd, env: { ...process.env, ...env } });
    let output = '';
    const hear = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a program in the project's folder and lets it speak. */
export function runAloud(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' });
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Path of a tool that the project's packages bring. */
export const tool = (name: string): string =>
  join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
