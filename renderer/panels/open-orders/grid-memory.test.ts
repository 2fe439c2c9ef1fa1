import { expect, test } from 'vitest';
import { readColumns } from './grid-memory.ts';

test.each([null, '', 'x', '{}', 'null', '5', '[1, null, "a", {"id": 1}]'])('%j is read as no columns', (text) => {
  expect(readColumns(text)).toEqual([]);
});

test('stored columns are read back', () => {
  expect(readColumns('[{"colId":"price","width":90},{"width":1}]')).toEqual([{ colId: 'price', width: 90 }]);
});
