import { create } from 'zustand';

/** Something that a person should read: a passing line in the corner of the window, and a line of the list "Notices". */
export interface Notice {
  readonly id: number;
  /** `alarm` is danger that has cost something already: it sounds whatever the settings say. */
  readonly level: 'info' | 'success' | 'warning' | 'danger' | 'alarm';
  readonly text: string;
  /** Second line: what to do, or the exchange's own words. */
  readonly more?: string | undefined;
  /** This machine's ms. */
  readonly at: number;
}

interface Notices {
  /** On the screen now, oldest first. */
  readonly toasts: readonly Notice[];
  /** The newest of this page, oldest first. */
  readonly kept: readonly Notice[];
  /** How many of them came since the list was looked at; 0 while it is open. */
  readonly unseen: number;
}

/** What is loud stays until it is closed. */
const SHOWN_MS = { info: 4_000, success: 4_000, warning: 8_000, danger: null, alarm: null } as const;
/** Passing lines that are shown at once; what stays is not counted. */
const MOST_PASSING = 5;
const KEPT = 200;

export const isLoud = ({ level }: Pick<Notice, 'level'>): boolean => level === 'danger' || level === 'alarm';

export const useNoticeList = create<Notices>(() => ({ toasts: [], kept: [], unseen: 0 }));

let lastId = 0;

/** @returns the notice's id. */
export function notify(level: Notice['level'], text: string, more?: string): number {
  lastId += 1;
  const notice: Notice = { id: lastId, level, text, more, at: Date.now() };
  useNoticeList.setState(({ toasts, kept, unseen }) => ({
    toasts: [...withoutOldest(toasts, isLoud(notice)), notice],
    kept: [...kept, notice].slice(-KEPT),
    unseen: unseen + 1,
  }));
  const shown = SHOWN_MS[level];
  if (shown !== null) setTimeout(() => closeToast(notice.id), shown);
  return notice.id;
}

/** A passing line makes room for the next one; never one that stays until it is closed. */
function withoutOldest(toasts: readonly Notice[], forLoud: boolean): readonly Notice[] {
  const passing = toasts.filter((toast) => !isLoud(toast));
  return forLoud || passing.length < MOST_PASSING ? toasts : toasts.filter((toast) => toast !== passing[0]);
}

/** Puts a notice from before this page into the list, without showing it. */
export function keepNotice(level: Notice['level'], text: string, at: number): void {
  lastId += 1;
  const notice: Notice = { id: lastId, level, text, at };
  useNoticeList.setState(({ kept }) => ({ kept: [...kept, notice].slice(-KEPT) }));
}

export function closeToast(id: number): void {
  useNoticeList.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Closes all that is on the screen; it stays in the list. */
export function closeToasts(): void {
  useNoticeList.setState({ toasts: [] });
}

/** The list was looked at. */
export function seeNotices(): void {
  useNoticeList.setState({ unseen: 0 });
}
