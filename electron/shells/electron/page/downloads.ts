import type { Session } from 'electron';

/** The page saves nothing by itself: exports are written by the core, where the person chose. */
export function refuseDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault());
}
