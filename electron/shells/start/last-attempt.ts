import type { SettingsStore } from '../../core/storage/settings.ts';

/** How long a failed fetch of the runtime is remembered, so that every later start is quick. */
const REMEMBERED_MS = 24 * 3_600_000;
const KEY = 'electronFetchFailed';

/** Whether fetching this version failed within the last day. A clock that was set back forgets it. */
export function failedLately(settings: SettingsStore, version: string, now: number): boolean {
  const failed = settings.get(KEY);
  if (typeof failed !== 'object' || failed === null || !('version' in failed && 'at' in failed)) return false;
  const age = now - Number(failed.at);
  return failed.version === version && age >= 0 && age < REMEMBERED_MS;
}

export function rememberFailure(settings: SettingsStore, version: string, now: number): void {
  try {
    settings.set(KEY, { version, at: now });
  } catch {
    // A disk that takes nothing: the next start tries again.
  }
}
