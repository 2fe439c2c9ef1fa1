import type { DatabaseSync } from 'node:sqlite';
import type { ArchiveWhere } from '../../../../../shared/contract/archive.ts';
import { add, toDecimal, type Decimal } from '../../../../../shared/decimal.ts';
import { invalid } from '../../../../../shared/errors.ts';
import { archiveOf, type HistorySum } from '../../../../../shared/history/archive.ts';
import { historyOf } from '../../../../../shared/history/tables.ts';
import { exactSum } from './exact-sums.ts';
import { indexedFields, layoutOf, limbColumns, quoted } from './tables.ts';
import { conditionOf, expressionOf, orderOf } from './where.ts';

/** The asking half of the archive. Throws FaultError InvalidInput for what a history cannot be asked. */
export interface ArchiveReader {
  page(asked: PageAsked): Record<string, string>[];
  sums(where: ArchiveWhere): { rows: number; sums: { field: string; groups: Group[] }[] };
  series(
    asked: ArchiveWhere & { field: string; slotMs: number; zones: readonly Zone[] },
  ): (Group & { start: number })[];
}

export interface PageAsked extends ArchiveWhere {
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
  readonly offset: number;
  readonly limit: number;
}

/** A sum of one group; `by` are the values of the group's fields. */
export interface Group {
  by: string[];
  rows: number;
  sum: Decimal;
}

/** Rows among which those of the first block are looked for before all others. */
const AMONG = 20_000;
/** Orders that are kept: that of the grid, and that of an earlier filter. */
const KEPT_ORDERS = 2;
/** Points of a picture; more cannot be told apart on any screen. */
const MOST_POINTS = 50_000;

/** Makes it over a connection that has the function of giveCompare. */
export function createReader(database: DatabaseSync): ArchiveReader {
  const orders = new Map<string, BigInt64Array>();

  /** Keys of all rows that are meant, in order: what a grid scrolls through while rows come in. */
  function orderFor(asked: PageAsked): BigInt64Array {
    const name = nameOf(asked);
    const known = orders.get(name);
    // Whoever begins at the top sees what is new; whoever scrolls on sees each row once.
    if (known !== undefined && asked.offset > 0) return known;
    const { sql, values } = conditionOf(asked);
    const statement = database.prepare(
      `SELECT key FROM ${quoted(asked.history)} WHERE ${sql} ORDER BY ${orderOf(asked, asked.sort)}`,
    );
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    let keys = new BigInt64Array(4_096);
    let count = 0;
    for (const row of statement.iterate(...values)) {
      if (count === keys.length) {
        const larger = new BigInt64Array(keys.length * 2);
        larger.set(keys);
        keys = larger;
      }
      keys[count] = (row as unknown as [bigint])[0]; // arrays of integers, as was set above
      count += 1;
    }
    const order = keys.slice(0, count);
    orders.delete(name);
    orders.set(name, order);
    const [oldest] = orders.keys();
    if (orders.size > KEPT_ORDERS && oldest !== undefined) orders.delete(oldest);
    return order;
  }

  return {
    page(asked) {
      const { history, offset, limit, sort } = asked;
      const layout = layoutOf(history);
      const fields = historyOf(history).columns.map(({ field }) => field);
      const columns = fields.map((field) => `${expressionOf(layout, field, 'columns')} AS ${quoted(field)}`).join(', ');
      const byTime = sort === null || sort.field === layout.time;
      if (byTime && offset === 0) {
        // The first rows are found in the index faster than the order of all of them is made.
        orders.delete(nameOf(asked));
        const { sql, values } = conditionOf(asked);
        const order = orderOf(asked, sort);
        const first = (from: string): unknown[] =>
          database
            .prepare(`SELECT ${columns} FROM ${from} WHERE ${sql} ORDER BY ${order} LIMIT ?`)
            .all(...values, limit);
        const table = quoted(history);
        const among = first(`(SELECT * FROM ${table} ORDER BY ${order} LIMIT ${AMONG})`);
        // Every column is text.
        return (among.length === limit ? among : first(table)) as Record<string, string>[];
      }
      const one = database.prepare(`SELECT ${columns} FROM ${quoted(history)} WHERE key = ?`);
      const rows: Record<string, string>[] = [];
      for (const key of orderFor(asked).subarray(offset, offset + limit)) {
        const row = one.get(key);
        if (row !== undefined) rows.push(row as Record<string, string>); // as above
      }
      return rows;
    },
    sums(where) {
      const { sql, values } = conditionOf(where);
      const sums = archiveOf(where.history).sums.map((sum) => ({
        field: sum.field,
        groups: groupsOf(database, where, sum, null).map(({ start: _start, ...group }) => group),
      }));
      const whole = sums.find(({ field }) => !isListed(where, field));
      const rows =
        whole?.groups.reduce((total, group) => total + group.rows, 0) ??
        Number(
          database.prepare(`SELECT count(*) AS n FROM ${quoted(where.history)} WHERE ${sql}`).get(...values)?.['n'],
        );
      return { rows, sums };
    },
    series({ field, slotMs, zones, ...where }) {
      const sum = archiveOf(where.history).sums.find((each) => each.field === field);
      if (sum === undefined) throw invalid('field', 'This field is not added up.');
      const points = groupsOf(database, where, sum, { slotMs, zones });
      if (points.length > MOST_POINTS) throw invalid('slotMs', 'These are too many points. Take longer slots.');
      return points;
    },
  };
}

