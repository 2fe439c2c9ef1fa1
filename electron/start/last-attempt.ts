import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long a failed fetch of the runtime is remembered, so that every later start is quick. */
const REMEMBERED_MS = 24 * 3_600_000;

const fileOf = (dataFolder: string): string => join(dataFolder, 'electron-fetch-failed');

/** Whether fetching this version failed within the last day. */
export function failedLately(dataFolder: string, version: string, now: number): boolean {
  try {
    const [failed, at] = readFileSync(fileOf(dataFolder), 'utf8').split(' ');
    const age = now - Number(at);
    return failed === version && age >= 0 && age < REMEMBERED_MS;
  } catch {
    return false;
  }
}

export function rememberFailure(dataFolder: string, version: string, now: number): void {
  writeFileSync(fileOf(dataFolder), `${version} ${now}`, { mode: 0o600 });
}
