import type { SettingsStore } from '../core/storage/settings.ts';

const LAST_PORT = 'browserPort';

/**
 * Starts something at the port that it had the last time: a browser keeps the page's looks, keys and templates
 * by its address, port included. Where that port is taken by now, it gets a free one.
 *
 * @param start rejects when the port cannot be had; 0 takes a free one.
 * @returns what was started.
 */
export async function atSamePort<Started extends { readonly origin: string }>(
  settings: SettingsStore,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  const last = portOf(settings.get(LAST_PORT));
  const started = last === null ? await start(0) : await start(last).catch(() => start(0));
  const port = portOf(Number(new URL(started.origin).port));
  try {
    if (port !== last) settings.set(LAST_PORT, port);
  } catch {
    // A disk that takes nothing is told of elsewhere, and costs no more here than the looks of the page.
  }
  return started;
}

const portOf = (stored: unknown): number | null =>
  typeof stored === 'number' && Number.isInteger(stored) && stored >= 1024 && stored <= 65_535 ? stored : null;
