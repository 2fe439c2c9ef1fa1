import type { SettingsStore } from '../../core/storage/settings.ts';

const LAST_PORT = 'browserPort';

/**
 * Starts something at the port that it had the first time: a browser keeps by the address, port included, what earlier
 * versions had there of looks, keys and templates. Where that port is taken, it gets a free one, for this time.
 *
 * @param start rejects when the port cannot be had; 0 takes a free one.
 * @returns what was started.
 */
export async function atSamePort<Started extends { readonly origin: string }>(
  settings: SettingsStore,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  const last = portOf(settings.get(LAST_PORT));
  if (last !== null) return start(last).catch(() => start(0));
  const started = await start(0);
  try {
    settings.set(LAST_PORT, portOf(Number(new URL(started.origin).port)));
  } catch {
    // A disk that takes nothing is told of elsewhere, and costs no more here than another port.
  }
  return started;
}

const portOf = (stored: unknown): number | null =>
  typeof stored === 'number' && Number.isInteger(stored) && stored >= 1024 && stored <= 65_535 ? stored : null;
