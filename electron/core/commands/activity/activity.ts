import { join } from 'node:path';
import type { activityHeadSchema, ActivityEntry, ActivityFilter } from '../../../../shared/contract/activity.ts';
import type { RequestedBy } from '../../../../shared/contract-kit.ts';
import type { DeadManRow } from '../../../../shared/contract/deadman.ts';
import type { ConnectionRow, Outcome } from '../../../../shared/contract/contract.ts';
import { describeFault } from '../../../../shared/words/fault-words.ts';
import { FaultError } from '../../../../shared/errors.ts';
import type { z } from 'zod';
import type { CommandEnd } from '../commands.ts';
import { createFeed, type FeedSource } from '../../page/feeds.ts';
import { createExportFile, type ExportFile } from '../../history/archive/export/export-file.ts';
import type { Clock, Timer, Unsubscribe } from '../../world/ports.ts';
import { GAP } from './chain.ts';
import { CSV_HEAD, csvLine } from './csv.ts';
import { openRecord, type ActivityRecord, type NewEntry } from './record.ts';
import { redact } from './redact.ts';

/** How often a disk that took nothing is tried again. */
const RETRY_MS = 5_000;
/** Entries that are exported with one read. */
const BLOCK = 500;
/** Open presses, kept for their origin. */
const MOST_PRESSES = 2_000;

/** Commands to the dead-man switch. */
const OF_DEAD_MAN: ReadonlySet<string> = new Set(['deadman.arm', 'deadman.disarm']);

/** Whose entries they are. */
export type ActivityOf = Pick<NewEntry, 'profile' | 'environment'>;

/** All actions of the terminal, in order. */
export interface Activity {
  readonly feed: FeedSource<z.output<typeof activityHeadSchema>>;
  /** Keeps the origin of a press until its command ends. */
  pressed(commandId: string, by: RequestedBy | undefined): void;
  commandEnded(of: ActivityOf, end: CommandEnd): void;
  /** Writes down each change of a link's or the dead-man switch's state. @returns the unsubscribe. */
  follow(of: ActivityOf, connection: FeedSource<ConnectionRow>, deadMan: FeedSource<DeadManRow>): Unsubscribe;
  /** Writes down something else. */
  note(entry: Omit<NewEntry, 'at' | 'sent' | 'ms'>): void;
  page(asked: ActivityFilter & { readonly before: number | null; readonly limit: number }): {
    entries: ActivityEntry[];
    more: boolean;
  };
  /** Rejects with FaultError NotAllowed (`journal`) when the file cannot be written; nothing of it stays then. */
  export(filter: ActivityFilter): Promise<{ path: string; entries: number }>;
  close(): void;
}

/** Opens the record of a data folder. */
export function openActivity(folder: string, clock: Clock): Activity {
  let record: ActivityRecord | null = null;
  try {
    record = openRecord(folder, Math.round(clock.now()));
  } catch {
    // Said by the feed: the terminal works without it.
  }
  return createActivity(record, folder, clock);
}

/**
 * Makes it over a record; null where that cannot be opened: the terminal works all the same and says
 * that nothing is recorded.
 *
 * @param folder where exports go.
 */