const nameOf = ({ offset: _offset, limit: _limit, ...rest }: PageAsked): string => JSON.stringify(rest);
const isListed = ({ history }: ArchiveWhere, field: string): boolean =>
  archiveOf(history).sums.some((sum) => sum.field === field && sum.listed === true);

/** What local time is ahead of UTC from an instant on. */
interface Zone {
  readonly from: number;
  readonly zoneMs: number;
}

interface Slots {
  readonly slotMs: number;
  /** The oldest first; it holds before its instant too. */
  readonly zones: readonly Zone[];
}

/** Sums by group, and by slot of time where there are slots; ordered by slot, then by group. */
function groupsOf(
  database: DatabaseSync,
  where: ArchiveWhere,
  sum: HistorySum,
  slots: Slots | null,
): (Group & { start: number })[] {
  return sum.listed === true ? listedGroups(database, where, sum, slots) : limbGroups(database, where, sum, slots);
}

function limbGroups(
  database: DatabaseSync,
  where: ArchiveWhere,
  sum: HistorySum,
  slots: Slots | null,
): (Group & { start: number })[] {
  const { sql, values } = conditionOf(where);
  const table = quoted(where.history);
  const by = sum.by.map(quoted);
  const limbs = limbColumns(sum.field);
  const slot = slots === null ? null : slotSql(slots);
  const keys = [...(slot === null ? [] : [slot]), ...by];
  // Looking up each row from the index takes longer than reading them as they lie.
  const covered = where.text === '' && where.tests.every(({ field }) => indexedFields(where).includes(field));
  const statement = database.prepare(
    `SELECT ${[...keys, 'count(*)', ...limbs.map((limb) => `ifnull(sum(${limb}), 0)`), `count(*) - count(${limbs[0]})`].join(', ')}
     FROM ${table}${covered ? '' : ' NOT INDEXED'} WHERE ${sql} GROUP BY ${keys.join(', ')} ORDER BY ${keys.join(', ')}`,
  );
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const rest = database.prepare(
    `SELECT ${quoted(sum.field)} AS amount FROM ${table}
     WHERE ${[sql, ...keys.map((key) => `${key} = ?`)].join(' AND ')} AND ${limbs[0]} IS NULL AND ${quoted(sum.field)} <> ''`,
  );
  return statement.all(...values).map((found) => {
    const row = found as unknown as (string | bigint)[]; // arrays of texts and integers, as was set above
    const group = row.slice(0, keys.length);
    const [rows, whole, high, low, others] = row.slice(keys.length) as bigint[]; // counts and sums of integers
    const long =
      others === 0n ? [] : rest.all(...values, ...group).flatMap(({ amount }) => toDecimal(String(amount)) ?? []);
    return {
      start: slots === null ? 0 : startOf(Number(group[0]), slots),
      by: group.slice(slots === null ? 0 : 1).map(String),
      rows: Number(rows),
      sum: exactSum(whole ?? 0n, high ?? 0n, low ?? 0n, long),
    };
  });
}

/** Cells that list amounts with their tokens are few (one a referral or reward): they are read one by one. */
function listedGroups(
  database: DatabaseSync,
  where: ArchiveWhere,
  sum: HistorySum,
  slots: Slots | null,
): (Group & { start: number })[] {
  const { sql, values } = conditionOf(where);
  const slot = slots === null ? '0' : slotSql(slots);
  const statement = database.prepare(
    `SELECT ${slot} AS slot, ${quoted(sum.field)} AS amounts FROM ${quoted(where.history)} WHERE ${sql} ORDER BY slot`,
  );
  const groups = new Map<string, Group & { start: number }>();
  for (const { slot: at, amounts } of statement.iterate(...values)) {
    const start = slots === null ? 0 : startOf(Number(at), slots);
    for (const listed of String(amounts).split(', ')) {
      const [text = '', token = ''] = listed.split(' ');
      const amount = toDecimal(text);
      if (amount === null) continue;
      const name = `${start} ${token}`;
      const group = groups.get(name);
      if (group === undefined) groups.set(name, { start, by: [token], rows: 1, sum: amount });
      else {
        group.rows += 1;
        group.sum = add(group.sum, amount);
      }
    }
  }
  return [...groups.values()];
}

/** The slot of a row by the clock that was in force at its time. */
function slotSql({ slotMs, zones }: Slots): string {
  const [first, ...later] = zones.map(({ from, zoneMs }) => ({ from: Math.trunc(from), zoneMs: Math.trunc(zoneMs) }));
  const cases = later.toReversed().map(({ from, zoneMs }) => `WHEN at >= ${from} THEN ${zoneMs}`);
  const zone =
    cases.length === 0 ? String(first?.zoneMs ?? 0) : `CASE ${cases.join(' ')} ELSE ${first?.zoneMs ?? 0} END`;
  return `(at + ${zone}) / ${Math.trunc(slotMs)}`;
}
const startOf = (slot: number, { slotMs }: Slots): number => slot * slotMs;
