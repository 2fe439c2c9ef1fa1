import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RequestInput, RequestOutput } from '../../../shared/contract/contract.ts';
import type { HistoryName } from '../../../shared/history/tables.ts';
import { ask } from '../../link/bridge.ts';
import { useAccountKey } from '../../state/feeds/account-key.ts';
import { followFeed } from '../../state/feeds/feeds.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { rangeOf, type Looking } from './presets.ts';

const NEW_EVERY_MS = 30_000;
/** So long after an own order changed: the exchange writes its histories a little later. */
const AFTER_CHANGE_MS = 1_500;
/** Histories that a change of an own order adds to. */
const OF_ORDERS: ReadonlySet<HistoryName> = new Set(['orders', 'fills']);

/** A history a page at a time, as of the instant when its first page was read. */
export interface Pages {
  readonly page: number;
  readonly size: number;
  readonly anchor: UseQueryResult<number>;
  readonly read: UseQueryResult<RequestOutput<'history.page'>>;
  /** What the page on screen was asked for with; null before the instant is known. */
  readonly asked: RequestInput<'history.page'> | null;
  /** The range ends before it begins: nothing is asked. */
  readonly backward: boolean;
  /** Rows that came since; null where there are some and the exchange does not count them. */
  readonly newer: number | null;
  /** This machine's ms at which that was asked last. */
  readonly newerAt: number;
  goTo(page: number): void;
  setSize(size: number): void;
  /** Reads everything anew, as of now. */
  reload(): void;
}

/** Reads pages of a history while `on`. */
export function usePages(history: HistoryName, looking: Looking, on: boolean): Pages {
  const { filters } = looking;
  const utc = useSettings((settings) => settings.utc);
  const [size, setSize] = useState(50);
  const queries = useQueryClient();
  const who = useAccountKey();
  // A page belongs to what was looked at: with another filter it is the first one again.
  const place = JSON.stringify([who, looking, size]);
  const [at, setAt] = useState({ place, page: 1 });
  const page = at.place === place ? at.page : 1;

  // Rows that come later must not push others from page to page: every page is as of this instant.
  const anchor = useQuery({
    queryKey: ['history', history, who, 'anchor'],
    enabled: on && who !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { local, offset } = await ask('terminal.time', {});
      return Math.round(local + (offset ?? 0));
    },
  });
  const { from, to } = rangeOf(looking, anchor.data ?? 0, utc);
  const range = { history, startTime: from, filters };
  const asked =
    anchor.data === undefined ? null : { ...range, page, size, endTime: Math.min(anchor.data, to ?? anchor.data) };
  const read = useQuery({
    queryKey: ['history', history, who, anchor.data, looking, size, page],
    enabled: on && asked !== null && isForward(from, asked.endTime),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => ask('history.page', asked ?? { ...range, page, size, endTime: null }),
  });
  const newer = useQuery({
    queryKey: ['history', history, who, anchor.data, 'newer', filters],
    // What comes later is not within a range that has ended.
    enabled: on && anchor.data !== undefined && read.data !== undefined && to === null,
    refetchInterval: NEW_EVERY_MS,
    queryFn: async () => {
      const startTime = (anchor.data ?? 0) + 1;
      const found = await ask('history.page', { ...range, page: 1, size: 1, startTime, endTime: null });
      return found.rows.length === 0 ? 0 : found.total;
    },
  });
  const { refetch } = newer;
  const follows = on && to === null && OF_ORDERS.has(history);
  useEffect(() => {
    if (!follows) return undefined;
    let begun = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = followFeed('orders', '', () => {
      // The first step is of what was there before.
      if (begun) timer ??= setTimeout(look, AFTER_CHANGE_MS);
      begun = true;
    });
    function look(): void {
      timer = undefined;
      void refetch();
    }
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [follows, refetch]);
  return {
    page,
    size,
    anchor,
    read,
    asked,
    newer: to === null && newer.data !== undefined ? newer.data : 0,
    newerAt: newer.dataUpdatedAt,
    backward: asked !== null && !isForward(from, asked.endTime),
    goTo: (wanted) => setAt({ place, page: wanted }),
    setSize,
    reload() {
      setAt({ place, page: 1 });
      void queries.invalidateQueries({ queryKey: ['history', history, who] });
    },
  };
}

const isForward = (from: number | null, to: number): boolean => from === null || from <= to;
