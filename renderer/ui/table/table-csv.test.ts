import type { GridApi } from 'ag-grid-community';
import { expect, test } from 'vitest';
import { defineTable } from './definition.ts';
import { piecesOf, tableLines } from './table-csv.ts';

interface Row {
  readonly at: number | null;
  readonly price: string | null;
  readonly words: string;
}

const table = defineTable<Row>({
  id: 'a-table',
  name: 'A table',
  engine: 'react',
  columns: [],
  actions: ['cancel'],
  times: ['at'],
  csv: { price: ({ price }) => price ?? '' },
});

/** A grid that shows these rows in this order, with columns as a person left them. */
function gridOf(rows: readonly Row[]): GridApi<Row> {
  const column = (id: string, headerName?: string) => ({ getColId: () => id, getColDef: () => ({ headerName }) });
  const api = {
    getAllDisplayedColumns: () => [
      column('ag-Grid-SelectionColumn'),
      column('words', 'Words'),
      column('price', 'Price'),
      column('at', 'Time'),
      column('cancel', 'Cancel'),
    ],
    forEachNodeAfterFilterAndSort: (see: (node: { data: Row }) => void) => rows.forEach((data) => see({ data })),
    getCellValue: ({ rowNode, colKey }: { rowNode: { data: Row }; colKey: { getColId(): keyof Row } }) =>
      rowNode.data[colKey.getColId()],
  };
  // Only what table-csv.ts calls.
  return api as unknown as GridApi<Row>;
}

test('a file has the columns that are shown, with plain numbers and times in ISO 8601', () => {
  const rows = [
    { at: Date.UTC(2026, 10, 22), price: '64210.5', words: 'a, b' },
    { at: null, price: null, words: '=1+1' },
  ];
  expect(tableLines(table, gridOf(rows))).toEqual([
    'words,price,at',
    '"a, b",64210.5,2026-11-22T00:00:00.000Z',
    "'=1+1,,",
  ]);
});

test('a long file goes in pieces of whole lines', () => {
  const lines = Array.from({ length: 5 }, (_, at) => `${at}`.repeat(90_000));
  const pieces = piecesOf(lines);
  expect(pieces.join('')).toBe(lines.join(''));
  expect(pieces.map(({ length }) => length)).toEqual([180_000, 180_000, 90_000]);
});
