import type { App } from 'electron';

/**
 * Two terminals of one person would each keep a stream and a dead-man switch of the same key.
 *
 * @param show brings the first one's window to the front when a second is started.
 * @returns whether this is the first; if not, it must end.
 */
export function holdSingleInstance(app: Pick<App, 'requestSingleInstanceLock' | 'on'>, show: () => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', show);
  return true;
}
