import type { HistoryName } from '../../../../../shared/history/tables.ts';
import { historyNames } from './file.ts';
import { createRowWriter, type RowWriter } from './rows.ts';
import { emptyState, type ArchiveState, type Walk } from './state.ts';
import { layoutOf, quoted, indexSql } from './tables.ts';
import type { DatabaseSync } from 'node:sqlite';

/** The writing half of the archive. Every call is one transaction: after a crash it was whole or not at all. */
export interface ArchiveWriter {
  states(): readonly ArchiveState[];
  /** Begins a walk, or begins it again from its first page. */
  begin(history: HistoryName, walk: Walk): ArchiveState;
  /** Leaves a word about the last walk. */
  note(history: HistoryName, note: string): ArchiveState;
  /** Writes a page's rows together with where the walk stands after it. @returns the state, with its rows counted. */
  putPage(history: HistoryName, cells: readonly string[], walk: Walk): ArchiveState;
  /**
   * Ends the walk: the archive reaches to its anchor. Where records have no names of their own, those of
   * walks before go. @returns the state, and how many records this walk saw.
   */
  finish(history: HistoryName): { state: ArchiveState; found: number };
}

/** The writing half over an opened archive. */
export function writerOf(database: DatabaseSync): ArchiveWriter {
  const states = new Map<HistoryName, ArchiveState>();
  for (const { state } of database.prepare('SELECT state FROM state').all()) {
    const known = JSON.parse(String(state)) as ArchiveState; // written by this file alone
    states.set(known.history, known);
  }
  const keep = database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)');
  const writers = new Map<HistoryName, RowWriter>();
  const writerFor = (history: HistoryName): RowWriter => {
    let writer = writers.get(history);
    if (writer === undefined) writers.set(history, (writer = createRowWriter(database, layoutOf(history))));
    return writer;
  };
  const stateOf = (history: HistoryName): ArchiveState => states.get(history) ?? emptyState(history);

  function whole<Result>(act: () => Result): Result {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = act();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
  /** Kept in memory only once it is on disk. */
  function written(make: () => ArchiveState): ArchiveState {
    const state = whole(() => {
      const made = make();
      keep.run(made.history, JSON.stringify(made));
      return made;
    });
    states.set(state.history, state);
    return state;
  }

  return {
    states: () => historyNames.map(stateOf),
    begin: (history, walk) =>
      written(() => {
        const before = stateOf(history);
        if (!layoutOf(history).alike) return { ...before, walk, walks: walk.number, note: '' };
        // What a walk that was given up has brought cannot be told from what this one will bring.
        database.prepare(`DELETE FROM ${quoted(history)} WHERE walk <> ?`).run(before.finished);
        const kept = database.prepare(`SELECT count(*) AS kept FROM ${quoted(history)}`).get();
        return { ...before, rows: Number(kept?.['kept']), walk, walks: walk.number, note: '' };
      }),
    note: (history, note) => written(() => ({ ...stateOf(history), note })),
    putPage: (history, cells, walk) =>
      written(() => {
        const before = stateOf(history);
        // The file was put aside in between: what came before this page is not in the new one.
        if (before.walk?.number !== walk.number) throw new Error('The archive was begun anew. Download again.');
        return { ...before, rows: before.rows + writerFor(history).put(cells, walk.number), walk };
      }),
    finish(history) {
      const layout = layoutOf(history);
      const table = quoted(history);
      let found = 0;
      const state = written(() => {
        const { walk, ...before } = stateOf(history);
        if (walk === null) throw new Error(`${history} has no walk to end`);
        if (layout.alike) database.prepare(`DELETE FROM ${table} WHERE walk <> ?`).run(walk.number);
        const count = database.prepare(`SELECT count(*) AS found FROM ${table} WHERE walk = ?`).get(walk.number);
        found = Number(count?.['found']);
        return {
          ...before,
          walk: null,
          reach: walk.anchor,
          finished: walk.number,
          rows: layout.alike ? found : before.rows,
        };
      });
      // How many rows a value has decides which index is read: the planner's guess is wrong by far.
      database.exec(`${indexSql(layout)} PRAGMA analysis_limit=2000; ANALYZE ${table}`);
      return { state, found };
    },
  };
}
