import { create } from 'zustand';
import type { ArchiveWhere } from '../../shared/contract/archive.ts';
import type { HistoryName } from '../../shared/history/tables.ts';

/** A way from one panel to rows of a history in another. */
export interface HistoryLink {
  readonly history: HistoryName;
  /** What is looked for there, in the archive. */
  readonly tests: ArchiveWhere['tests'];
  /** What it is in words: "Fills of order 17". */
  readonly label: string;
  /** Rises with each link that is followed. */
  readonly number: number;
}

const useLinks = create<{ readonly link: HistoryLink | null }>(() => ({ link: null }));

/** The link that was last followed to a history, until it is let go. */
export const useHistoryLink = (history: HistoryName): HistoryLink | null =>
  useLinks(({ link }) => (link?.history === history ? link : null));

/** Follows a link: the frame shows the panel, the panel the rows. */
export function followLink(link: Omit<HistoryLink, 'number'>): void {
  useLinks.setState((before) => ({ link: { ...link, number: (before.link?.number ?? 0) + 1 } }));
}

/** Shows everything again. */
export const leaveLink = (): void => useLinks.setState({ link: null });

/** Told of each link that is followed. @returns the unsubscribe. */
export const onLink = (listener: (link: HistoryLink) => void): (() => void) =>
  useLinks.subscribe(({ link }, before) => {
    if (link !== null && link.number !== before.link?.number) listener(link);
  });
