import type { ArchiveWhere } from '../../../../shared/contract/archive.ts';
import { historyOf, type HistoryName } from '../../../../shared/history/tables.ts';
import { rangeOf, type Looking } from '../presets.ts';

/** Words of the exchange's filters that stand for several statuses (interface-v3.md, States). */
const BUNDLES: Readonly<Record<string, readonly string[]>> = {
  INCOMPLETE: ['NEW', 'PARTIAL_FILLED'],
  COMPLETED: ['CANCELLED', 'FILLED', 'REJECTED'],
};

/** Fills of hedge mode say what they do to a position: what closes a short is a purchase (protocol.md, section 6). */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  BUY: ['BUY', 'OPEN LONG', 'CLOSE SHORT'],
  SELL: ['SELL', 'OPEN SHORT', 'CLOSE LONG'],
};

/**
 * What the panel's filters mean to the archive: the same as to the exchange, and more.
 *
 * @param text that stands anywhere in a row.
 * @param tests of single columns, as the grid has them.
 * @param now ms, for ranges that end now.
 */
export function archiveWhere(
  history: HistoryName,
  looking: Looking,
  text: string,
  tests: ArchiveWhere['tests'],
  now: number,
  utc: boolean,
): ArchiveWhere {
  const known = historyOf(history).filters.flatMap(({ name }): ArchiveWhere['tests'] => {
    const value = looking.filters[name] ?? '';
    if (value === '') return [];
    const values =
      history === 'orders' && name === 'status'
        ? (BUNDLES[value] ?? [value])
        : history === 'fills' && name === 'side'
          ? (SIDES[value] ?? [value])
          : [value];
    return [{ field: name, test: 'is', values: [...values] }];
  });
  return { history, ...rangeOf(looking, now, utc), text: text.trim(), tests: [...known, ...tests] };
}

/** The grid's model of one column's filter, as far as this grid offers it. */
interface ColumnFilter {
  readonly filterType?: unknown;
  readonly type?: unknown;
  readonly filter?: unknown;
  readonly filterTo?: unknown;
}

/** Tests from the grid's filters; what is not understood is left out. */
export function testsOf(model: Readonly<Record<string, ColumnFilter>>): ArchiveWhere['tests'] {
  return Object.entries(model).flatMap(([field, { filterType, type, filter, filterTo }]): ArchiveWhere['tests'] => {
    if (filter === null || filter === undefined || filter === '') return [];
    const value = plain(filter);
    if (filterType === 'text')
      return [{ field, test: type === 'equals' ? 'is' : type === 'notEqual' ? 'isNot' : 'contains', values: [value] }];
    if (type === 'lessThanOrEqual') return [{ field, test: 'most', values: [value] }];
    const least = { field, test: 'least', values: [value] } as const;
    const most = { field, test: 'most', values: [type === 'equals' ? value : plain(filterTo)] } as const;
    if (type === 'equals' || type === 'inRange')
      return [
        { ...least, values: [...least.values] },
        { ...most, values: [...most.values] },
      ];
    return [{ ...least, values: [...least.values] }];
  });
}

/** The grid has numbers that were typed: small ones are written without an exponent. */
const plain = (value: unknown): string =>
  typeof value === 'number' ? value.toFixed(12).replace(/\.?0+$/, '') : String(value);
