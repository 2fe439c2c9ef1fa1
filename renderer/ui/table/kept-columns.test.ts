import { expect, test } from 'vitest';
import { readColumns, shownColumns } from './kept-columns.ts';
import { defineTable } from './definition.ts';

test.each([null, undefined, 'x', {}, 5, [], [1, null, 'a', { id: 1 }, { colId: 7 }]])(
  '%j is read as no columns',
  (kept) => {
    expect(readColumns(kept)).toBeNull();
  },
);

test('kept columns are read back, without entries that name none', () => {
  expect(readColumns([{ colId: 'price', width: 90 }, { width: 1 }])).toEqual([{ colId: 'price', width: 90 }]);
});

test('a table shows the columns of its definition until something else is chosen', () => {
  const table = defineTable<{ readonly a: string; readonly b: string }>({
    id: 'a-table',
    name: 'A table',
    engine: 'react',
    columns: [{ field: 'a', headerName: 'A' }, { field: 'b', headerName: 'B', hide: true }, { colId: 'go' }],
    actions: ['go'],
  });
  expect(shownColumns(table)).toEqual(['a']);
});
