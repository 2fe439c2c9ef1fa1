import type { HistoryName } from '../../../../../shared/history/tables.ts';

/** A download on its way, as it is kept beside the rows that it brought. */
export interface Walk {
  /** Rises with every walk; each row carries that of the walk that saw it last. */
  readonly number: number;
  /** Records up to here, and from here (null for the beginning): exchange ms, both ends included. */
  readonly anchor: number;
  readonly from: number | null;
  /** The page that is read next, from 1. Where there are no pages it only counts. */
  readonly page: number;
  /** Where there are no pages: the end of the range that is read next. */
  readonly cursor: number | null;
  /** Rows a page, as the exchange gives them. */
  readonly size: number;
  /** How many there are by the exchange's last word; null where it has none. */
  readonly total: number | null;
  /** Rows that came, repeated ones too. */
  readonly seen: number;
  /** Time of the oldest row that came. */
  readonly oldest: number | null;
  /** First and last id of the page before, by which a page that is given twice is known. */
  readonly ends: string;
  /** Whether it began once more because rows were missing at its end. */
  readonly again: boolean;
}

/** What the archive has of a history. */
export interface ArchiveState {
  readonly history: HistoryName;
  /** Rows in the archive. */
  readonly rows: number;
  /** Everything up to here is there: the anchor of the last walk that came to its end; null before. */
  readonly reach: number | null;
  /** A walk that has not come to its end. */
  readonly walk: Walk | null;
  /** Number of the last walk, and of the last that came to its end; 0 for none. */
  readonly walks: number;
  readonly finished: number;
  /** What a person should know of the last walk; "" for nothing. */
  readonly note: string;
}

export const emptyState = (history: HistoryName): ArchiveState => ({
  history,
  rows: 0,
  reach: null,
  walk: null,
  walks: 0,
  finished: 0,
  note: '',
});
