import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { sumPartsOf } from './exact-sums.ts';
import { insertSql, quoted, replaceSql, widthOf, type Layout } from './tables.ts';

type Cell = string | number | bigint | null;

/** Rows that one statement writes: fewer calls, and well under the most parameters of a statement. */
const ROWS_AT_ONCE = 20;

/** Writes pages of one history. */
export interface RowWriter {
  /**
   * Writes rows within the caller's transaction.
   *
   * @param cells of all rows, one after the other: id, time in ms, then the texts of the layout.
   * @returns how many were not there before.
   */
  put(cells: readonly string[], walk: number): number;
}

/** Prepares the writing of a history. Records that came before are written over: the newest word counts. */
export function createRowWriter(database: DatabaseSync, layout: Layout): RowWriter {
  const many = database.prepare(insertSql(layout, ROWS_AT_ONCE));
  const one = database.prepare(insertSql(layout, 1));
  const replace = database.prepare(replaceSql(layout));
  const width = widthOf(layout);
  const twins = layout.alike ? createTwins(database, layout) : null;
  const summedAt = layout.summed.map((field) => layout.texts.indexOf(field) + 2);

  function addRow(cells: readonly string[], row: number, key: number | bigint, walk: number, into: Cell[]): void {
    const start = row * width;
    into.push(key, key < 0 ? (cells[start] ?? '') : null, walk, Number(cells[start + 1]));
    for (let at = 2; at < width; at += 1) into.push(cells[start + at] ?? '');
    for (const at of summedAt) {
      const limbs = sumPartsOf(cells[start + at] ?? '');
      if (limbs === null) into.push(null, null, null);
      else into.push(limbs[0], limbs[1], limbs[2]);
    }
  }

  return {
    put(cells, walk) {
      const rows = cells.length / width;
      // In the order in which they came: alike records are counted in it.
      const keys = Array.from({ length: rows }, (_, row) =>
        twins === null
          ? keyOf(cells[row * width] ?? '')
          : twins.keyOf(cells.slice(row * width, (row + 1) * width), walk),
      );
      const old: number[] = [];
      let fresh = 0;
      // Newest come first and have the highest keys: from the last on, each comes behind the one before it.
      for (let row = rows; row > 0;) {
        const count = row >= ROWS_AT_ONCE ? ROWS_AT_ONCE : 1;
        const values: Cell[] = [];
        for (let each = row - 1; each >= row - count; each -= 1) addRow(cells, each, keys[each] ?? 0, walk, values);
        const written = Number((count === 1 ? one : many).run(...values).changes);
        fresh += written;
        if (written < count) for (let each = row - count; each < row; each += 1) old.push(each);
        row -= count;
      }
      // Some were there before: what is new of them is written, and that this walk saw them.
      for (const row of old) {
        const values: Cell[] = [];
        addRow(cells, row, keys[row] ?? 0, walk, values);
        replace.run(...values);
      }
      return fresh;
    },
  };
}

const NUMBER = /^(?:0|[1-9]\d{0,18})$/;
const LARGEST = '9223372036854775807';

/**
 * The key of a record: its id where that is a number of 64 bits, else a negative number made from the
 * digest of its text, of which 62 bits are more than enough to tell records apart.
 */
export function keyOf(id: string): number | bigint {
  if (!NUMBER.test(id) || (id.length === LARGEST.length && id > LARGEST)) return digestKey(id);
  return id.length <= 15 ? Number(id) : BigInt(id);
}

const digestKey = (text: string): bigint => -1n - (createHash('sha256').update(text).digest().readBigUInt64BE() >> 2n);

/**
 * Keys for records without an id: a hash of the content, and a counter among identical records of one download. A
 * download that was continued after a restart goes on counting from its rows.
 */
function createTwins(
  database: DatabaseSync,
  layout: Layout,
): { keyOf(cells: readonly string[], walk: number): bigint } {
  let of = 0;
  const counts = new Map<string, number>();
  const fields = ['coalesce(id, CAST(key AS TEXT)) AS id', 'CAST(at AS TEXT)', ...layout.texts.map(quoted)];
  const known = database.prepare(`SELECT ${fields.join(', ')} FROM ${quoted(layout.history)} WHERE walk = ?`);
  const count = (text: string): number => {
    const next = (counts.get(text) ?? 0) + 1;
    counts.set(text, next);
    return next;
  };
  return {
    keyOf(cells, walk) {
      if (of !== walk) {
        counts.clear();
        for (const row of known.iterate(walk)) count(JSON.stringify(Object.values(row)));
        of = walk;
      }
      const text = JSON.stringify(cells);
      return digestKey(`${walk} ${count(text)} ${text}`);
    },
  };
}