export function createActivity(record: ActivityRecord | null, folder: string, clock: Clock): Activity {
  const feed = createFeed<z.output<typeof activityHeadSchema>>('id');
  const presses = new Map<string, RequestedBy>();
  let broken = record === null ? 'The record cannot be opened. Is the disk full?' : '';
  const show = (): void => feed.put({ id: 'record', ...(record?.head ?? { number: 0, entries: 0 }), broken });
  show();

  /** Entries that the disk did not take; null while it takes all. */
  let gap: { readonly of: ActivityOf; readonly from: number; readonly entries: number } | null = null;
  let retry: Timer | null = null;
  const now = (): number => Math.round(clock.now());

  function append(entry: Omit<NewEntry, 'at'>): void {
    if (record === null) return;
    try {
      closeGap(record);
      record.append({ ...entry, at: now() });
      broken = '';
    } catch (error) {
      const { profile, environment } = entry;
      gap = { of: gap?.of ?? { profile, environment }, from: gap?.from ?? now(), entries: (gap?.entries ?? 0) + 1 };
      miss(error);
    }
    show();
  }

  /** The terminal continues: the journal has every command, and the gap of this record is written as soon as it can be. */
  function miss(error: unknown): void {
    broken = `Nothing is recorded: ${error instanceof Error ? error.message : String(error)}.`;
    retry ??= clock.after(RETRY_MS, () => {
      retry = null;
      try {
        if (record !== null) closeGap(record);
        broken = '';
      } catch (again) {
        miss(again);
      }
      show();
    });
  }

  /** Throws what the disk says; the gap stays open then. */
  function closeGap(to: ActivityRecord): void {
    if (gap === null) return;
    const { of, from, entries } = gap;
    const at = now();
    const [began, ended] = [from, at].map((ms) => new Date(ms).toISOString());
    const summary = `${entries === 1 ? '1 entry was' : `${entries} entries were`} not recorded between ${began} and ${ended}`;
    const plain = { symbol: null, sent: null, ms: null, answer: broken };
    to.append({ ...of, ...plain, at, kind: 'notice', by: 'program', name: GAP, summary, result: 'warning' });
    gap = null;
    retry?.cancel();
    retry = null;
  }

  const page: Activity['page'] = ({ before, limit, ...filter }) => {
    if (record === null) return { entries: [], more: false };
    const found = record.page(filter, before, limit + 1);
    return { entries: found.slice(0, limit), more: found.length > limit };
  };

  return {
    feed,
    page,
    pressed(commandId, by) {
      if (by === undefined) return;
      presses.set(commandId, by);
      const [oldest] = presses.keys();
      if (presses.size > MOST_PRESSES && oldest !== undefined) presses.delete(oldest);
    },
    commandEnded(of, { entry, outcome, ms }) {
      const { commandId, name, symbol, summary, input } = entry;
      const by = presses.get(commandId) ?? 'program';
      if (outcome.status !== 'unconfirmed') presses.delete(commandId);
      append({
        ...of,
        kind: OF_DEAD_MAN.has(name) ? 'dead-man' : 'command',
        by,
        name,
        symbol,
        summary,
        result: outcome.status,
        sent: redact(input),
        answer: answerOf(outcome),
        ms,
      });
    },
    follow(of, connection, deadMan) {
      const known = new Map<string, string>();
      const look = (rows: Iterable<ConnectionRow>): void => {
        for (const { id, state, message } of rows) {
          if (known.get(id) === state || state === 'connecting') continue;
          known.set(id, state);
          append({
            ...of,
            kind: 'connection',
            by: 'program',
            name: `connection.${id}`,
            symbol: null,
            summary: `${LINKS[id]}: ${state}`,
            result: state === 'live' ? 'noted' : 'warning',
            sent: null,
            answer: message,
            ms: null,
          });
        }
      };
      const lookAtSwitch = (rows: Iterable<DeadManRow>, isFirst = false): void => {
        for (const { state, message } of rows) {
          // A renewal that worked is no news: its command has it.
          const stateName = state === 'renewing' ? 'armed' : state;
          const before = known.get('deadman') ?? 'off';
          known.set('deadman', stateName);
          // A firing that is there from the start was written down when it was found.
          if (before === stateName || (isFirst && stateName === 'fired')) continue;
          append({
            ...of,
            kind: 'dead-man',
            by: 'program',
            name: 'deadman.state',
            symbol: null,
            summary: `Dead-man switch: ${stateName}`,
            result: CALM.has(stateName) ? 'noted' : 'warning',
            sent: null,
            answer: message,
            ms: null,
          });
        }
      };
      // A link that has not started yet is not down: that would be a warning at every start.
      look([...connection.rows()].filter(({ state }) => state !== 'down'));
      lookAtSwitch(deadMan.rows(), true);
      const stops = [connection.subscribe(({ put }) => look(put)), deadMan.subscribe(({ put }) => lookAtSwitch(put))];
      return () => {
        for (const stop of stops) stop();
      };
    },
    note: (entry) => append({ ...entry, sent: null, ms: null }),
    async export(filter) {
      const name = `activity-${new Date(Math.round(clock.now())).toISOString().replaceAll(/[:.]/g, '-')}.csv`;
      const path = join(folder, 'exports', name);
      let file: ExportFile | null = null;
      try {
        file = createExportFile(path);
        file.write(CSV_HEAD);
        let entries = 0;
        let before: number | null = null;
        for (let more = true; more;) {
          const block: ReturnType<Activity['page']> = page({ ...filter, before, limit: BLOCK });
          file.write(block.entries.map(csvLine).join(''));
          entries += block.entries.length;
          ({ more } = block);
          before = block.entries.at(-1)?.number ?? null;
          // A long record is read in pieces: orders and the dead-man switch do not wait for it.
          await new Promise<void>((resolve) => clock.after(0, resolve));
        }
        file.finish();
        return { path, entries };
      } catch (error) {
        file?.abandon();
        const reason = `The file cannot be written: ${error instanceof Error ? error.message : String(error)}.`;
        throw new FaultError({ kind: 'NotAllowed', policy: 'journal', reason });
      }
    },
    close() {
      retry?.cancel();
      try {
        if (record !== null) closeGap(record);
      } catch {
        // The disk is still full: the gap is not known to the next start.
      }
      record?.close();
    },
  };
}

/** States of the switch that need no attention. */
const CALM: ReadonlySet<string> = new Set(['off', 'arming', 'armed', 'disarming']);

const LINKS = { rest: 'REST', private: 'Private stream', public: 'Public stream', clock: 'Exchange clock' } as const;

/** What came back, in the exchange's own words where it had some. */
function answerOf(outcome: Outcome): string {
  switch (outcome.status) {
    case 'accepted':
      return [outcome.acknowledgement, outcome.orderId === null ? null : `order ${outcome.orderId}`]
        .filter((stateName) => stateName !== null)
        .join(', ');
    case 'rejected': {
      const { title, detail } = describeFault(outcome.fault);
      return `${title}: ${detail}`;
    }
    case 'unconfirmed':
      return outcome.reason;
  }
}
