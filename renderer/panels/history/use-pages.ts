import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestInput, RequestOutput } from '../../../shared/contract.ts';
import type { HistoryName } from '../../../shared/history.ts';
import { ask } from '../../bridge.ts';
import { useFeedRow } from '../../state/feeds.ts';
import { useSettings } from '../../state/settings.ts';
import { startOf, type Preset } from './presets.ts';

const NEW_EVERY_MS = 30_000;

/** Which rows are looked at. */
export interface Looking {
  readonly preset: Preset;
  readonly filters: Readonly<Record<string, string>>;
}

/** A history a page at a time, as of the instant when its first page was read. */
export interface Pages {
  readonly page: number;
  readonly size: number;
  readonly anchor: UseQueryResult<number>;
  readonly read: UseQueryResult<RequestOutput<'history.page'>>;
  /** What the page on screen was asked for with; null before the instant is known. */
  readonly asked: RequestInput<'history.page'> | null;
  /** Rows that came since. */
  readonly newer: number;
  goTo(page: number): void;
  setSize(size: number): void;
  /** Reads everything anew, as of now. */
  reload(): void;
}

/** Reads pages of a history while `on`. */
export function usePages(history: HistoryName, { preset, filters }: Looking, on: boolean): Pages {
  const account = useFeedRow('terminal', 'terminal');
  const utc = useSettings((settings) => settings.utc);
  const [size, setSize] = useState(50);
  const queries = useQueryClient();
  const who = account === undefined ? null : `${account.environment} ${account.profile}`;
  // A page belongs to what was looked at: with another filter it is the first one again.
  const place = JSON.stringify([who, preset, filters, size]);
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
  const from = anchor.data === undefined ? null : startOf(preset, anchor.data, utc);
  const range = { history, startTime: from, filters };
  const asked = anchor.data === undefined ? null : { ...range, page, size, endTime: anchor.data };
  const read = useQuery({
    queryKey: ['history', history, who, anchor.data, preset, filters, size, page],
    enabled: on && asked !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => ask('history.page', { ...range, page, size, endTime: anchor.data ?? null }),
  });
  const newer = useQuery({
    queryKey: ['history', history, who, anchor.data, 'newer', filters],
    enabled: on && anchor.data !== undefined && read.data !== undefined,
    refetchInterval: NEW_EVERY_MS,
    queryFn: async () => {
      const startTime = (anchor.data ?? 0) + 1;
      const found = await ask('history.page', { ...range, page: 1, size: 1, startTime, endTime: null });
      return found.total ?? found.rows.length;
    },
  });
  return {
    page,
    size,
    anchor,
    read,
    asked,
    newer: newer.data ?? 0,
    goTo: (wanted) => setAt({ place, page: wanted }),
    setSize,
    reload() {
      setAt({ place, page: 1 });
      void queries.invalidateQueries({ queryKey: ['history', history, who] });
    },
  };
}
