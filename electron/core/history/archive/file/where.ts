import type { ArchiveWhere } from '../../../../../shared/contract/archive.ts';
import { compare, toDecimal } from '../../../../../shared/decimal.ts';
import { invalid } from '../../../../../shared/errors.ts';
import { historyOf } from '../../../../../shared/history/tables.ts';
import { layoutOf, limbColumns, quoted, type Layout } from './tables.ts';

/** A condition of SQL and what its question marks stand for. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** The expression of a field. Throws FaultError InvalidInput for one that the history does not have. */
export function expressionOf(layout: Layout, field: string, path: string): string {
  if (field === layout.id) return 'coalesce(id, CAST(key AS TEXT))';
  if (field === layout.time) return "CASE at WHEN 0 THEN '' ELSE CAST(at AS TEXT) END";
  if (layout.texts.includes(field)) return quoted(field);
  throw invalid(path, `This history has no “${field.slice(0, 40)}”.`);
}

/**
 * The condition of a filter. Nothing that a page sends becomes SQL: fields are looked up in the
 * description, values are bound. Throws FaultError InvalidInput for what the history cannot be asked.
 */
export function conditionOf(where: ArchiveWhere): Condition {
  const layout = layoutOf(where.history);
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, ...given: (string | number)[]): void => {
    parts.push(sql);
    values.push(...given);
  };
  if (where.from !== null) add('at >= ?', where.from);
  if (where.to !== null) add('at <= ?', where.to);
  // Of records that may be alike only those of one walk are shown: the finished one, while another runs.
  if (layout.alike) add(`walk = (SELECT min(walk) FROM ${quoted(where.history)})`);
  for (const { field, test, values: wanted } of where.tests) {
    const [first = ''] = wanted;
    const expression = expressionOf(layout, field, 'tests');
    if (test === 'is' || test === 'isNot')
      add(`${expression} ${test === 'is' ? 'IN' : 'NOT IN'} (${wanted.map(() => '?').join(', ')})`, ...wanted);
    else if (test === 'contains') add(`instr(lower(${expression}), ?) > 0`, first.toLowerCase());
    else add(...bound(layout, field, expression, test, first));
  }
  if (where.text !== '') {
    const needle = where.text.toLowerCase();
    const all = historyOf(where.history).columns.map(({ field }) => expressionOf(layout, field, 'text'));
    add(`(${all.map((each) => `instr(lower(${each}), ?) > 0`).join(' OR ')})`, ...all.map(() => needle));
  }
  return { sql: parts.length === 0 ? '1' : parts.join(' AND '), values };
}

function bound(
  layout: Layout,
  field: string,
  expression: string,
  test: 'least' | 'most',
  value: string,
): [string, ...(string | number)[]] {
  const sign = test === 'least' ? '>=' : '<=';
  if (field === layout.time) return [`at ${sign} ?`, Number(value)];
  if (toDecimal(value) === null) throw invalid('tests', 'A bound is a number.');
  return [`(${expression} <> '' AND ${COMPARE}(${expression}, ?) ${sign} 0)`, value];
}

/** Name of the function that the connection has for comparing two decimals. */
const COMPARE = 'compare_decimals';

/** Gives a connection the function that conditions compare decimals with, by value and to the last digit. */
export function giveCompare(database: {
  function(name: string, options: { deterministic: true }, run: (a: unknown, b: unknown) => number | null): void;
}): void {
  database.function(COMPARE, { deterministic: true }, (a, b) => {
    const [x, y] = [toDecimal(String(a)), toDecimal(String(b))];
    return x === null || y === null ? null : compare(x, y);
  });
}

/**
 * The order of a sort: newest first without one; the key after all else, so that it is the same each time.
 * Fields that are added up are ordered exactly; other numbers by their double, which tells 15 digits apart.
 */
export function orderOf(
  where: Pick<ArchiveWhere, 'history'>,
  sort: { readonly field: string; readonly descending: boolean } | null,
): string {
  const layout = layoutOf(where.history);
  const { field, descending } = sort ?? { field: layout.time, descending: true };
  const way = descending ? 'DESC' : 'ASC';
  const expression = expressionOf(layout, field, 'sort');
  const kind = historyOf(where.history).columns.find((column) => column.field === field)?.kind;
  const by =
    field === layout.time
      ? ['at']
      : field === layout.id
        ? ['key', 'id']
        : layout.summed.includes(field)
          ? limbColumns(field)
          : kind === 'number' || kind === 'time'
            ? [`CAST(${expression} AS REAL)`]
            : [expression];
  return [...by, 'key'].map((each) => `${each} ${way}`).join(', ');
}
